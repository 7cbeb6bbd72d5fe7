"""Blocks of the table that are paired alone give the draw of the whole table."""

from random import Random

import pytest

from leagues.pairing.matching import least_weight, weigh_edges
from leagues.pairing.seeds import roll_dice
from leagues.pairing.swiss_blocks import pair_blocks
from leagues.pairing.swiss_candidates import Candidates
from tests.leagues.pairing.test_swiss_candidates import random_field


def pair_both_ways(field: Candidates[int]) -> tuple[object, object]:
    """The pairs found block by block, and those of the whole table."""
    edges, size = [*field.edges()], len(field.entries) + len(field.entries) % 2
    weighed, units = weigh_edges(size // 2, edges, roll_dice("x"))
    return pair_blocks(field.whole, weighed, units), least_weight(size, weighed)


@pytest.mark.parametrize("size", [6, 13, 20, 31, 48])
def test_blocks_give_the_draw_of_the_whole_table(size: int) -> None:
    dice, joined = Random(size), 0
    for _ in range(1_200 // size):
        rounds, apart, spread = dice.randrange(8), dice.randrange(size), dice.randrange(2, size)
        in_blocks, whole = pair_both_ways(random_field(size, rounds, apart, dice, spread))
        joined += in_blocks is not None
        assert in_blocks in (whole, None)
    assert joined > 5


def test_a_table_that_needs_a_rematch_is_not_paired_in_blocks() -> None:
    in_blocks, whole = pair_both_ways(random_field(4, rounds=9, apart=0, dice=Random(1)))

    assert whole
    assert in_blocks is None


@pytest.mark.parametrize("size", [120, 121])
def test_a_large_table_is_paired_in_several_blocks(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = list[int]()

    def least(size: int, edges: list[tuple[int, int, int]]) -> list[tuple[int, int]] | None:
        sizes.append(size)
        return least_weight(size, edges)

    monkeypatch.setattr("leagues.pairing.swiss_blocks.least_weight", least)
    in_blocks, whole = pair_both_ways(random_field(size, 3, apart=0, dice=Random(2), spread=20))

    assert in_blocks == whole
    assert len(sizes) > 2
    assert max(sizes) < size - 1
