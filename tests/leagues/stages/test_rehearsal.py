"""The mishaps of a simulated day, and the results of simulated rounds."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.stages.rehearsal import Mishaps, mishaps_of, shoot_round, strength_of, swap_claim
from scoring.matches import NextRound
from scoring.outcome import Owed
from scoring.presets import PRESETS
from scoring.rules import GameRule
from scoring.shooting import Shooter
from scoring.sides import Seat

SINGLES = PRESETS["tournament-singles"].rule
LEVEL = (25.0, 25.0)
seeds = st.integers(0, 10**6)


def next_round(owed: Owed = Owed.NORMAL) -> NextRound:
    return NextRound(1, 1, owed, Shooter(Seat.A), Shooter(Seat.B))


@given(seeds)
def test_who_comes_late_does_not_leave_and_every_mishap_happens(seed: int) -> None:
    found = mishaps_of(range(40), 400, Random(seed))

    assert (len(found.late), len(found.leaves)) == (2, 1)
    assert not found.late.keys() & found.leaves.keys()
    assert set(found.late.values()) <= {2, 3}
    assert set(found.leaves.values()) <= {3, 4, 5}
    assert (len(found.wrong), len(found.differ), len(found.dead_spot)) == (5, 10, 5)
    assert all(1 <= number <= 400 for number in found.wrong + found.differ)


def test_of_five_no_one_is_late_or_leaves_but_cards_go_wrong() -> None:
    found = mishaps_of(range(5), 10, Random(1))

    assert (found.late, found.leaves) == ({}, {})
    assert (len(found.wrong), len(found.differ), len(found.dead_spot)) == (1, 1, 1)
    assert mishaps_of(range(5), 0, Random(1)).wrong == ()


def test_who_comes_late_is_kept_under_their_number() -> None:
    found = Mishaps({3: 2}, {5: 4}, wrong=(7,), differ=(8, 9), dead_spot=())

    assert Mishaps.from_dict(json.loads(json.dumps(found.to_dict()))) == found


@given(seeds)
def test_mishaps_are_kept_as_json(seed: int) -> None:
    found = mishaps_of(range(40), 400, Random(seed))

    assert Mishaps.from_dict(json.loads(json.dumps(found.to_dict()))) == found


@given(seeds)
def test_a_round_pays_two_and_who_wins_it_has_not_fewer_20s(seed: int) -> None:
    claim = shoot_round(SINGLES, next_round(), LEVEL, Random(seed))

    one, other = claim["points"]
    assert (one, other) in {(2, 0), (0, 2), (1, 1)}
    mine, theirs = claim["twenties"]
    assert 0 <= min(mine, theirs) <= max(mine, theirs) <= SINGLES.discs
    if one > other:
        assert mine >= theirs
    if one < other:
        assert mine <= theirs


def test_the_stronger_side_wins_more_rounds() -> None:
    dice = Random(7)

    def won(strengths: tuple[float, float]) -> int:
        claims = (shoot_round(SINGLES, next_round(), strengths, dice) for _ in range(400))
        return sum(each["points"] == [2, 0] for each in claims)

    assert won((35, 15)) > won((25, 25)) > won((15, 35))


@pytest.mark.parametrize("owed", [Owed.SHOOT_OUT, Owed.SUDDEN_DEATH])
def test_a_shoot_out_has_a_winner(owed: Owed) -> None:
    claim = shoot_round(SINGLES, next_round(owed), LEVEL, Random(2))

    assert sorted(claim["points"]) == [2, 3]


@pytest.mark.parametrize(
    "rule",
    [PRESETS["conventional-singles"].rule, PRESETS["three-colours"].rule],
    ids=["difference", "three sides"],
)
def test_where_totals_are_counted_each_side_has_one(rule: GameRule) -> None:
    claim = shoot_round(rule, next_round(), (25.0,) * rule.sides, Random(3))

    assert len(claim["score"]) == rule.sides
    assert all(20 <= total <= 60 and total % 5 == 0 for total in claim["score"])


def test_newcomers_differ_in_strength() -> None:
    dice = Random(4)

    assert len({strength_of(dice) for _ in range(10)}) == 10


def test_a_round_that_is_misread_has_its_sides_mixed_up() -> None:
    assert swap_claim({"points": [2, 0], "twenties": [3, 1]}) == {
        "points": [0, 2],
        "twenties": [1, 3],
    }
    assert swap_claim({"score": [40, 25]}) == {"score": [25, 40]}


def test_a_tied_round_that_is_misread_has_a_winner() -> None:
    assert swap_claim({"points": [1, 1], "twenties": [2, 2]}) == {"points": [2, 0]}
