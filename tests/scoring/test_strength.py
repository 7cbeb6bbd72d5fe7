"""The strength of the opponents."""

from fractions import Fraction

import pytest

from scoring.results import Result, bye_result, match_results, played_together, walkover_results
from scoring.sides import BySeat
from scoring.standings import rank_entries
from scoring.tiebreaks import Prorate
from tests.scoring.tables import FOUR, step_values


def strength_values(results: list[Result[str]], *chain: str) -> dict[str, object]:
    entries = sorted({result.entry for result in results})
    rows = rank_entries(entries, results, chain)
    return {
        row.entry: next(c.value_of(row.entry) for c in row.steps if c.step.name == chain[-1])
        for row in rows
        if any(c.step.name == chain[-1] for c in row.steps)
    }


def test_opponents_are_weighed_in_what_the_chain_counts_first() -> None:
    results = [
        *match_results(BySeat("Ann", "Ben"), BySeat(4, 4)),
        *match_results(BySeat("Ben", "Cy"), BySeat(5, 3)),
        *match_results(BySeat("Ann", "Di"), BySeat(5, 3)),
    ]

    assert (
        strength_values(results, "ties", "buchholz")["Ann"] == 6 + 9
    )  # Di's 3 in one of two games
    assert strength_values(results, "match-points", "buchholz")["Ann"] == 0 + 3
    assert strength_values(results, "wins", "sonneborn-berger")["Ben"] == Fraction(1, 2)


@pytest.mark.parametrize(
    "unplayed", [[bye_result("Ann", 4)], walkover_results("Ann", "Eve", BySeat(4, 0))]
)
def test_a_bye_counts_as_an_opponent_exactly_as_good_as_oneself(
    unplayed: list[Result[str]],
) -> None:
    results = [
        *match_results(BySeat("Ann", "Ben"), BySeat(4, 4)),
        *match_results(BySeat("Ben", "Cy"), BySeat(4, 4)),
        *unplayed,
    ]

    assert strength_values(results, "points", "buchholz")["Ann"] == 8 + 8


@pytest.mark.parametrize("name", ["buchholz", "buchholz-cut-1", "buchholz-median"])
def test_prorating_equal_games_leaves_buchholz_and_its_cuts(name: str) -> None:
    assert step_values(name, FOUR, Prorate.TO_MOST_GAMES) == step_values(name, FOUR)


def test_two_opponents_on_a_side_count_as_their_mean() -> None:
    results = [
        *played_together(BySeat(("Ann", "Di"), ("Ben", "Cy")), BySeat(4, 4)),
        *match_results(BySeat("Ben", "Cy"), BySeat(7, 1)),
        *match_results(BySeat("Ann", "Di"), BySeat(4, 4)),
    ]

    assert strength_values(results, "wins", "buchholz")["Ann"] == Fraction(1, 2) + 0
    assert strength_values(results, "ties", "points", "buchholz")["Ann"] == 8 + 8
