"""Long lists of other pages in portions: matches, players, people, the boards of the desk."""

import re

import pytest
from django.urls import reverse

from leagues.models import Match, Stage
from tests.cast import Cast, Page
from tests.leagues.site.big_event import BigEvent
from tests.scenes import scene

pytestmark = [pytest.mark.django_db, pytest.mark.long]

ENTRIES = 204  # 102 boards


@scene
def stage(cast: Cast) -> Stage:
    """A Swiss whose first game is called to the boards."""
    browser = cast.browser_of("ann")
    big = BigEvent.plan(cast.who("ann"), cast.club, browser, ENTRIES, rounds=2)
    big.draw()
    return big.swiss


def show(cast: Cast, stage: Stage, name: str, who: str = "stranger", **asked: str) -> Page:
    return cast.browser_of(who).get(reverse(name, args=[stage.event.slug]), asked)


@pytest.mark.parametrize(
    ("name", "who", "row", "rows"),
    [
        ("matches", "stranger", r'<li id="match-(\d+)"', 102),
        ("event_players", "stranger", r'<li id="entry-(\d+)"', 204),
        ("event_people", "ann", r'<tr id="entry-(\d+)"', 204),
        ("event_desk", "ann", r'id="board-(\d+)"', 102),
    ],
)
def test_a_long_list_is_shown_in_portions(
    cast: Cast, stage: Stage, name: str, who: str, row: str, rows: int
) -> None:
    def rows_in(**asked: str) -> list[str]:
        return re.findall(row, show(cast, stage, name, who, **asked).content.decode())

    everything = rows_in(part="all")
    assert len(everything) == len(set(everything)) == rows
    assert rows_in() == everything[:50]
    assert rows_in(part="2-99") == everything[50:]


def test_a_name_leads_to_its_row(cast: Cast, stage: Stage) -> None:
    page = show(cast, stage, "matches", part="3").content.decode()
    anchor, player = re.findall(r'<li id="(match-\d+)".*?(Player \d+)', page, re.DOTALL)[0]
    answer = show(cast, stage, "matches", find=player)
    assert answer.status_code == 302
    assert answer["Location"].endswith(f"part=3#{anchor}")
    assert show(cast, stage, "matches", find=player, fragment="live").status_code == 200


def test_a_player_finds_their_own_page_by_name(cast: Cast, stage: Stage) -> None:
    page = show(cast, stage, "event_players", part="3").content.decode()
    own, name = re.findall(r'<a href="([^"]*/entries/\d+/)">(.*?)</a>', page)[0]
    player = re.sub("<.*?>", "", name)

    assert show(cast, stage, "event_players", find=player)["Location"] == own


def test_a_player_is_listed_with_the_board_they_play_at_next(cast: Cast, stage: Stage) -> None:
    match = stage.event.matches.unfinished().exclude(board=None).order_by("number")[0]
    entry = match.sides.all()[0].entries.get()
    page = show(cast, stage, "event_players", part="all").text
    row = page[page.index(f'<li id="entry-{entry.pk}"') :]

    assert match.board
    assert f"<small>Board</small> <b>{match.board.number}</b>" in row[: row.index("</li>")]


def test_a_name_or_number_leads_to_its_board(cast: Cast, stage: Stage) -> None:
    answer = show(cast, stage, "event_desk", "ann", find="102 ·")
    assert answer["Location"].endswith("part=3#board-102")


def test_the_desk_keeps_its_portion_when_it_looks_again(cast: Cast, stage: Stage) -> None:
    page = show(cast, stage, "event_desk", "ann", part="3").content.decode()
    assert re.search(r'hx-get="[^"]+\?seen=[^"]+&amp;part=3"', page)


def test_people_found_by_a_name_have_portions_of_their_own(cast: Cast, stage: Stage) -> None:
    page = show(cast, stage, "event_people", "ann", q="Player", part="2").content.decode()
    assert "?q=Player&amp;part=3" in page


@pytest.mark.parametrize("name", ["matches", "event"])
def test_every_player_is_named_with_their_board(cast: Cast, stage: Stage, name: str) -> None:
    page = show(cast, stage, name).content.decode()
    [numbers] = re.findall('data-numbers="([^"]+)"', page)
    match = Match.objects.get(board__number=77)
    players = sorted(match.sides.values_list("players", flat=True))
    mine, board = numbers.split()[76].split(":")
    assert board == "77"
    assert sorted(map(int, mine.split("+"))) == players


def test_the_first_page_shows_some_matches_and_leads_to_all(cast: Cast, stage: Stage) -> None:
    page = show(cast, stage, "event").content.decode()
    assert len(re.findall(r'<li id="match-\d+"', page)) == 50
    assert f'data-list="{reverse("matches", args=[stage.event.slug])}?round=1.1"' in page
    assert "All matches" in page
