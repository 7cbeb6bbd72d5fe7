"""The club's logo and photos: where they are shown, and which data of a file is stored."""

import re
import struct
from io import BytesIO

import pytest
from django.test import Client
from PIL import Image, ImageOps

from leagues.files.uploaded_picture import (
    MOST_BYTES,
    BadPicture,
    UnreadablePicture,
    make_logo,
    make_photo,
)
from leagues.forms.club.page import WHY_NOT
from leagues.models import Action, Club, ClubPicture
from leagues.models.club_page import MOST_PHOTOS
from leagues.reads.club.page import logo_of
from tests.cast import Cast
from tests.leagues.club.club_pages import add_photo, make_picture, put_logo, upload_of

pytestmark = pytest.mark.django_db


def gif_of_size(wide: int, high: int) -> bytes:
    """A GIF that claims this width and height in pixels in its header."""
    small = make_picture("GIF")
    return small[:6] + struct.pack("<HH", wide, high) + small[10:]


def test_a_logo_is_in_the_head_of_every_page(cast: Cast) -> None:
    ann = cast.browser_of("ann")
    assert put_logo(ann, make_picture()) == 302

    page = Client().get("/").content.decode()
    [address] = re.findall(r'src="(/club/pictures/\w+)"', page)
    shown = Client().get(address)

    assert shown["Content-Type"] == "image/png"
    assert shown["Cache-Control"] == "public, max-age=31536000, immutable"
    assert Image.open(BytesIO(shown.content)).size == (40, 20)
    assert Client().get("/club/pictures/" + 24 * "0").status_code == 404


def test_another_logo_takes_its_place_and_none_is_there_once_it_is_removed(cast: Cast) -> None:
    ann = cast.browser_of("ann")
    put_logo(ann, make_picture())
    put_logo(ann, make_picture(colour="#000000"))
    assert ClubPicture.objects.get().digest == Club.objects.get(is_home=True).logo

    for _ in range(2):
        ann.post("/desk/club/logo/remove/")

    assert not ClubPicture.objects.exists()
    assert b"/club/pictures/" not in Client().get("/").content
    assert Action.objects.filter(verb="remove_logo").count() == 1


def test_a_logo_goes_without_a_photo_and_without_those_of_other_clubs(cast: Cast) -> None:
    ann = cast.browser_of("ann")
    other = Club.objects.create(name="Birch", slug="birch", zone=cast.club.zone)
    for kind in ("logo", "photo"):
        ClubPicture.objects.create(
            club=other, kind=kind, digest="0" * 24, width=1, height=1, data=b"x"
        )
    put_logo(ann, make_picture())
    add_photo(ann, make_picture())

    ann.post("/desk/club/logo/remove/")

    assert logo_of(cast.club) is None
    left = ClubPicture.objects.order_by("pk").values_list("club__name", "kind")
    assert list(left) == [("Birch", "logo"), ("Birch", "photo"), (cast.club.name, "photo")]


def test_a_photo_is_on_the_page_with_its_caption(cast: Cast) -> None:
    ann = cast.browser_of("ann")
    add_photo(ann, make_picture("JPEG"), "Eight boards & a “guest”")
    assert "The photo is now on the club’s page." in ann.get("/desk/club/").text
    page = Client().get("/club/").content.decode()
    assert 'alt="Eight boards &amp; a “guest”"' in page


def test_a_photo_is_removed_for_good(cast: Cast) -> None:
    ann = cast.browser_of("ann")
    add_photo(ann, make_picture())
    address = ClubPicture.objects.get().get_absolute_url()
    path = f"/desk/club/photos/{ClubPicture.objects.get().pk}/remove/"

    assert ann.post(path).status_code == 302

    assert not ClubPicture.objects.exists()
    assert Client().get(address).status_code == 404
    assert ann.post(path).status_code == 404


def test_the_same_photo_is_listed_once(cast: Cast) -> None:
    ann = cast.browser_of("ann")
    add_photo(ann, make_picture())
    assert "already on the page" in add_photo(ann, make_picture()).content.decode()  # type: ignore[attr-defined]


def test_there_is_room_for_twelve_photos(cast: Cast) -> None:
    ann = cast.browser_of("ann")
    put_logo(ann, make_picture())
    for n in range(MOST_PHOTOS - 1):
        ClubPicture.objects.create(
            club=cast.club, kind="photo", digest=f"{n:024}", width=1, height=1, data=b"x"
        )
    add_photo(ann, make_picture())
    assert ClubPicture.objects.filter(kind="photo").count() == MOST_PHOTOS
    answer = add_photo(ann, make_picture(size=(100, 10)))
    assert "12 photos" in answer.content.decode()  # type: ignore[attr-defined]
    assert ClubPicture.objects.filter(kind="photo").count() == MOST_PHOTOS


# --- Data stored of a file -------------------------------------------------------------------


@pytest.mark.long
def test_a_picture_has_a_bounded_size() -> None:
    assert make_logo(make_picture(size=(1000, 500))).width == 256
    made = make_photo(make_picture(size=(3000, 2000)))
    assert (made.width, made.height) == (1280, 853)


def test_a_large_photo_is_read_no_finer_than_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    read = list[tuple[int, int]]()

    def turn(image: Image.Image) -> Image.Image:
        read.append(image.size)
        return image

    monkeypatch.setattr(ImageOps, "exif_transpose", turn)
    made = make_photo(make_picture("JPEG", (5200, 2600)))

    assert read == [(2600, 1300)]  # half is the smallest scale of at least 1280 both ways
    assert (made.width, made.height) == (1280, 640)


@pytest.mark.long
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
    "this kind of file": (b"Hello", BadPicture.OTHER_FORMAT),
    "a drawing": (b"<svg xmlns='http://www.w3.org/2000/svg'/>", BadPicture.OTHER_FORMAT),
    "cut short": (make_picture(size=(300, 300))[:-40], BadPicture.BROKEN),
    "too large a file": (bytes(MOST_BYTES + 1), BadPicture.TOO_LARGE),
    "too many pixels": (gif_of_size(10_000, 5_001), BadPicture.TOO_MANY_PIXELS),
    "far too many": (gif_of_size(20_000, 20_000), BadPicture.TOO_MANY_PIXELS),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_refused_with_a_sentence(cast: Cast, name: str) -> None:
    content, why = BAD[name]
    with pytest.raises(UnreadablePicture) as odd:
        make_logo(content)
    assert odd.value.why is why

    answer = cast.browser_of("ann").post("/desk/club/logo/", {"logo-file": upload_of(content)})
    assert answer.status_code == 422
    assert str(WHY_NOT[why]) in answer.content.decode()
    assert not ClubPicture.objects.exists()
