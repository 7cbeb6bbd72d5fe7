"""What a place pays: tables, scales, fields."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import RuleError
from scoring.season import (
    FIELD_WEIGHTED,
    HUNGARIAN,
    NCA_TOUR,
    SERIES_15,
    SERIES_15_PAIRS,
    SERIES_25,
    SERIES_25_PAIRS,
    SERIES_35,
    SERIES_35_PAIRS,
    WCC_55,
    Field,
    Linear,
    Listed,
    PlaceTable,
    Series,
)
from tests.scoring.tour import TABLES, points_paid_by


def test_the_tour_pays_50_47_45_43_41_then_46_less_the_place_down_to_20() -> None:
    assert points_paid_by(NCA_TOUR, 30) == [
        *(50, 47, 45, 43, 41),
        *(max(20, 46 - place) for place in range(6, 31)),
    ]


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ((1,), 55),
        ((2,), 52),
        ((3,), 50),
        ((4,), 48),
        ((18, 19), 34),
        ((20, 21, 22), 33),
        ((23, 24, 25), 32),
        ((26, 27, 28), 31),
        ((29, 30, 31), 30),
        ((32, 33, 34), 29),
        ((35, 36), 28),
        ((37, 38), 27),
        ((39, 40), 26),
        ((41, 42), 25),
        ((43, 44), 24),
        ((45, 46), 23),
        ((47, 48), 22),
        ((49, 50), 21),
        ((51, 52, 120), 20),
        *(((place,), 52 - place) for place in range(5, 18)),
    ],
)
def test_the_55_scale_of_the_world_championship(places: tuple[int, ...], points: int) -> None:
    assert {WCC_55.points(place, Field(120)) for place in places} == {points}


def test_the_hungarian_tour_falls_in_equal_steps_and_rounds_half_up() -> None:
    assert points_paid_by(HUNGARIAN, 13) == [
        *(400, 367, 333, 300, 267, 233, 200, 167, 133, 100, 67, 33, 1)
    ]
    assert points_paid_by(Linear(5), 3) == [5, 3, 1]


def test_an_entry_that_was_alone_is_paid_as_the_winner() -> None:
    assert points_paid_by(HUNGARIAN, 1) == [400]
    assert points_paid_by(SERIES_15, 1) == [2]
    assert points_paid_by(FIELD_WEIGHTED, 1) == [50]


def test_a_list_of_our_own_ends_on_its_floor() -> None:
    assert points_paid_by(Listed((5, 4, 3, 2, 1, 1)), 8) == [5, 4, 3, 2, 1, 1, 0, 0]
    assert points_paid_by(Listed((10, 6), floor=1, step=2), 6) == [10, 6, 4, 2, 1, 1]


@pytest.mark.parametrize(
    ("table", "full_field", "published"),
    [
        (SERIES_35, 30, [35, 32, 30, 28, *range(26, 0, -1)]),
        (SERIES_25, 20, [25, 22, 20, 18, *range(16, 0, -1)]),
        (SERIES_15, 10, [15, 12, 10, 8, 6, 5, 4, 3, 2, 1]),
    ],
)
def test_the_spanish_series_in_a_full_field_is_the_published_table(
    table: Series, full_field: int, published: list[int]
) -> None:
    assert points_paid_by(table, full_field) == published


@pytest.mark.parametrize(
    ("table", "entries", "winner"),
    [
        (SERIES_15, 5, 8),  # 7.5 rounded up
        (SERIES_35, 15, 18),
        (SERIES_25, 16, 20),
        (SERIES_25, 50, 25),
        (SERIES_15_PAIRS, 8, 8),
        (SERIES_25_PAIRS, 8, 8),
        (SERIES_35_PAIRS, 35, 35),
    ],
)
def test_the_winner_of_a_series_is_paid_in_proportion_to_the_field(
    table: Series, entries: int, winner: int
) -> None:
    assert table.spread(entries)[0] == winner


def test_eight_pairs_are_paid_as_the_spanish_ranking_published_it() -> None:
    assert points_paid_by(SERIES_15_PAIRS, 8) == [8, 6, 4, 3, 2, 2, 1, 1]


def test_steep_drops_are_interpolated_by_the_largest_remainder() -> None:
    """12, 9 1/4, 7 5/12, 5 7/12, 3 3/4, 2 5/6, 1 11/12 and 1: the last four rests win."""
    assert points_paid_by(SERIES_15, 8) == [12, 9, 7, 6, 4, 3, 2, 1]


def test_flat_drops_are_raised_the_smallest_and_first_of_them_first() -> None:
    assert points_paid_by(Series(20, full_field=4, drops=(3, 2, 1)), 4) == [20, 13, 7, 1]


def test_a_place_beyond_the_field_is_paid_as_if_the_field_reached_it() -> None:
    assert SERIES_15.points(12, Field(10)) == 1
    assert HUNGARIAN.points(14, Field(13)) == 1
    assert FIELD_WEIGHTED.points(14, Field(13, ((3.3,),))) == 1


@pytest.mark.parametrize(
    ("ratings", "strength"),
    [
        ([(3.3,)] * 40, 1.0),
        ([(3.96,)] * 20 + [(1.0,)] * 60, 1.2),  # the best 20 alone
        ([(9.0,)] * 5, 1.4),  # never above
        ([(0.1,)] * 5, 0.35),  # never below
        ([(3.3,), ()], 1.0),  # the second entry is unknown
        ([(4.3, 1.8)] * 3, 1.0),  # 0.6 of the better and 0.4 of the weaker
        ([(3.3, 3.3)] * 10 + [(1.0, 1.0)] * 10, 1.0),  # the best ten pairs
    ],
)
def test_the_strength_of_a_field(ratings: list[tuple[float, ...]], strength: float) -> None:
    field = Field(len(ratings), tuple(ratings))

    assert FIELD_WEIGHTED.strength(field) == pytest.approx(strength)


def test_field_weighted_points_fall_along_a_curve_from_the_strength_to_1() -> None:
    assert points_paid_by(FIELD_WEIGHTED, 5) == [
        50,
        Fraction("18.8"),
        Fraction("7.1"),
        Fraction("2.7"),
        1,
    ]


def test_field_weighted_points_without_ratings_say_what_is_missing() -> None:
    with pytest.raises(RuleError, match="need the ratings of those who played"):
        FIELD_WEIGHTED.points(1, Field(10))


@given(st.sampled_from(TABLES), st.integers(1, 60))
def test_a_better_place_never_pays_less(table: PlaceTable, entries: int) -> None:
    points = points_paid_by(table, entries)

    assert points == sorted(points, reverse=True)
    assert points[-1] >= 0


@given(st.integers(1, 60), st.integers(1, 60), st.integers(2, 90))
def test_the_last_of_a_series_is_paid_1(base: int, full_field: int, entries: int) -> None:
    assert Series(base, full_field, (3, 2, 2, 2, 1)).spread(entries)[-1] == 1
