"""From the morning's order into pools, and from the pools into a play-off."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.pairing.knockout import bracket_size, seed_order
from leagues.pairing.pools import (
    cross_seeds,
    deal_bands,
    deal_snake,
    deal_tiers,
    even_sizes,
    possible_sizes,
)
from leagues.pairing.seeds import roll_dice
from leagues.pairing.values import pair_up
from tests.leagues.pairing.tournaments import seeds


@pytest.mark.parametrize(
    ("sizes", "first_of_each"),
    [
        ([10, 10, 9, 9], [1, 11, 21, 30]),
        ([13, 13, 12], [1, 14, 27]),
        ([11, 10, 10, 10], [1, 12, 22, 32]),
    ],
)
def test_bands_follow_the_overall_order(sizes: list[int], first_of_each: list[int]) -> None:
    pools = deal_bands(range(1, sum(sizes) + 1), sizes)

    assert [pool[0] for pool in pools] == first_of_each
    assert [entry for pool in pools for entry in pool] == [*range(1, sum(sizes) + 1)]


def test_stated_sizes_must_hold_everyone() -> None:
    with pytest.raises(ValueError, match="pools of 40 altogether do not hold 38 entries"):
        deal_bands(range(38), [10] * 4)


def test_sizes_are_as_even_as_can_be() -> None:
    assert even_sizes(41, 4) == [11, 10, 10, 10]
    assert possible_sizes(41, 7, 14) == [[14, 14, 13], [11, 10, 10, 10], [9, 8, 8, 8, 8]]
    assert possible_sizes(6, 7, 14) == []


def test_the_snake_turns_at_both_ends() -> None:
    assert deal_snake(range(1, 13), 4) == [[1, 8, 9], [2, 7, 10], [3, 6, 11], [4, 5, 12]]


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 30), st.integers(1, 6), seeds)
def test_every_pool_gets_one_of_every_tier(size: int, count: int, seed: str) -> None:
    pools = deal_tiers(range(size), count, roll_dice(seed))

    assert sorted(entry for pool in pools for entry in pool) == list(range(size))
    assert all([entry // count for entry in pool] == [*range(len(pool))] for pool in pools)


def test_clubmates_are_dealt_to_different_pools() -> None:
    club = pair_up([[0, 4, 8, 12], [1, 5, 9, 13]])

    pools = deal_tiers(range(16), 4, roll_dice("x"), club)

    assert all(not (pair <= set(pool)) for pair in club for pool in pools)


def test_of_two_pools_winners_meet_the_other_runner_up() -> None:
    assert cross_seeds([["A1", "A2"], ["B1", "B2"]], roll_dice("x")) == ["A1", "B1", "A2", "B2"]


@pytest.mark.parametrize(("pools", "going"), [(2, 4), (4, 2), (8, 2), (3, 2), (4, 4), (2, 1)])
def test_those_of_one_pool_meet_as_late_as_can_be(pools: int, going: int) -> None:
    qualified = [[(pool, place) for place in range(going)] for pool in range(pools)]

    seeds_in = cross_seeds(qualified, roll_dice("x"))

    size = bracket_size(pools * going)
    line = {seeds_in[s - 1]: at for at, s in enumerate(seed_order(size)) if s <= len(seeds_in)}
    for pool in qualified:
        for half in (2, 4)[: going // 2]:
            parts = [line[entry] * half // size for entry in pool[:half]]
            assert len(set(parts)) == len(parts)


def test_pools_may_send_different_numbers() -> None:
    seeds_in = cross_seeds([["A1", "A2"], ["B1"], ["C1"]], roll_dice("x"))

    assert seeds_in == ["A1", "B1", "C1", "A2"]
    assert cross_seeds([], roll_dice("x")) == []
