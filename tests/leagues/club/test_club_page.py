"""What a club says about itself: its page, its colour, its logo, its photos."""

from __future__ import annotations

import re
import struct
from datetime import timedelta
from io import BytesIO

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from PIL import Image, ImageOps

from leagues.actions.data.import_club import import_club
from leagues.actions.log.undo import undo
from leagues.files.club_colour import (
    DARK_GROUNDS,
    LIGHT_GROUNDS,
    OF_THE_SITE,
    ON_DARK,
    ON_LIGHT,
    club_colour,
    contrast,
    style_sheet,
)
from leagues.files.club_tables import TABLES
from leagues.files.uploaded_picture import (
    MOST_BYTES,
    BadPicture,
    UnreadablePicture,
    make_logo,
    make_photo,
)
from leagues.forms.club.page import WHY_NOT
from leagues.models import Action, Club, ClubPage, ClubPicture, Event
from leagues.models.club_page import MOST_PHOTOS
from leagues.reads.club.page import logo_of
from leagues.reads.leagues.coming_days import coming_days
from tests.cast import Cast
from tests.leagues.data.test_club_file import written
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.site.test_look import COLOURS, GROUNDS

pytestmark = pytest.mark.django_db

WORDS = {
    "about": "Westport has shot discs since 1982.\n\nGuests are welcome.",
    "when": "Mondays at half past seven",
    "place": "Legion hall",
    "address": "12 Mill St, Westport",
    "contact": "Olga",
    "email": "hello@westport.example",
    "telephone": "(519) 555-0123",
}


def picture(
    kind: str = "PNG", size: tuple[int, int] = (40, 20), colour: str = "#2c5f8a"
) -> bytes:
    made = BytesIO()
    Image.new("RGB", size, colour).save(made, kind)
    return made.getvalue()


def claims(wide: int, high: int) -> bytes:
    """A picture whose first bytes say that it is so large; nobody has to paint it."""
    small = picture("GIF")
    return small[:6] + struct.pack("<HH", wide, high) + small[10:]


def file(content: bytes, name: str = "a.png") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content)


def write(browser: Client, **other: str) -> None:
    page = browser.post("/desk/club/", WORDS | {"colour": OF_THE_SITE} | other)
    assert page.status_code == 302, page.context["form"].errors


# --- Its page ---------------------------------------------------------------------------------


def test_a_page_says_who_we_are_where_and_whom_to_ask(cast: Cast) -> None:
    write(cast.browser_of("ann"))

    page = Client().get("/club/").content.decode()

    assert "<p>Westport has shot discs since 1982.</p>" in page
    assert "<p>Guests are welcome.</p>" in page
    assert "Mondays at half past seven" in page
    assert "Legion hall" in page
    map_ = "https://www.openstreetmap.org/search?query=12+Mill+St%2C+Westport"
    assert f'href="{map_}"' in page
    assert 'href="mailto:hello@westport.example"' in page
    assert 'href="tel:5195550123"' in page


def test_it_says_when_to_come_from_the_calendar(cast: Cast) -> None:
    mondays = Mondays.open(cast)
    mondays.play(1, ("Ann", "Ben", 5, 3))
    night = mondays.night(2)
    night.place = "Upstairs"
    night.save()
    Event.objects.create(
        club=cast.club,
        name="Spring Open",
        slug="spring",
        starts_at=mondays.night(3).starts_at + timedelta(days=1),
    )
    with time_machine.travel(mondays.night(2).starts_at - timedelta(hours=3)):
        page = Client().get("/club/")
    days = page.context["coming_days"]
    assert [(each.title, each.where) for each in days] == [
        ("Mondays", "Upstairs"),
        ("Mondays", ""),
        ("Spring Open", ""),
    ]
    assert [each.starts_at.day for each in days] == [12, 19, 20]


def test_a_cancelled_night_and_one_nobody_may_know_of_are_nothing_to_come_to(
    cast: Cast,
) -> None:
    mondays = Mondays.open(cast)
    night = mondays.night(1)
    night.is_cancelled = True
    night.save()
    hidden = Mondays.open(cast).league
    hidden.visibility = Event.Visibility.PRIVATE
    hidden.save()
    with time_machine.travel(night.starts_at - timedelta(days=1)):
        days = coming_days(cast.club, timezone.now(), 6)
    assert [each.starts_at.day for each in days] == [12, 19]


def test_nothing_but_the_empty_board_where_nothing_was_written(cast: Cast) -> None:
    page = Client().get("/club/").content.decode()
    assert "board-picture" in page
    for heading in ("When to come", "Where", "Whom to ask", "Photos"):
        assert f">{heading}</h2>" not in page


def test_what_is_written_is_no_html(cast: Cast) -> None:
    write(cast.browser_of("ann"), about="<script>alert(1)</script>")
    assert b"<script>alert" not in Client().get("/club/").content


def test_every_page_leads_to_it(cast: Cast) -> None:
    assert b'href="/club/"' in Client().get("/").content


def test_the_same_again_is_no_line_of_the_log(cast: Cast) -> None:
    write(cast.browser_of("ann"))
    write(cast.browser_of("ann"))
    assert Action.objects.filter(verb="change_club_page").count() == 1


def test_it_can_be_undone(cast: Cast) -> None:
    write(cast.browser_of("ann"))
    write(cast.browser_of("ann"), about="Gone", colour="#2c5f8a")

    undo(by=cast.who("ann"), action=Action.objects.filter(event=None).latest("pk"))

    assert ClubPage.objects.get().about == WORDS["about"]
    assert Club.objects.get(is_home=True).colour == ""


# --- Its colour ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "chosen", ["#ffffff", "#000000", "#ffd400", "#2c5f8a", "#c8102e", OF_THE_SITE]
)
def test_words_in_any_colour_can_be_read(chosen: str) -> None:
    colour = club_colour(chosen)
    for accent, grounds in ((colour.light, LIGHT_GROUNDS), (colour.dark, DARK_GROUNDS)):
        for shown in (accent.plain, accent.strong):
            for other in (*grounds, accent.text_on_it):
                assert contrast(shown, other) >= 4.5


def test_they_are_read_on_the_grounds_of_the_site() -> None:
    for ground, light, dark in zip(GROUNDS, LIGHT_GROUNDS, DARK_GROUNDS, strict=True):
        assert (light, dark) == COLOURS[ground]
    assert COLOURS["on-accent"] == (ON_LIGHT, ON_DARK)
    assert COLOURS["accent"].light == OF_THE_SITE


def test_a_dark_colour_is_shown_as_it_was_chosen_on_paper() -> None:
    assert club_colour("#2c5f8a").light.plain == "#2c5f8a"
    assert not club_colour("#2c5f8a").is_too_light
    assert club_colour("#ffd400").is_too_light


def test_the_colour_is_a_style_sheet_of_its_own(cast: Cast) -> None:
    assert b"colour-" not in Client().get("/").content
    write(cast.browser_of("ann"), colour="#2c5f8a")

    page = Client().get("/").content.decode()
    [address] = re.findall(r'href="(/club/colour-\w+\.css)"', page)
    sheet = Client().get(address)

    assert sheet.content.decode() == style_sheet("#2c5f8a")
    assert sheet["Content-Type"] == "text/css; charset=utf-8"
    assert sheet["Cache-Control"] == "public, max-age=31536000, immutable"
    assert Client().get("/club/colour-123456.css").status_code == 404


def test_a_colour_that_is_too_light_is_told(cast: Cast) -> None:
    ann = cast.browser_of("ann")
    answer = ann.post("/desk/club/", WORDS | {"colour": "#ffd400"}, follow=True)
    assert "a little darker" in answer.content.decode()
    answer = ann.post("/desk/club/", WORDS | {"colour": "#2c5f8a"}, follow=True)
    [said] = answer.context["messages"]
    assert str(said) == "Saved."


def test_the_colour_of_the_site_is_none_of_the_clubs(cast: Cast) -> None:
    write(cast.browser_of("ann"), colour=OF_THE_SITE.upper())
    assert Club.objects.get(is_home=True).colour == ""


@pytest.mark.parametrize("wrong", ["", "red", "#12345", "#12345g", "#1234567"])
def test_what_is_no_colour_is_refused(cast: Cast, wrong: str) -> None:
    answer = cast.browser_of("ann").post("/desk/club/", WORDS | {"colour": wrong})
    assert answer.status_code == 422
    assert answer.context["form"].errors["colour"]


# --- Its pictures ------------------------------------------------------------------------------


def put_logo(browser: Client, content: bytes) -> int:
    return browser.post("/desk/club/logo/", {"logo-file": file(content)}).status_code


def test_a_logo_stands_in_the_head_of_every_page(cast: Cast) -> None:
    ann = cast.browser_of("ann")
    assert put_logo(ann, picture()) == 302

    page = Client().get("/").content.decode()
    [address] = re.findall(r'src="(/club/pictures/\w+)"', page)
    shown = Client().get(address)

    assert shown["Content-Type"] == "image/png"
    assert shown["Cache-Control"] == "public, max-age=31536000, immutable"
    assert Image.open(BytesIO(shown.content)).size == (40, 20)
    assert Client().get("/club/pictures/" + 24 * "0").status_code == 404


def test_another_logo_takes_its_place_and_none_is_there_once_it_is_removed(
    cast: Cast,
) -> None:
    ann = cast.browser_of("ann")
    put_logo(ann, picture())
    put_logo(ann, picture(colour="#000000"))
    assert ClubPicture.objects.get().digest == Club.objects.get(is_home=True).logo

    for _ in range(2):
        ann.post("/desk/club/logo/remove/")

    assert not ClubPicture.objects.exists()
    assert b"/club/pictures/" not in Client().get("/").content
    assert Action.objects.filter(verb="remove_logo").count() == 1


def test_a_logo_goes_without_a_photo_and_without_those_of_other_clubs(
    cast: Cast,
) -> None:
    ann = cast.browser_of("ann")
    other = Club.objects.create(name="Birch", slug="birch", zone=cast.club.zone)
    for kind in ("logo", "photo"):
        ClubPicture.objects.create(
            club=other, kind=kind, digest="0" * 24, width=1, height=1, data=b"x"
        )
    put_logo(ann, picture())
    add_photo(ann, picture())

    ann.post("/desk/club/logo/remove/")

    assert logo_of(cast.club) is None
    left = ClubPicture.objects.order_by("pk").values_list("club__name", "kind")
    assert list(left) == [
        ("Birch", "logo"),
        ("Birch", "photo"),
        (cast.club.name, "photo"),
    ]


def add_photo(browser: Client, content: bytes, says: str = "Boards") -> Client:
    sent = {"photo-file": file(content), "photo-says": says}
    return browser.post("/desk/club/photos/", sent)  # type: ignore[return-value]


def test_a_photo_stands_on_the_page_with_what_it_shows(cast: Cast) -> None:
    add_photo(cast.browser_of("ann"), picture("JPEG"), "Eight boards & a “guest”")
    page = Client().get("/club/").content.decode()
    assert 'alt="Eight boards &amp; a “guest”"' in page


def test_a_photo_is_removed_for_good(cast: Cast) -> None:
    ann = cast.browser_of("ann")
    add_photo(ann, picture())
    address = ClubPicture.objects.get().get_absolute_url()
    path = f"/desk/club/photos/{ClubPicture.objects.get().pk}/remove/"

    assert ann.post(path).status_code == 302

    assert not ClubPicture.objects.exists()
    assert Client().get(address).status_code == 404
    assert ann.post(path).status_code == 404


def test_a_photo_says_what_it_shows(cast: Cast) -> None:
    answer = add_photo(cast.browser_of("ann"), picture(), " ")
    assert answer.status_code == 422  # type: ignore[attr-defined]
    assert not ClubPicture.objects.exists()


def test_the_same_photo_stands_there_once(cast: Cast) -> None:
    ann = cast.browser_of("ann")
    add_photo(ann, picture())
    assert "here already" in add_photo(ann, picture()).content.decode()  # type: ignore[attr-defined]


def test_there_is_room_for_twelve_photos(cast: Cast) -> None:
    ann = cast.browser_of("ann")
    put_logo(ann, picture())
    for n in range(MOST_PHOTOS):
        add_photo(ann, picture(size=(10 + n, 10)))
    answer = add_photo(ann, picture(size=(100, 10)))
    assert "12 photos" in answer.content.decode()  # type: ignore[attr-defined]
    assert ClubPicture.objects.filter(kind="photo").count() == MOST_PHOTOS


# --- What is made of a file --------------------------------------------------------------------


def test_a_picture_has_a_bounded_size() -> None:
    assert make_logo(picture(size=(1000, 500))).width == 256
    made = make_photo(picture(size=(3000, 2000)))
    assert (made.width, made.height) == (1280, 853)


def test_a_large_photo_is_read_no_finer_than_needed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read = list[tuple[int, int]]()

    def turn(image: Image.Image) -> Image.Image:
        read.append(image.size)
        return image

    monkeypatch.setattr(ImageOps, "exif_transpose", turn)
    made = make_photo(picture("JPEG", (5200, 2600)))

    assert read == [(2600, 1300)]  # a half is the coarsest that has 1280 both ways
    assert (made.width, made.height) == (1280, 640)


def test_what_is_no_photo_but_noise_is_light_all_the_same() -> None:
    noise = BytesIO()
    Image.effect_noise((2500, 2500), 120).save(noise, "PNG")
    assert len(make_photo(noise.getvalue()).data) < 1_000_000


def test_nothing_of_the_file_but_its_pixels_is_kept() -> None:
    exif = Image.Exif()
    exif[0x010E] = "at home"
    exif[0x0112] = 6  # lies on its side
    made = BytesIO()
    Image.new("RGB", (40, 20)).save(made, "JPEG", exif=exif)

    photo = make_photo(made.getvalue() + b"<script>")

    assert (photo.width, photo.height) == (20, 40)
    assert b"at home" not in photo.data
    assert b"script" not in photo.data
    assert not Image.open(BytesIO(photo.data)).getexif()


def test_a_logo_stays_see_through() -> None:
    made = BytesIO()
    Image.new("RGBA", (10, 10), (0, 0, 0, 0)).save(made, "PNG")
    logo = Image.open(BytesIO(make_logo(made.getvalue()).data))
    assert logo.getpixel((5, 5)) == (0, 0, 0, 0)
    photo = Image.open(BytesIO(make_photo(made.getvalue()).data))
    assert photo.getpixel((5, 5)) == (255, 255, 255)


BAD = {
    "no picture": (b"Hello", BadPicture.OTHER_FORMAT),
    "a drawing": (
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        BadPicture.OTHER_FORMAT,
    ),
    "cut short": (picture(size=(300, 300))[:-40], BadPicture.BROKEN),
    "too large a file": (bytes(MOST_BYTES + 1), BadPicture.TOO_LARGE),
    "too many pixels": (claims(10_000, 5_001), BadPicture.TOO_MANY_PIXELS),
    "far too many": (claims(20_000, 20_000), BadPicture.TOO_MANY_PIXELS),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_refused_with_a_sentence(cast: Cast, name: str) -> None:
    content, why = BAD[name]
    with pytest.raises(UnreadablePicture) as odd:
        make_logo(content)
    assert odd.value.why is why

    answer = cast.browser_of("ann").post(
        "/desk/club/logo/", {"logo-file": file(content)}
    )
    assert answer.status_code == 422
    assert str(WHY_NOT[why]) in answer.content.decode()
    assert not ClubPicture.objects.exists()


# --- Where it goes -----------------------------------------------------------------------------


def test_it_goes_with_the_club_to_another_site(cast: Cast) -> None:
    ann = cast.browser_of("ann")
    write(ann, colour="#2c5f8a")
    put_logo(ann, picture())
    add_photo(ann, picture("JPEG"))
    before = list(ClubPicture.objects.order_by("pk").values("digest", "says", "width"))
    data = [bytes(each.data) for each in ClubPicture.objects.order_by("pk")]
    packed = BytesIO(written())
    for model in reversed([table.model for table in TABLES]):
        model._base_manager.all().delete()

    import_club(packed)

    assert Club.objects.get(is_home=True).colour == "#2c5f8a"
    assert ClubPage.objects.get().about == WORDS["about"]
    after = ClubPicture.objects.order_by("pk")
    assert list(after.values("digest", "says", "width")) == before
    assert [bytes(each.data) for each in after] == data
