"""The possible effects of the next night: an assumed order, points needed to pass a player, or
too late.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
import time_machine
from django.test import Client

from leagues.models import Event, Player
from leagues.reads.leagues.table.player_season import player_in_league
from leagues.reads.leagues.table.season_table import season_tables
from leagues.reads.leagues.table.what_if import WhatIf, what_if
from scoring.season import NIGHTS, BestScores, EveryScore, NightMark, Scheme, SeasonTotal
from tests.cast import Cast
from tests.leagues.leagues.mondays import Mondays


@pytest.fixture(autouse=True)
def before_the_first_night() -> Iterator[None]:
    with time_machine.travel("2026-10-04T12:00:00Z", tick=False):
        yield


def open_mondays(cast: Cast, *names: str, nights: int = 4, **rules: object) -> Mondays:
    scheme: Scheme = replace(NIGHTS, **rules)  # type: ignore[arg-type]
    return Mondays.open(cast, *names, nights=nights, scheme=scheme)


def try_order(mondays: Mondays, *names: str) -> WhatIf:
    order = [str(mondays.player(name).pk) for name in names]
    found = what_if(mondays.season(), order)
    assert found is not None
    return found


def names_of(players: tuple[Player, ...]) -> list[str]:
    return [player.name for player in players]


def totals_of(found: WhatIf) -> dict[str, float]:
    [table] = found.tables
    return {line.player.name: float(line.row.tour_points) for line in table.lines}


# --- What if --------------------------------------------------------------------------------


def test_a_place_is_worth_what_it_has_brought_in_the_middle_of_all_nights(cast: Cast) -> None:
    """A place pays the median of what it has paid: first 5, 6, 7, 8, 8; second 0, 0, 1, 2, 3;
    third nothing so far. The night that is tried is the last.
    """
    every = EveryScore()
    mondays = open_mondays(cast, "Zoë", "Bo", "Cy", nights=6, counting=every)
    for number, points in enumerate((8, 5, 7, 6, 8), 1):
        mondays.play(number, ("Zoë", "Bo", points, 8 - points))

    assert totals_of(try_order(mondays, "Bo", "Cy", "Zoë")) == {"Zoë": 34, "Bo": 13, "Cy": 1}


def test_repeated_and_unknown_players_are_left_out_of_the_order(
    cast: Cast,
) -> None:
    mondays = open_mondays(cast, "Zoë", "Bo", "Cy", "Di")
    mondays.play(1, ("Zoë", "Bo", 5, 3))

    found = try_order(mondays, "Gus", "Bo", "Bo", "Zoë", "Cy")

    assert names_of(found.order) == ["Bo", "Zoë", "Cy"]
    assert [player and player.name for player in found.places] == ["Bo", "Zoë", "Cy", None]


def test_until_an_order_is_chosen_the_second_wins_before_the_leader(cast: Cast) -> None:
    """A first place has paid five points, a second three."""
    mondays = open_mondays(cast, "Zoë", "Bo", "Cy", "Di")
    mondays.play(1, ("Zoë", "Bo", 5, 3))

    found = try_order(mondays)

    assert [player and player.name for player in found.places] == ["Bo", "Zoë", None]
    assert totals_of(found) == {"Zoë": 8, "Bo": 8, "Cy": 0, "Di": 0}


def test_three_places_can_be_chosen_before_any_night(cast: Cast) -> None:
    mondays = open_mondays(cast, "Zoë", "Bo", "Cy", "Di")

    assert try_order(mondays).places == [None, None, None]
    page = Client().get(f"{mondays.league.get_absolute_url()}what-if/").text
    assert page.count('<select id="place-') == 3
    assert "Nothing is saved." in page


def test_the_night_that_is_tried_is_the_next_and_no_other(cast: Cast) -> None:
    mondays = open_mondays(cast, "Zoë", "Bo")
    mondays.play(1, ("Zoë", "Bo", 5, 3))

    found = try_order(mondays, "Bo")

    assert found.night.number == 2
    assert [night.number for night in found.tables[0].nights] == [2, 1]


def test_a_night_is_a_bar_in_percent_of_the_best(cast: Cast) -> None:
    mondays = open_mondays(cast, "Zoë", "Bo")
    mondays.play(1, ("Zoë", "Bo", 8, 3))
    mondays.play(2, ("Bo", "Zoë", 6, 2))

    found = player_in_league(mondays.season(), mondays.player("Zoë").pk)
    assert found is not None
    played = {cell.night.number: percent for cell, percent in found.nights if cell.score}
    assert played == {1: 100, 2: 25}


def test_a_night_that_is_over_has_a_podium_with_its_points(cast: Cast) -> None:
    mondays = open_mondays(cast, "Zoë", "Bo")
    mondays.play(1, ("Zoë", "Bo", 8, 3))

    page = Client().get(f"/leagues/{mondays.league.slug}/nights/{mondays.night(1).pk}/")
    assert re.search(r"<h2[^>]*>\s*<a[^>]*>Standings</a>", page.text), "and its one event no name"
    podium = page.text.split('class="podium"')[1].split("</ol>")[0]
    assert re.findall(r"(Zoë|Bo)</a><small[^>]*>([^<]*)<", podium) == [
        ("Zoë", "8 points"),
        ("Bo", "3 points"),
    ]


# --- Passing --------------------------------------------------------------------------------


def points_to_pass(mondays: Mondays, name: str) -> dict[str, float]:
    found = player_in_league(mondays.season(), mondays.player(name).pk)
    assert found is not None
    return {each.name: float(each.points) for each in found.passing}


def test_who_has_all_scores_that_count_must_better_one_of_them(cast: Cast) -> None:
    """Only the best night counts: Bo's 3 is replaced by any score that passes Zoë's 8."""
    mondays = open_mondays(cast, "Zoë", "Bo", counting=BestScores(1))
    mondays.play(1, ("Zoë", "Bo", 8, 3))

    assert points_to_pass(mondays, "Bo") == {"Zoë": 8}


def test_the_three_ahead_are_named_the_nearest_first(cast: Cast) -> None:
    names = ("Di", "Cy", "Bo", "Al", "Zoë")
    mondays = open_mondays(cast, *names)
    mondays.play(1, *[(name, "Gus", 10 - at, 0) for at, name in enumerate(names)])

    assert list(points_to_pass(mondays, "Zoë").items()) == [("Al", 1), ("Bo", 2), ("Cy", 3)]
    assert list(points_to_pass(mondays, "Cy")) == ["Di"]


def test_an_average_shows_no_points_to_pass(cast: Cast) -> None:
    mondays = open_mondays(cast, "Zoë", "Bo", total=SeasonTotal.AVERAGE)
    mondays.play(1, ("Zoë", "Bo", 8, 3))

    assert points_to_pass(mondays, "Bo") == {}


# --- The table ------------------------------------------------------------------------------


def test_who_can_no_longer_come_to_enough_nights_is_out(cast: Cast) -> None:
    """Three nights are required and one is left: Bo has two, Cy one and Di none."""
    mondays = open_mondays(cast, "Zoë", "Bo", "Cy", "Di", minimum_nights=3)
    mondays.play(1, ("Zoë", "Bo", 5, 3))
    mondays.play(2, ("Zoë", "Bo", 5, 3))
    mondays.play(3, ("Zoë", "Cy", 5, 3))

    [table] = season_tables(mondays.season())
    assert [line.player.name for line in table.lines if line.is_out] == ["Cy", "Di"]


def test_the_details_of_a_line_are_as_wide_as_the_line(cast: Cast) -> None:
    mondays = open_mondays(cast, "Zoë", "Bo")
    for number in (1, 2):
        mondays.play(number, ("Zoë", "Bo", 5, 3))

    text = Client().get("/leagues/mondays/").content.decode()
    wide = {1 + int(columns) for columns in re.findall(r'colspan="(\d+)"', text)}
    assert wide == {len(re.findall(r"<th scope=\"col\"", text))}


def test_the_key_explains_the_marks_of_cells_without_a_score(cast: Cast) -> None:
    mondays = open_mondays(cast, "Zoë", "Bo")
    mondays.play(1, ("Zoë", "Bo", 5, 3))
    assert season_tables(mondays.season())[0].marks == set()

    mondays.play(2, ("Zoë", "Gus", 5, 3))
    assert season_tables(mondays.season())[0].marks == {NightMark.ABSENT}


@pytest.mark.parametrize(("best", "explained"), [(1, True), (2, False)])
def test_the_key_explains_scores_that_do_not_count(cast: Cast, best: int, explained: bool) -> None:
    mondays = open_mondays(cast, "Zoë", "Bo", counting=BestScores(best))
    for number in (1, 2):
        mondays.play(number, ("Zoë", "Bo", 5, 3))

    text = Client().get("/leagues/mondays/").content.decode()
    assert ("doesn’t count" in text) is explained


# --- Several events on a night --------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "counts"),
    [(Event.State.FINISHED, 11), (Event.State.RUNNING, 0), (Event.State.PLANNED, 0)],
)
def test_a_night_counts_once_all_its_events_are_over(
    cast: Cast, state: Event.State, counts: int
) -> None:
    mondays = open_mondays(cast, "Zoë", "Bo", "Cy")
    mondays.play(1, ("Zoë", "Bo", 5, 3))
    mondays.play(1, ("Zoë", "Cy", 6, 2), state=state)

    assert mondays.totals()["Zoë"] == counts


def test_without_an_order_the_table_is_the_current_one(cast: Cast) -> None:
    mondays = open_mondays(cast, "Zoë", "Bo")
    mondays.play(1, ("Zoë", "Bo", 6, 2))

    found = what_if(mondays.season(), [""])

    assert found is not None
    assert totals_of(found) == mondays.totals()
    address = f"{mondays.league.get_absolute_url()}what-if/"
    assert "<table" in Client().get(address).text
