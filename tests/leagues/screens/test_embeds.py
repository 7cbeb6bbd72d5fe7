"""Parts of this site on another website: which parts there are, and how they look."""

import html
import re
from datetime import date

import pytest
from django.conf import settings
from django.test import Client

from leagues.live.page_cache import questions_of
from leagues.models import Event, League, Night, Player
from leagues.templatetags.embeds import PAPER, WALNUT, contrast_ratio, readable_colour
from tests.cast import Cast
from tests.leagues.leagues.match_leagues import open_matches
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.unplayed import at_noon
from tests.leagues.play.desk_hall import NOON, DeskHall, open_hall
from tests.leagues.site.test_public import finish_match
from tests.scenes import scene

pytestmark = pytest.mark.django_db
FRAMED = (
    "/embed/nights/",
    "/embed/boards/",
    "/embed/leagues/mondays/table/",
    "/embed/leagues/mondays/nights/",
    "/embed/events/westport-open/table/",
    "/embed/events/westport-open/boards/",
)
NEXT = date(2026, 11, 30)
OF_ONE = FRAMED[2:]


@scene(made=NOON, tick=False)
def hall(cast: Cast) -> DeskHall:
    """An open event with one match played and one at its board, and a night played."""
    made = open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"])
    one, other = made.publish((1, 2), (3, 4)).matches.order_by("number")
    finish_match(one, (6, 2))
    type(other).objects.filter(pk=other.pk).update(state="playing")
    mondays = Mondays.open(cast, "Ann A", "Ben B", nights=2)
    mondays.play(1, ("Ann A", "Ben B", 6, 2))
    Night.objects.filter(on=date(2026, 10, 12)).update(on=NEXT)
    return made


def text_of(path: str, status: int = 200) -> str:
    answer = Client().get(path)
    assert answer.status_code == status, path
    words = re.sub(r"<[^>]+>", " ", answer.content.decode().split("<main>")[1])
    return " ".join(words.split())


def test_it_shows_the_table_the_nights_and_the_boards(hall: DeskHall) -> None:
    texts = {path: text_of(path) for path in FRAMED}

    assert "1 Ann A 6 1" in texts["/embed/leagues/mondays/table/"]
    assert "1 Ann A 6 1" in texts["/embed/events/westport-open/table/"]
    for path in ("/embed/leagues/mondays/table/", "/embed/events/westport-open/table/"):
        page = Client().get(path).text
        assert re.findall(r'class="step">(.*?)<', page) == ["1"], "the leader is marked"
    for path in ("/embed/boards/", "/embed/events/westport-open/boards/"):
        assert "Cy C" in texts[path]
        assert "Ann A" not in texts[path]  # whose match is over
    for path in ("/embed/nights/", "/embed/leagues/mondays/nights/"):
        assert "Mon 30 Nov, 19:30" in texts[path]
        assert "5 Oct, 19:30" not in texts[path]
    assert "Westport Open" in texts["/embed/nights/"]


def test_a_cancelled_night_is_shown_with_its_reason(hall: DeskHall) -> None:
    Night.objects.filter(on=NEXT).update(is_cancelled=True, reason="Snow")

    assert "Cancelled: Snow" in text_of("/embed/nights/")


def test_a_league_of_dated_matches_has_a_table_and_no_nights(hall: DeskHall, cast: Cast) -> None:
    with at_noon(9, 1):
        league = open_matches(cast)

    assert "Played" in text_of(f"/embed/leagues/{league.slug}/table/")
    assert "No dates yet." in text_of(f"/embed/leagues/{league.slug}/nights/")


def test_the_address_sets_how_many_lines_are_shown(hall: DeskHall) -> None:
    assert "Ben B" not in text_of("/embed/leagues/mondays/table/?rows=1")
    assert "30 Nov" in text_of("/embed/leagues/mondays/nights/?rows=1")
    assert "Mondays" not in text_of("/embed/nights/?rows=1").replace("Next nights", "")


@pytest.mark.long
def test_every_website_may_frame_it_and_nothing_else_of_this_site(hall: DeskHall) -> None:
    for path in FRAMED:
        framed = Client().get(path)
        assert "frame-ancestors *" in framed["Content-Security-Policy"]
        assert "X-Frame-Options" not in framed
        assert not framed.cookies
        assert framed["Cache-Control"] == "public, no-cache"
        assert questions_of(path) is not None
    for other in map(Client().get, ("/events/westport-open/", "/embed/")):
        assert "frame-ancestors 'none'" in other["Content-Security-Policy"]
        assert other["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_what_is_not_public_is_on_no_other_website(
    hall: DeskHall, cast: Cast, visibility: str
) -> None:
    Event.objects.update(visibility=visibility)
    League.objects.update(visibility=visibility)

    for path in OF_ONE:
        assert text_of(path, 404) == "There’s nothing to show here."
        assert cast.browser_of("ann").get(path).status_code == 404
    assert "Westport Open" not in text_of("/embed/nights/")
    assert "Mondays" not in text_of("/embed/nights/")
    assert "Cy C" not in text_of("/embed/boards/")
    assert "Mondays" not in Client().get("/embed/").content.decode()


def test_a_minor_is_short_there(hall: DeskHall) -> None:
    for name in ("Ann A", "Cy C"):
        Player.objects.filter(name=name).update(
            name=f"{name[:2]} Tremblay", family_name="Tremblay", is_minor=True
        )
    for path in FRAMED:
        assert "Tremblay" not in text_of(path)
    assert "An T." in text_of("/embed/leagues/mondays/table/")


# --- Its look --------------------------------------------------------------------------------


def test_it_wears_the_theme_that_the_address_asks_for(cast: Cast) -> None:
    def head(query: str) -> str:
        return Client().get(f"/embed/nights/{query}").content.decode().split("<head>")[0]

    assert 'data-theme="dark"' in head("?theme=dark")
    assert "data-theme" not in head("?theme=auto")
    assert "data-theme" not in head("")


def test_a_colour_is_allowed_by_its_hash_alone(cast: Cast) -> None:
    answer = Client().get("/embed/nights/?accent=1c6739")

    assert "--accent:#1c6739" in answer.content.decode()
    assert "'sha256-" in answer["Content-Security-Policy"]
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert "#1c6739" in Client().get("/embed/nights/?accent=%231C6739").content.decode()


def test_an_unreadable_colour_is_made_lighter_or_darker() -> None:
    for colour in ("ffff00", "000000", "ffffff", "6a3d1a", "7f7f7f"):
        for ground in (PAPER, WALNUT):
            made = readable_colour(colour, ground)
            assert contrast_ratio(made, ground) >= 4.5
            assert made == colour or contrast_ratio(colour, ground) < 4.5


def test_the_grounds_are_those_of_the_house() -> None:
    tokens = (settings.BASE_DIR / "static/css/tokens.css").read_text()

    assert f"--paper: light-dark(#{PAPER}, #{WALNUT})" in tokens


def test_it_speaks_the_language_that_the_address_asks_for(cast: Cast) -> None:
    assert 'lang="en"' in Client().get("/embed/nights/?lang=en").content.decode()


WRONG = {
    "theme=blue": "blue is not one of the available choices",
    "accent=red": "Enter a colour as six digits, such as 1c6739.",
    "accent=1c6739%0A;": "Colour of links:",
    "rows=0": "Maximum number of lines:",
    "rows=x": "Maximum number of lines:",
    "lang=xx": "Language:",
}


def test_an_invalid_look_gets_a_message(cast: Cast) -> None:
    for query, message in WRONG.items():
        assert message in text_of(f"/embed/nights/?{query}", 422)


def test_what_is_wrong_with_a_frame_is_shown_once_where_it_is_seen(hall: DeskHall) -> None:
    address, wrong = "/embed/?what=leagues/mondays/table&rows=500", "Ensure this value is less than"
    typed = Client().get(address, headers={"HX-Request": "true"}).text
    made = typed.split('id="made"')[1].split("</section>")[0]
    assert f"Maximum number of lines: {wrong}" in made
    assert "iframe" not in made

    opened = Client().get(address).text
    assert wrong in opened.split('id="made"')[0]
    assert wrong not in opened.split('id="made"')[1]


# --- The line to paste -------------------------------------------------------------------------


def test_a_page_has_the_line_to_paste(hall: DeskHall) -> None:
    query = "what=leagues/mondays/table&theme=dark&rows=5&accent="
    page = Client().get(f"/embed/?{query}").content.decode()
    address = "http://testserver/embed/leagues/mondays/table/?theme=dark&amp;rows=5"

    assert f'<iframe src="{address}"' in html.unescape(page)
    assert "http://testserver/embed/size.js" in page
    framed = 'src="/embed/leagues/mondays/table/?theme=dark&amp;rows=5"'
    assert framed in page


def test_a_page_starts_with_the_clubs_colour(hall: DeskHall) -> None:
    club = hall.event.club
    club.colour = "#2c5f8a"
    club.save()

    page = html.unescape(Client().get("/embed/").content.decode())
    other = html.unescape(Client().get("/embed/?accent=%23112233").content.decode())

    assert 'value="#2c5f8a"' in page
    assert 'src="http://testserver/embed/nights/"' in page, "the frame follows the club's colour"
    assert 'src="http://testserver/embed/nights/?accent=112233"' in other


@pytest.mark.long
def test_a_page_offers_its_parts_and_mentions_missing_ones(hall: DeskHall) -> None:
    page = Client().get("/embed/").content.decode()
    for path in FRAMED:
        assert f'value="{path.removeprefix("/embed/").rstrip("/")}"' in page
        what = path.removeprefix("/embed/").rstrip("/")
        assert Client().get(f"/embed/?what={what}").status_code == 200
    wrong = Client().get("/embed/?what=leagues/none/table&accent=green")
    assert wrong.status_code == 422
    assert 'value="#green"' in wrong.content.decode()
    assert "frame-line" not in wrong.content.decode()


def test_what_a_page_of_a_league_offers_is_offered_there_too(cast: Cast) -> None:
    """Its event is not in the list, which names the league."""
    with at_noon(9, 28):
        league = open_matches(cast)
        assert league.event is not None
        what = f"events/{league.event.slug}/boards"

        assert what not in Client().get("/embed/").content.decode()
        shown = Client().get(f"/embed/?what={what}")
        assert shown.status_code == 200
        assert f"/embed/{what}/" in shown.content.decode()
        assert Client().get("/embed/?what=events/none/boards").status_code == 422


def test_a_script_that_sizes_the_frames_stays_at_its_address(cast: Cast) -> None:
    answer = Client().get("/embed/size.js")

    assert answer["Content-Type"].startswith("text/javascript")
    assert b"postMessage" not in answer.content
    assert b'"message"' in answer.content


# --- The line, where the thing itself is ------------------------------------------------------


def lines_on(path: str) -> list[str]:
    page = Client().get(path).content.decode()
    found = re.findall(r'<code class="to-copy" lang="en">(.*?)</code>', page)
    return [html.unescape(each) for each in found]


@pytest.mark.parametrize(
    ("page", "framed"),
    [
        ("/leagues/mondays/", FRAMED[2:4]),
        ("/events/westport-open/standings/", FRAMED[4:5]),
        ("/events/westport-open/", FRAMED[5:6]),
    ],
)
def test_each_page_has_the_line_that_shows_it_elsewhere(
    hall: DeskHall, page: str, framed: tuple[str, ...]
) -> None:
    lines = lines_on(page)
    found = [re.search(r'<iframe src="http://testserver([^"]+)"', each) for each in lines]

    assert tuple(each[1] for each in found if each) == framed
    for path, line in zip(framed, lines, strict=True):
        what = path.removeprefix("/embed/").rstrip("/")
        whole = Client().get("/embed/", {"what": what}).content.decode()
        assert line in html.unescape(whole), "the very line that the whole page makes"
        assert text_of(path)


@pytest.mark.long
def test_what_no_website_may_show_offers_no_line(hall: DeskHall) -> None:
    Event.objects.filter(slug="westport-open").update(visibility="unlisted")
    League.objects.update(visibility="unlisted")

    for page in ("/leagues/mondays/", "/events/westport-open/standings/"):
        assert Client().get(page).status_code == 200
        assert lines_on(page) == []
    Event.objects.filter(slug="westport-open").update(visibility="public", kind="for_fun")
    assert lines_on("/events/westport-open/standings/") == []


def test_a_result_arrives_as_one_sentence(hall: DeskHall) -> None:
    for path in FRAMED:
        found = re.search(r'data-results="([^"]*)"', Client().get(path).content.decode())
        sentences = html.unescape(found[1]) if found else ""
        of_the_open = "westport-open" in path or path == "/embed/boards/"
        assert ("final: Ann A 6–2 Ben B" in sentences) == of_the_open, path
