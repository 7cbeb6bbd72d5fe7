"""Near pairs suffice: the least total difference over them is the least over all pairs."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.pairing import swiss_candidates
from leagues.pairing.history import History
from leagues.pairing.matching import least_cost
from leagues.pairing.seeds import roll_dice
from leagues.pairing.swiss_candidates import Candidates
from tests.leagues.pairing.tournaments import random_round


def random_field(
    size: int, rounds: int, apart: int, dice: Random, spread: int = 0
) -> Candidates[int]:
    """Entries with some rounds played, some pairs of a family, and points close together."""
    past = [random_round(range(size), dice) for _ in range(rounds)]
    points = sorted((dice.randrange(spread or 3 * size) for _ in range(size)), reverse=True)
    return Candidates(
        entries=range(size),
        points=points,
        history=History(past),
        apart=frozenset(frozenset(dice.sample(range(size), 2)) for _ in range(apart)),
        forbidden=frozenset(),
        partner=lambda place, _: place + 1,
        bye_from_top=False,
    )


def best_cost(candidates: Candidates[int], near: int) -> tuple[int, ...]:
    """The cost of the best matching, without the order among equals."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(swiss_candidates, "NEAR", near)
        patch.setattr(swiss_candidates, "SPREAD", 0)
        edges = [*candidates.edges()]
    size = len(candidates.entries)
    found = least_cost(size + size % 2, edges, roll_dice("x"))
    assert found is not None
    cost = {(one, other): cost for one, other, cost in edges}
    return tuple(map(sum, zip(*(cost[two][:5] for two in found), strict=True)))


@pytest.mark.long
@settings(max_examples=100, deadline=None)
@given(st.integers(2, 60), st.integers(0, 9), st.integers(0, 30), st.randoms(use_true_random=False))
def test_pairs_further_apart_than_the_proof_needs_gain_nothing(
    size: int, rounds: int, apart: int, dice: Random
) -> None:
    candidates = random_field(size, rounds, apart, dice)

    assert best_cost(candidates, near=0) == best_cost(candidates, near=size)


def test_the_near_pairs_of_a_large_field_are_few() -> None:
    candidates = random_field(300, rounds=5, apart=0, dice=Random(1))

    assert len([*candidates.edges()]) < 300 * 45
