"""Clubs ranked by what their players made against each other."""

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.club_table import ClubRow, club_table
from scoring.results import (
    Ending,
    Result,
    bye_result,
    match_results,
    played_together,
    uncounted_results,
)
from scoring.sides import BySeat
from scoring.standings import rank_entries
from scoring.tiebreaks import POINTS_SHARED, ROUND_ROBIN, SWISS, Prorate
from tests.scoring.test_golden import GOLDEN

DAYS = json.loads((GOLDEN / "g09_interclub_days.json").read_text())["days"]
CLUBS = {"Ann": "Mill", "Ben": "Mill", "Cy": "Lake", "Di": "Lake"}


def results_of(a: str, b: str, made: int, against: int) -> tuple[Result[str], ...]:
    return match_results(BySeat(a, b), BySeat(made, against))


def places_and_points(rows: tuple[ClubRow[str], ...]) -> list[tuple[int, str, Any]]:
    return [(each.row.place, each.row.entry, each.row.points) for each in rows]


# --- Days that were played ----------------------------------------------------------------


def results_of_day(day: dict[str, Any]) -> Iterator[Result[str]]:
    """Each player met every player of the other clubs; a club's points are spread over them."""
    won, size = day["won_from"], range(day["per_club"])
    for one, other in combinations(day["clubs"], 2):
        taken = zip(
            spread_points(won[one][other], len(size) ** 2),
            spread_points(won[other][one], len(size) ** 2),
            strict=True,
        )
        for at, (made, against) in enumerate(taken):
            a, b = divmod(at, len(size))
            yield from results_of(f"{one}{a}", f"{other}{b}", made, against)


def spread_points(points: int, games: int) -> list[int]:
    each, more = divmod(points, games)
    return [each + (at < more) for at in range(games)]


@pytest.mark.parametrize("day", DAYS, ids=[day["date"] for day in DAYS])
def test_the_published_clubs_come_out(day: dict[str, Any]) -> None:
    club_of = {f"{c}{n}": c for c in day["clubs"] for n in range(day["per_club"])}

    rows = club_table(results_of_day(day), club_of)

    published = sorted(day["published"], key=lambda line: int(line["place"]))
    assert places_and_points(rows) == [
        (line["place"], line["club"], line["total"]) for line in published
    ]
    for each in rows:
        taken = {c: n for c, n in day["won_from"][each.row.entry].items() if n}
        assert each.won_from == taken
        assert sum(player.points for player in each.players) == each.row.points


@pytest.mark.parametrize("day", DAYS, ids=[day["date"] for day in DAYS])
def test_players_level_on_points_share_their_place_as_published(day: dict[str, Any]) -> None:
    results = [
        result
        for n, line in enumerate(day["players"])
        for result in results_of(f"P{n}", f"of {n}", line["points"], 0)
    ]
    entries = [f"P{n}" for n in range(len(day["players"]))]

    rows = rank_entries(entries, results, POINTS_SHARED)

    assert [row.place for row in rows] == [line["place"] for line in day["players"]]


# --- Whose points they are ----------------------------------------------------------------


def test_club_mates_who_meet_play_for_themselves() -> None:
    rows = club_table([*results_of("Ann", "Ben", 8, 0), *results_of("Ann", "Cy", 5, 3)], CLUBS)

    assert places_and_points(rows) == [(1, "Mill", 5), (2, "Lake", 3)]
    assert rows[0].won_from == {"Lake": 5}


def test_a_player_without_a_club_counts_for_none_and_is_an_opponent_to_all() -> None:
    results = [*results_of("Ann", "Zoe", 6, 2), *results_of("Zoe", "Cy", 5, 3)]

    rows = club_table(results, CLUBS | {"Zoe": ""})

    assert places_and_points(rows) == [(1, "Mill", 6), (2, "Lake", 3)]
    assert rows[0].won_from == {"": 6}
    assert rows == club_table(results, CLUBS)  # no line for them is no club either
    assert places_and_points(club_table(results, CLUBS, SWISS)) == places_and_points(rows)


def test_a_bye_that_pays_is_nobodys_loss() -> None:
    rows = club_table(
        [bye_result("Ann", 8), bye_result("Cy"), *results_of("Ben", "Di", 2, 6)], CLUBS
    )

    won_from = {each.row.entry: each.won_from for each in rows}
    assert won_from == {"Mill": {"Lake": 2, "": 8}, "Lake": {"Mill": 6}}


def test_three_clubs_at_one_board_take_points_from_no_one_club() -> None:
    sides = BySeat(("Ann",), ("Cy",), ("Eve",))
    results = played_together(sides, BySeat(4, 2, 0))

    rows = club_table(results, CLUBS | {"Eve": "Hill"})

    assert places_and_points(rows) == [(1, "Mill", 4), (2, "Lake", 2), (3, "Hill", 0)]
    assert rows[0].won_from == {"": 4}


def test_an_annulled_match_counts_for_no_club() -> None:
    struck_out = uncounted_results(BySeat("Ann", "Cy"), Ending.ANNULLED)

    [lake, mill] = club_table(struck_out, dict(sorted(CLUBS.items(), reverse=True)))

    assert (lake.won_from, mill.won_from) == ({}, {})
    assert (lake.row.place, mill.row.place, lake.row.games) == (1, 1, 0)


# --- Clubs of unequal size -----------------------------------------------------------------

THREE_AND_TWO = CLUBS | {"Ed": "Mill"}
ALL_MET = [
    *results_of("Ann", "Cy", 8, 0), *results_of("Ann", "Di", 4, 4), *results_of("Ben", "Cy", 5, 3),
    *results_of("Ben", "Di", 4, 4), *results_of("Ed", "Cy", 1, 7), *results_of("Ed", "Di", 0, 8),
]  # fmt: skip


def test_a_large_club_is_compared_over_as_many_games_as_a_small_one() -> None:
    clubs = {"Ann": "Mill", "Ben": "Mill", "Cy": "Lake", "Eve": "Hill"}
    results = [
        *results_of("Ann", "Cy", 4, 4), *results_of("Ann", "Eve", 6, 2), *results_of("Ben", "Cy", 2, 6),
        *results_of("Ben", "Eve", 5, 3), *results_of("Cy", "Eve", 6, 2),
    ]  # fmt: skip

    lake, mill, hill = club_table(results, clubs)

    assert (lake.row.made.points, lake.row.points, lake.row.games) == (16, Fraction(64, 3), 3)
    assert (mill.row.points, mill.row.games) == (17, 4)
    assert hill.row.points == Fraction(28, 3)
    as_made = club_table(results, clubs, prorate_to=Prorate.NOT)
    assert places_and_points(as_made) == [(1, "Mill", 17), (2, "Lake", 16), (3, "Hill", 7)]


def test_the_best_so_many_of_each_club_count() -> None:
    lake, mill = club_table(ALL_MET, THREE_AND_TWO, best=2, prorate_to=Prorate.NOT)

    assert (lake.row.entry, lake.row.points) == ("Lake", 26)
    assert (mill.row.entry, mill.row.points) == ("Mill", 21)
    assert [(p.entry, p.points, p.counts) for p in mill.players] == [
        ("Ann", 12, True), ("Ben", 9, True), ("Ed", 1, False)
    ]  # fmt: skip
    assert mill.won_from == {"Lake": 21}


# --- Ties -----------------------------------------------------------------------------------


def test_clubs_level_share_their_place_unless_the_chain_looks_further() -> None:
    level = [
        *results_of("Ann", "Cy", 6, 2), *results_of("Cy", "Eve", 6, 2), *results_of("Ann", "Eve", 2, 6)
    ]  # fmt: skip
    clubs = {"Ann": "Mill", "Cy": "Lake", "Eve": "Hill"}

    assert {each.row.place for each in club_table(level, clubs)} == {1}
    two = [*results_of("Ann", "Cy", 6, 2), *results_of("Cy", "Zoe", 4, 4)]
    rows = club_table(two, CLUBS, ROUND_ROBIN, prorate_to=Prorate.NOT)
    assert places_and_points(rows) == [(1, "Mill", 6), (2, "Lake", 6)]
    assert str(rows[0].row.because()) == "first on head-to-head, 6-2 against Lake"


# --- Always ---------------------------------------------------------------------------------

cards = st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from("ghijkl"), st.integers(0, 8)))


@given(cards, st.sampled_from([None, 1, 2, 3]))
def test_club_points_come_from_players_and_opponents(
    of_day: list[tuple[str, str, int]], best: int | None
) -> None:
    clubs = {"a": "X", "b": "X", "c": "X", "d": "Y", "g": "Y", "h": "Y", "i": "Z"}
    results = [r for a, b, made in of_day for r in results_of(a, b, made, 8 - made)]

    for each in club_table(results, clubs, best=best):
        counted = sum(player.points for player in each.players if player.counts)
        assert counted == each.row.made.points == sum(each.won_from.values())
        left_out = [player.points for player in each.players if not player.counts]
        assert len(left_out) == max(0, len(each.players) - (best or 9))
        assert all(p.points >= max(left_out, default=0) for p in each.players if p.counts)
