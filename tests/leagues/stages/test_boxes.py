"""The sizes of boxes, now and in the next period."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.stages.boxes import SMALLEST, BoxRules, adjust_sizes, box_sizes, moving_count
from scoring.errors import RuleError


@pytest.mark.parametrize(
    ("entries", "wanted", "sizes"),
    [
        (21, 10, [10, 11]),
        (40, 13, [13, 13, 14]),
        (21, 5, [5, 5, 5, 6]),
        (21, 4, [4, 4, 4, 4, 5]),
        (21, 6, [5, 5, 5, 6]),
        (15, 6, [5, 5, 5]),
        (8, 6, [8]),
        (9, 6, [4, 5]),
        (5, 3, [5]),
        (6, 3, [3, 3]),
        (2, 5, [2]),
    ],
)
def test_boxes_are_as_near_to_the_wanted_size_as_can_be(
    entries: int, wanted: int, sizes: list[int]
) -> None:
    assert box_sizes(entries, wanted) == sizes


def test_nine_newcomers_make_no_division_of_at_least_ten() -> None:
    assert box_sizes(29, wanted=10, smallest=10) == [14, 15]
    assert box_sizes(30, wanted=10, smallest=10) == [10, 10, 10]


@given(st.integers(3, 200), st.integers(3, 12))
def test_everybody_has_a_box_and_none_is_too_small(entries: int, wanted: int) -> None:
    sizes = box_sizes(entries, wanted)

    assert sum(sizes) == entries
    assert min(sizes) >= SMALLEST
    assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize(("size", "many"), [(1, 1), (6, 1), (7, 2), (12, 2), (13, 3), (20, 4)])
def test_a_sixth_moves_rounded_up_and_at_least_one(size: int, many: int) -> None:
    assert moving_count(size) == many


def test_the_league_sets_how_many_go_up_but_at_most_half_do() -> None:
    two = BoxRules(moves=2)

    assert [two.go_up(size) for size in (3, 4, 5, 6)] == [1, 2, 2, 2]
    assert [BoxRules().go_up(size) for size in (3, 6, 7)] == [1, 1, 2]


def test_in_a_smaller_box_all_games_are_enough_to_go_up() -> None:
    assert [BoxRules().needed(size) for size in (3, 4, 5)] == [2, 3, 3]
    assert BoxRules(games=0).needed(5) == 0


@pytest.mark.parametrize(
    ("sizes", "entries", "after"),
    [
        ([5, 5, 5], 15, [5, 5, 5]),
        ([5, 5, 5], 16, [5, 5, 6]),
        ([5, 5, 5], 17, [5, 6, 6]),
        ([5, 5, 5], 14, [5, 5, 4]),
        ([5, 5, 5], 12, [4, 4, 4]),
        ([5, 5, 5], 18, [6, 6, 6]),
        ([5, 5, 5], 19, [4, 5, 5, 5]),
        ([5, 5, 5], 11, [5, 6]),
        ([], 10, [5, 5]),
        ([3, 3], 6, [6]),
    ],
)
def test_boxes_stay_as_they_are_where_that_still_fits(
    sizes: list[int], entries: int, after: list[int]
) -> None:
    assert BoxRules(size=5).next_sizes(sizes, entries) == after


def test_boxes_of_three_stay_boxes_of_three() -> None:
    assert BoxRules(size=3).next_sizes([3, 3], 7) == [3, 4]
    assert BoxRules(size=3).next_sizes([3, 3], 5) == [5]


def test_divisions_of_any_size_change_as_little_as_can_be() -> None:
    assert adjust_sizes([12, 8], 21) == [12, 9]
    assert adjust_sizes([12, 8], 18) == [10, 8]
    assert adjust_sizes([], 0) == []


@given(st.lists(st.integers(3, 9), max_size=6), st.integers(3, 60))
def test_the_next_boxes_hold_everybody(sizes: list[int], entries: int) -> None:
    after = BoxRules().next_sizes(sizes, entries)

    assert sum(after) == entries
    assert min(after) >= SMALLEST


@pytest.mark.parametrize(
    "wrong",
    [
        {"size": 2},
        {"size": 13},
        {"weeks": 0},
        {"weeks": 27},
        {"moves": 7},
        {"games": -1},
        {"games": 12},
    ],
)
def test_what_are_no_boxes_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(RuleError):
        BoxRules(**wrong)
