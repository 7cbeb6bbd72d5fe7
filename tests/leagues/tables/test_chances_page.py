"""Chances beside the standings: how often each entry comes first, and what it still needs."""

import re

import pytest
from django.test import Client

from leagues.actions.events.events import add_stage
from leagues.models import Club, PoolEntry
from leagues.reads.tables.chances import chances_in, how_often
from leagues.stages.entry_sources import TopOfPools
from leagues.stages.pairing_ways import Knockout, Partners, Swiss
from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.leagues.site.test_public import read_page
from tests.leagues.tables.test_public_standings import TO_COME, play_games
from tests.scenes import scene

pytestmark = pytest.mark.django_db

CHANCES = "/events/westport-open/chances/"
STANDINGS = "/events/westport-open/standings/"
NAMES = ["Ann A", "Ben B", "Cy C", "Di D"]


@scene
def hall(cast: Cast) -> DeskHall:
    return open_hall(cast, names=NAMES)


def text_of(path: str = CHANCES) -> str:
    return re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", read_page(path)))


def test_who_leads_before_the_last_match_has_the_best_chances(hall: DeskHall) -> None:
    play_games(hall, (1, 2, 7), (3, 4, 4))
    play_games(hall, (1, 3, TO_COME), (2, 4, TO_COME))

    found = chances_in(hall.stage)
    assert found is not None
    [pool] = found.pools
    assert str(pool.lines[0].entry.people[0]) == "Ann A"
    assert sum(line.first for line in pool.lines) == pytest.approx(1)
    assert pool.lines[0].first > max(line.first for line in pool.lines[1:])
    assert "Needs" in pool.lines[0].needs
    assert "Ann A" in text_of()
    assert "times in 10" in text_of()
    why = read_page(CHANCES).split('<tr class="why">')
    assert len(why) == 1 + sum(bool(line.needs or line.likely) for line in pool.lines)
    assert "Needs" not in why[0], "a name opens what it needs"
    assert {line.left for line in pool.lines} == {1}
    assert f"{pool.lines[0].points} 1 {pool.lines[0].rating} " in text_of(), (
        "why the chances differ"
    )


def test_certain_and_impossible_chances_are_shown(hall: DeskHall) -> None:
    play_games(hall, (1, 2, 8), (3, 4, 4))
    play_games(hall, (1, 3, 8), (2, 4, 4))
    play_games(hall, (1, 4, 4), (2, 3, TO_COME))

    found = chances_in(hall.stage)
    assert found is not None
    ann, *others = found.pools[0].lines
    assert (ann.often, ann.first) == ("for certain", 1)
    assert {line.often for line in others} == {"no longer"}


def test_what_was_played_that_day_tells_how_strong_everybody_is(hall: DeskHall) -> None:
    """Cy needs 4 points to tie with Ann. His opponent Ben has lost 8-0."""
    play_games(hall, (1, 2, 8), (3, 4, 4))
    play_games(hall, (2, 3, TO_COME))

    found = chances_in(hall.stage)
    assert found is not None
    by_name = {str(line.entry.people[0]): line.first for line in found.pools[0].lines}
    assert by_name["Cy C"] > 0.53


def test_a_stage_with_rounds_to_draw_has_chances_too(cast: Cast) -> None:
    hall = open_hall(cast, names=NAMES, way=Swiss(games=3))
    play_games(hall, (1, 2, 8), (3, 4, 5))

    found = chances_in(hall.stage)
    assert found is not None
    assert sum(line.first for line in found.pools[0].lines) == pytest.approx(1)
    assert {line.needs for line in found.pools[0].lines} == {""}


def test_where_a_stage_follows_the_chance_to_play_on_is_shown(hall: DeskHall) -> None:
    add_stage(by=hall.by, event=hall.event, name="Final", way=Knockout(), takes=TopOfPools(2))
    play_games(hall, (1, 2, 8), (3, 4, 5))
    play_games(hall, (1, 3, TO_COME), (2, 4, TO_COME))

    found = chances_in(hall.stage)
    assert found is not None
    assert found.cut == 2
    assert sum(line.in_cut for line in found.pools[0].lines) == pytest.approx(2)
    assert "Advances" in text_of()


def test_before_the_first_result_and_after_the_last_there_are_none(hall: DeskHall) -> None:
    read_page(CHANCES, 404)
    assert CHANCES not in read_page(STANDINGS)
    play_games(hall, (1, 2, 8), (3, 4, 5))
    assert chances_in(hall.stage) is None, "nothing is left to play"
    read_page(CHANCES, 404)


def test_rotating_partners_have_none(cast: Cast) -> None:
    hall = open_hall(cast, names=NAMES, way=Partners())
    play_games(hall, (1, 2, 8), (3, 4, TO_COME))
    assert chances_in(hall.stage) is None


def test_a_club_that_does_not_want_chances_shows_none(hall: DeskHall) -> None:
    play_games(hall, (1, 2, 8), (3, 4, TO_COME))
    assert f'href="{CHANCES}?stage=1"' in read_page(STANDINGS)

    Club.objects.update(shows_chances=False)
    read_page(CHANCES, 404)
    assert f'href="{CHANCES}?stage=1"' not in read_page(STANDINGS)


def test_an_organiser_switches_chances_off(cast: Cast) -> None:
    browser: Client = cast.browser_of("ann")
    page = browser.get("/desk/club/")
    assert 'name="shows_chances"' in page.content.decode()
    browser.post("/desk/club/", {"colour": "#6a3d1a"})
    assert not Club.objects.get(is_home=True).shows_chances


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (0.0, "hardly ever"),
        (0.04, "hardly ever"),
        (0.06, "1 time in 10"),
        (0.31, "3 times in 10"),
        (0.94, "9 times in 10"),
        (1.0, "nearly always"),
    ],
)
def test_chances_are_shown_in_tenths(chance: float, words: str) -> None:
    assert how_often(chance) == words


def test_it_belongs_to_the_standings_and_has_their_menu_of_pools(cast: Cast) -> None:
    hall = open_hall(cast, names=NAMES, way=Swiss(3))
    play_games(hall, (1, 2, 7), (3, 4, 4))
    page = read_page(CHANCES)
    assert f'href="{STANDINGS}" aria-current="true"' in page
    assert 'aria-label="Stages"' not in page

    other = hall.stage.pools.create(number=2, name="B")
    hall.stage.pools.filter(number=1).update(name="A")
    PoolEntry.objects.filter(entry__in=hall.entries[2:]).update(pool=other)
    menu = read_page(CHANCES).partition('aria-label="Stages"')[2]
    assert re.findall(r'href="#(pool-.)">\s*(.*?)\s*</a>', menu) == [
        ("pool-1", "Pool A"),
        ("pool-2", "Pool B"),
    ]
