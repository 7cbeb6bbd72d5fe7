"""A finished match from each entry's side, and its separate facts."""

from fractions import Fraction
from typing import Any

import pytest

from scoring.results import (
    Ending,
    Result,
    WonOrLost,
    annul_entry,
    bye_result,
    match_results,
    played_together,
    uncounted_results,
    walkover_results,
)
from scoring.sides import BySeat, Seat
from scoring.standings import rank_entries
from scoring.tiebreaks import POINTS_THEN_TWENTIES, ROUND_ROBIN, Prorate

WON, TIED, LOST = WonOrLost.WON, WonOrLost.TIED, WonOrLost.LOST


def test_a_match_is_seen_from_both_sides() -> None:
    ann, ben = match_results(BySeat("Ann", "Ben"), BySeat(5, 3), BySeat(6, 4))

    assert ann == Result("Ann", ("Ben",), 5, 3, 6, WON)
    assert ben == Result("Ben", ("Ann",), 3, 5, 4, LOST)


@pytest.mark.parametrize(
    ("points", "winner", "went"),
    [
        (BySeat(5, 3), None, [WON, LOST]),
        (BySeat(4, 4), None, [TIED, TIED]),
        (BySeat(4, 4), Seat.B, [LOST, WON]),  # won in a shoot-out
        (BySeat(9, 11), Seat.A, [WON, LOST]),  # a best of three won 5-4, 0-5, 4-2
        (BySeat(2, 1, 0), None, [WON, LOST, LOST]),
        (BySeat(1, 1, 0), None, [TIED, TIED, LOST]),
        (BySeat(5, 5, 5, 5), None, [TIED] * 4),
    ],
)
def test_who_won(points: BySeat[Any], winner: Seat | None, went: list[WonOrLost]) -> None:
    entries = BySeat(*["Ann", "Ben", "Cy", "Di"][: len(points)])

    assert [r.went for r in match_results(entries, points, winner=winner)] == went


def test_against_three_colours_the_others_are_added_up() -> None:
    ann, _, cy = match_results(BySeat("Ann", "Ben", "Cy"), BySeat(8, 6, 4))

    assert (ann.against, ann.opponents) == (10, ("Ben", "Cy"))
    assert (cy.against, cy.twenties) == (14, None)


def test_partners_share_everything_their_side_made() -> None:
    results = played_together(BySeat(("Ann", "Ben"), ("Cy",)), BySeat(6, 2), BySeat(9, None))

    assert [(r.entry, r.partners, r.opponents, r.points, r.twenties) for r in results] == [
        ("Ann", ("Ben",), ("Cy",), 6, 9),
        ("Ben", ("Ann",), ("Cy",), 6, 9),
        ("Cy", (), ("Ann", "Ben"), 2, None),
    ]


def test_every_side_has_points() -> None:
    with pytest.raises(ValueError, match="3 sides cannot share 2"):
        match_results(BySeat("Ann", "Ben", "Cy"), BySeat(5, 3))


UNCOUNTED = [Ending.WITHDRAWN, Ending.ANNULLED, Ending.NOT_RECORDED]

IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"opponents": ("Ann",), "points": 5}, "Ann cannot play against themselves"),
    ({"points": None}, "a match that was played has points"),
    ({"points": None, "ending": Ending.FORFEIT}, "a match that was forfeit has points"),
    *(({"points": 4, "ending": e}, f"a match that was {e} gives no points") for e in UNCOUNTED),
    ({"points": 8, "twenties": 0, "ending": Ending.WALKOVER}, "no 20s are shot in a match"),
]  # fmt: skip


@pytest.mark.parametrize(("facts", "sentence"), IMPOSSIBLE)
def test_what_cannot_be(facts: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Result("Ann", **facts)


# What each fact does to a table. Ann has 6 points and 9 20s from one match.

ANN_PLAYED = match_results(BySeat("Ann", "Ben"), BySeat(6, 2), BySeat(9, 5))


@pytest.mark.parametrize(
    ("more", "games", "points", "twenties"),
    [
        (match_results(BySeat("Ann", "Cy"), BySeat(4, 4), BySeat(7, 1)), 2, 10, 16),
        ([bye_result("Ann")], 1, 6, 9),
        ([bye_result("Ann", points=4)], 2, 10, 9),
        (walkover_results("Ann", "Cy", BySeat(8, 0)), 2, 14, 9),
        (walkover_results("Cy", "Ann", BySeat(8, 0)), 2, 6, 9),
        *((uncounted_results(BySeat("Ann", "Cy"), ending), 1, 6, 9) for ending in UNCOUNTED),
    ],
)
def test_each_fact_has_its_own_effect(
    more: list[Result[str]], games: int, points: int, twenties: int
) -> None:
    ann, *_ = rank_entries(["Ann"], [*ANN_PLAYED, *more])

    assert (ann.games, ann.made.points, ann.made.twenties) == (games, points, twenties)


def test_a_bye_without_points_is_no_game_so_totals_are_prorated() -> None:
    """Nine games, and eight with a bye: 48 points in eight are 54 over nine."""
    full = [
        match_results(BySeat("Ann", f"rival {n}"), BySeat(6, 2), BySeat(9, 1)) for n in range(9)
    ]
    short = [
        match_results(BySeat("Ben", f"rival {n}"), BySeat(6, 2), BySeat(8, 1)) for n in range(8)
    ]
    results = [*sum(full, ()), *sum(short, ()), bye_result("Ben")]
    ann, ben = rank_entries(["Ann", "Ben"], results)

    assert (ann.points, ann.twenties, ben.points, ben.twenties) == (54, 81, 54, 72)
    assert (ben.made.points, ben.made.twenties, ben.games) == (48, 64, 8)


@pytest.mark.parametrize(
    "unplayed", [[bye_result("Ben", 4)], walkover_results("Ben", "Cy", BySeat(8, 0))]
)
def test_byes_and_walkovers_move_no_average_of_20s(unplayed: list[Result[str]]) -> None:
    results = [
        *match_results(BySeat("Ann", "Cy"), BySeat(4, 4), BySeat(7, 2)),
        *match_results(BySeat("Ann", "Di"), BySeat(4, 4), BySeat(8, 2)),
        *match_results(BySeat("Ben", "Di"), BySeat(4, 4), BySeat(7, 2)),
        *unplayed,
    ]
    twenties = {row.entry: row.twenties for row in rank_entries(["Ann", "Ben"], results)}

    assert twenties == {"Ann": 15, "Ben": 14}


def test_annulling_strikes_an_entry_out_of_every_match() -> None:
    results = [
        *ANN_PLAYED,
        *match_results(BySeat("Ann", "Cy"), BySeat(2, 6), BySeat(3, 9)),
        *match_results(BySeat("Ben", "Cy"), BySeat(0, 8), BySeat(3, 9)),
    ]
    kept = annul_entry(results, "Cy")

    assert [r.ending for r in kept] == [Ending.PLAYED] * 2 + [Ending.ANNULLED] * 4
    assert [(r.entry, r.points, r.games) for r in rank_entries(["Ann", "Ben"], kept)] == [
        ("Ann", 6, 1),
        ("Ben", 2, 1),
    ]


def test_who_left_the_table_still_counts_for_those_who_stay() -> None:
    results = [*ANN_PLAYED, *match_results(BySeat("Ben", "Cy"), BySeat(8, 0), BySeat(3, 9))]
    rows = rank_entries(["Ann", "Ben"], results, ROUND_ROBIN)

    assert [(row.entry, row.points) for row in rows] == [("Ann", 12), ("Ben", 10)]


def test_points_may_be_shared_in_fractions() -> None:
    ann, *_ = match_results(BySeat("Ann", "Ben", "Cy"), BySeat(Fraction(14, 2), 7, 4))

    assert ann.points == 7


def test_a_bye_that_pays_is_no_game_without_20s_where_totals_stand() -> None:
    """Ann shot 12 in two games and sat out once: as good as 18 in three, not as 12."""
    results = [
        *match_results(BySeat("Ann", "Ben"), BySeat(8, 0), BySeat(6, 5)),
        *match_results(BySeat("Ann", "Cy"), BySeat(0, 8), BySeat(6, 5)),
        *match_results(BySeat("Ben", "Cy"), BySeat(8, 0), BySeat(5, 5)),
        *match_results(BySeat("Ben", "Di"), BySeat(8, 0), BySeat(5, 0)),
        bye_result("Ann", 8),
    ]
    rows = rank_entries(["Ann", "Ben"], results, POINTS_THEN_TWENTIES, prorate_to=Prorate.NOT)
    ann, ben = sorted(rows, key=lambda row: row.entry)

    assert (ann.points, ann.twenties, ben.points, ben.twenties) == (16, 18, 16, 15)
    assert (ann.place, ann.made.twenties, ann.made.shot_in, ann.due) == (1, 12, 2, 3)


def test_who_has_only_had_byes_has_shot_at_nothing() -> None:
    results = [
        bye_result("Ann", 8),
        *match_results(BySeat("Ben", "Cy"), BySeat(8, 0), BySeat(0, 3)),
    ]
    ann, ben, _ = rank_entries(["Ann", "Ben", "Cy"], results, POINTS_THEN_TWENTIES)

    assert (ann.place, ann.twenties, ben.place, ben.twenties) == (1, None, 1, 0)
    assert str(ann.because()).endswith("(20s skipped: not recorded for Ann)")
