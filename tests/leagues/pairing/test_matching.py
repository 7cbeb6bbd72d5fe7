"""Matching is complete or fails, and the first number of a cost counts most."""

from leagues.pairing.matching import assign_columns, least_cost, pair_some
from leagues.pairing.seeds import roll_dice


def test_many_small_costs_do_not_outweigh_a_great_one() -> None:
    edges = [(0, 1, (1, 0)), (2, 3, (0, 0)), (0, 2, (0, 999)), (1, 3, (0, 999))]

    assert least_cost(4, edges, roll_dice("x")) == [(0, 2), (1, 3)]


def test_an_entry_that_cannot_be_paired_leaves_all_unpaired() -> None:
    assert least_cost(4, [(0, 1, (0,)), (0, 2, (0,)), (0, 3, (0,))], roll_dice("x")) is None
    assert least_cost(0, [], roll_dice("x")) == []


def test_every_row_gets_a_column_of_its_own() -> None:
    edges = [(0, 0, (5,)), (0, 2, (1,)), (1, 0, (1,)), (1, 2, (0,))]

    assert assign_columns(2, 3, edges, roll_dice("x")) == [2, 0]
    assert assign_columns(2, 3, [(0, 1, (0,)), (1, 1, (0,))], roll_dice("x")) is None


def test_what_is_level_the_dice_decide() -> None:
    edges = [(a, b, (0,)) for a in range(6) for b in range(a + 1, 6)]

    assert len({str(least_cost(6, edges, roll_dice(seed))) for seed in "abcdefgh"}) > 3


def test_some_may_stay_alone_if_that_is_cheapest() -> None:
    edges = [(0, 1, (5,)), (1, 2, (1,)), (2, 3, (9,))]

    assert pair_some(4, edges, [(2,)] * 4, roll_dice("x")) == [(1, 2)]
    assert pair_some(4, edges, [(9,)] * 4, roll_dice("x")) == [(0, 1), (2, 3)]
    assert pair_some(0, [], [], roll_dice("x")) == []
