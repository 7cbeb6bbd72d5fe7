"""The bytes that a first visit loads, as sent over the network."""

import gzip
import hashlib
import re
from base64 import b64encode
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.urls import reverse
from pytest_django import Settings

from leagues.models import Player
from leagues.reads.people.stored_sums import event_at, sums_at
from tests.cast import Cast, Page
from tests.leagues.play.desk_hall import open_hall
from tests.leagues.site.big_event import BigEvent, as_if
from tests.leagues.site.test_public import finish_match

MOST_OF_A_FIRST_VISIT = {"/": 80_000, "/events/westport-open/standings/": 90_000}
HEADERS = 300  # of each answer, as browsers count them
# What is only asked for where a name has letters of other alphabets, and what an icon on the
# phone's first screen looks like.
RARELY = ("latin-ext", "mark-180", "mark-192", "mark-512", "mark-32", "webmanifest")
GZIP = {"accept-encoding": "gzip"}


def files_loaded(page: str) -> set[str]:
    """The files that a page loads, and those that its style sheet loads."""
    linked = set(re.findall(r'(?:href|src)="/static/([^"#]+)', page))
    linked |= set(re.findall(r"url\(/static/([^)]+\.woff2)", page))
    for sheet in [name for name in linked if name.endswith(".css")]:
        beside = Path(sheet).parent
        for asked in re.findall(r'url\("?([^")]+\.woff2)', file_of(sheet).decode()):
            linked.add(str((Path("/") / beside / asked).resolve())[1:])
    return {name for name in linked if not any(each in name for each in RARELY)}


def file_of(name: str) -> bytes:
    found = finders.find(name)
    assert found, name
    return Path(found).read_bytes()


def packed_size(data: bytes) -> int:
    return min(len(data), len(gzip.compress(data, 6)))


@pytest.mark.long
@pytest.mark.django_db
def test_a_first_visit_to_the_standings_weighs_90_kb_and_to_the_front_page_80(
    cast: Cast,
) -> None:
    """With 48 entries, fonts included: two seconds on slow 3G."""
    names = [f"Ženia Player{n} Bee" for n in range(48)]
    hall = open_hall(cast, entries=48, boards=24, names=names)
    pairs = [(n, n + 1) for n in range(1, 48, 2)]
    for match in hall.publish(*pairs).matches.all():
        finish_match(match, (6, 2))

    for path, most in MOST_OF_A_FIRST_VISIT.items():
        page = cast.browser_of("stranger").get(path)
        weights = {name: packed_size(file_of(name)) for name in files_loaded(page.content.decode())}
        assert any("latin-a" in name for name in weights)
        total = packed_size(page.content) + sum(weights.values()) + HEADERS * (1 + len(weights))
        assert total <= most, sorted(weights.items(), key=lambda x: -x[1])


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/players/", "/accounts/login/"])
def test_a_page_names_its_style_sheet_in_front_of_it(path: str, cast: Cast) -> None:
    open_hall(cast)
    page = cast.browser_of("stranger").get(path, headers=GZIP)
    assert page["Link"] == "</static/css/site.css>; rel=preload; as=style"


@pytest.mark.django_db
def test_a_part_of_a_page_names_none(cast: Cast) -> None:
    open_hall(cast)
    part = "/events/westport-open/standings/?fragment=live"
    assert "Link" not in cast.browser_of("stranger").get(part)


@pytest.mark.django_db
def test_what_blocks_the_first_paint_is_the_style_sheet_and_the_theme(cast: Cast) -> None:
    """Other scripts share a slow line with them, so they wait."""
    page = cast.browser_of("stranger").get("/players/")
    assert at_once(page) == ["js/theme.js"]
    assert page.content.count(b'rel="stylesheet"') == 1


@pytest.mark.django_db
def test_a_person_of_the_desk_has_one_style_sheet(cast: Cast) -> None:
    ben = Player.objects.get(name="Ben Ito")
    page = cast.browser_of("ann").get(reverse("person", args=[ben.pk]))
    assert page.content.count(b'rel="stylesheet"') == 1


EVENT_PAGES = ("", "matches/", "standings/", "players/", "about/", "numbers/")


@pytest.mark.django_db
@pytest.mark.parametrize("path", EVENT_PAGES)
def test_nothing_but_the_page_itself_blocks_the_first_paint_of_an_event(
    path: str, cast: Cast
) -> None:
    """It carries its style sheet and the theme, and its policy allows just these two."""
    open_hall(cast)
    page = cast.browser_of("stranger").get(f"/events/westport-open/{path}")
    assert at_once(page) == []
    assert b'rel="stylesheet"' not in page.content
    assert "Link" not in page
    policy = page["Content-Security-Policy"].split("; ")
    for tag in ("style", "script"):
        [carried] = re.findall(f"<{tag}>(.*?)</{tag}>".encode(), page.content, re.DOTALL)
        allowed = b64encode(hashlib.sha256(carried).digest()).decode()
        assert f"{tag}-src 'self' 'sha256-{allowed}'" in policy


@pytest.mark.django_db
def test_a_page_that_carries_nothing_allows_nothing_in_it(cast: Cast) -> None:
    page = cast.browser_of("stranger").get("/players/")
    assert "sha256" not in page["Content-Security-Policy"]


def at_once(page: Page) -> list[str]:
    """The script files that are loaded before anything is painted."""
    tags = re.findall("<script[^>]*src=[^>]*>", page.content.decode())
    assert len(tags) >= 2
    waited_for = " ".join(tag for tag in tags if 'fetchpriority="low"' not in tag)
    return re.findall('src="/static/([^"]+)"', waited_for)


MOST_OF_A_TABLE = 150_000  # plain, with 1,000 entries
PAGES = (
    *("event", "matches", "standings", "event_players"),
    *("event_desk", "event_matches", "event_people", "event_seeds", "event_log"),
    *("event_advance", "event_stages"),
)


def page_weights(cast: Cast, entries: int) -> dict[tuple[str, str], int]:
    """The plain bytes of every page with a table of entries, on the last day of a Swiss."""
    by, browser = cast.who("ann"), cast.browser_of("ann")
    sums_at.cache_clear()
    event_at.cache_clear()
    with as_if():
        big = BigEvent.plan(by, cast.club, browser, entries, rounds=3)
        big.draw()
        big.play()
        big.draw()
        asked = {name: big.address(name) for name in PAGES}
        asked["stage_draw"] = big.address("stage_draw", 1)
        return {
            (name, who): len(cast.browser_of(who).get(path).content)
            for name, path in asked.items()
            for who in ("stranger", "ann")
            if who == "ann" or not path.startswith("/desk/")
        }


@pytest.mark.long
def test_every_page_of_1000_entries_weighs_150_kb(cast: Cast) -> None:
    weights = page_weights(cast, 1000)
    assert max(weights.values()) <= MOST_OF_A_TABLE, weights
    assert weights["standings", "stranger"] > 1000 * 50  # it has rows


MOST_OF_A_CARD, MOST_OF_A_LABEL = 2000, 1200  # sent plain, and 250 are printed at once


@pytest.mark.django_db
def test_250_score_cards_weigh_500_kb_and_as_many_labels_300(
    cast: Cast, settings: Settings
) -> None:
    settings.BASE_URL = "https://crokinole.westport.example.org"  # as it is in each code
    hall = open_hall(cast, entries=8, boards=4)
    browser = cast.browser_of("ann")

    def weight(path: str, codes: int) -> int:
        page = browser.get(path, headers=GZIP)
        assert page.content.count(b'class="qr"') == codes
        return len(page.content)

    labels = "/desk/events/westport-open/phones/labels/"
    few, many = (hall.publish(*pairs) for pairs in (((1, 2),), ((3, 4), (5, 6), (7, 8))))
    one, three = (reverse("round_cards", args=[hall.event.slug, r.pk]) for r in (few, many))
    assert (weight(three, 3) - weight(one, 1)) / 2 <= MOST_OF_A_CARD

    all_boards = weight(labels, 4)
    hall.event.boards.set(hall.event.boards.all()[:2])
    assert (all_boards - weight(labels, 2)) / 2 <= MOST_OF_A_LABEL
