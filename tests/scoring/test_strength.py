"""The strength of the opponents."""

from fractions import Fraction

import pytest

from scoring.results import Result, bye, played, played_together, walkover
from scoring.sides import BySeat
from scoring.standings import rank
from scoring.tiebreaks import Prorate
from tests.scoring.tables import FOUR, read


def strengths(results: list[Result[str]], *chain: str) -> dict[str, object]:
    entries = sorted({result.entry for result in results})
    rows = rank(entries, results, chain)
    return {
        row.entry: next(c.value_of(row.entry) for c in row.steps if c.step.name == chain[-1])
        for row in rows
        if any(c.step.name == chain[-1] for c in row.steps)
    }


def test_opponents_are_weighed_in_what_the_chain_counts_first() -> None:
    results = [
        *played(BySeat("Ann", "Ben"), BySeat(4, 4)),
        *played(BySeat("Ben", "Cy"), BySeat(5, 3)),
        *played(BySeat("Ann", "Di"), BySeat(5, 3)),
    ]

    assert strengths(results, "ties", "buchholz")["Ann"] == 6 + 9  # Di's 3 in one of two games
    assert strengths(results, "match-points", "buchholz")["Ann"] == 0 + 3
    assert strengths(results, "wins", "sonneborn-berger")["Ben"] == Fraction(1, 2)


@pytest.mark.parametrize("unplayed", [[bye("Ann", 4)], walkover("Ann", "Eve", BySeat(4, 0))])
def test_a_bye_counts_as_an_opponent_exactly_as_good_as_oneself(
    unplayed: list[Result[str]],
) -> None:
    results = [
        *played(BySeat("Ann", "Ben"), BySeat(4, 4)),
        *played(BySeat("Ben", "Cy"), BySeat(4, 4)),
        *unplayed,
    ]

    assert strengths(results, "points", "buchholz")["Ann"] == 8 + 8


@pytest.mark.parametrize("name", ["buchholz", "buchholz-cut-1", "buchholz-median"])
def test_prorating_equal_games_leaves_buchholz_and_its_cuts(name: str) -> None:
    assert read(name, FOUR, Prorate.TO_MOST_GAMES) == read(name, FOUR)


def test_two_opponents_on_a_side_count_as_their_mean() -> None:
    results = [
        *played_together(BySeat(("Ann", "Di"), ("Ben", "Cy")), BySeat(4, 4)),
        *played(BySeat("Ben", "Cy"), BySeat(7, 1)),
        *played(BySeat("Ann", "Di"), BySeat(4, 4)),
    ]

    assert strengths(results, "wins", "buchholz")["Ann"] == Fraction(1, 2) + 0
    assert strengths(results, "ties", "points", "buchholz")["Ann"] == 8 + 8
