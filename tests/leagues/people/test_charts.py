"""A line over time: between round numbers and round dates, with the club's average across it."""

import re
from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.templatetags.axes import MOST_YEARS, round_dates, round_numbers
from leagues.templatetags.charts import Point, chart_context

FIRST = date(2026, 3, 2)


def make_points(*values: float, days: int = 7) -> list[Point]:
    return [
        Point(FIRST + timedelta(days * n), f"day {n}", v, v, v, ()) for n, v in enumerate(values)
    ]


def line_through(*values: float, days: int = 7) -> list[tuple[float, float]]:
    drawn = chart_context(make_points(*values, days=days), "Rating", ("Day",))["line"]
    found = [each.split() for each in re.split("[ML]", drawn)[1:]]
    return [(float(x), float(y)) for x, y in found]


def test_a_line_goes_from_left_to_right_and_higher_values_stand_higher() -> None:
    xs, ys = zip(*line_through(10, 30, 20), strict=True)
    assert list(xs) == sorted(xs)
    assert ys[1] < ys[2] < ys[0]


def test_a_long_pause_is_a_long_way() -> None:
    first, second, _ = make_points(10, 20, 30)
    late = Point(FIRST + timedelta(70), "late", 30, 30, 30, ())
    drawn = chart_context([first, second, late], "Rating", ("Day",))["line"]
    xs = [float(each.split()[0]) for each in re.split("[ML]", drawn)[1:]]
    assert xs[2] - xs[1] == pytest.approx(9 * (xs[1] - xs[0]), abs=0.1)


def test_one_value_is_drawn_all_the_same() -> None:
    assert line_through(5) == [(4, 96)]


def test_points_of_one_day_are_side_by_side() -> None:
    xs = [x for x, _ in line_through(5, 6, 7, days=0)]
    assert xs == [4, 50, 96]
    ticks = chart_context(make_points(5, 6, days=0), "Rating", ("Day",))["ticks_along"]
    assert [each.label for each in ticks] == ["2 Mar 2026"]


# --- Ticks -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("low", "high", "numbers"),
    [
        (0, 1.34, (0, 0.5, 1, 1.5)),
        (0, 3, (0, 1, 2, 3)),
        (0, 0.7, (0, 0.2, 0.4, 0.6, 0.8)),
        (843, 1161, (800, 900, 1000, 1100, 1200)),
        (843, 1361, (800, 1000, 1200, 1400)),
        (0, 0, (0, 0.1)),
        (5, 5, (5, 6)),
    ],
)
def test_the_side_is_numbered_roundly(low: float, high: float, numbers: tuple[float, ...]) -> None:
    assert round_numbers(low, high).numbers == numbers


@given(st.floats(0, 5000), st.floats(0, 5000))
def test_round_numbers_hold_every_value_between_them(one: float, other: float) -> None:
    low, high = sorted((round(one, 2), round(other, 2)))
    found = round_numbers(low, high)
    assert found.numbers[0] <= low
    assert high <= found.numbers[-1]
    assert 2 <= len(found.numbers) <= 5
    assert all(a < b for a, b in pairwise(found.numbers))


@pytest.mark.parametrize(
    ("first", "last", "dates"),
    [
        ("2026-11-02", "2026-11-04", "2026-11-02 2026-11-03 2026-11-04"),
        ("2026-11-02", "2026-11-25", "2026-11-02 2026-11-09 2026-11-16 2026-11-23"),
        ("2026-01-15", "2026-05-14", "2026-02-01 2026-03-01 2026-04-01 2026-05-01"),
        ("2026-01-01", "2026-10-14", "2026-01-01 2026-04-01 2026-07-01 2026-10-01"),
        ("2024-03-01", "2026-11-14", "2025-01-01 2026-01-01"),
        ("2015-03-01", "2026-11-14", "2016-01-01 2018-01-01 2020-01-01"),
    ],
)
def test_the_foot_is_dated_roundly(first: str, last: str, dates: str) -> None:
    found = round_dates(date.fromisoformat(first), date.fromisoformat(last))
    asked = dates.split()
    assert [str(day) for day in found.days][: len(asked)] == asked


@given(st.dates(date(1900, 1, 1), date(2900, 1, 1)), st.integers(1, 365 * 200))
def test_some_dates_stand_at_the_foot_and_never_too_many(first: date, days: int) -> None:
    last = first + timedelta(days)
    found = round_dates(first, last).days
    assert 1 <= len(found) <= MOST_YEARS
    assert all(first <= day <= last for day in found)


# --- The club's average ------------------------------------------------------------------------------


def test_the_clubs_average_is_a_line_with_its_number() -> None:
    drawn = chart_context(make_points(0.5, 1.5), "20s", ("Event",), decimals=2, average=1)
    assert drawn["average"].label == "1.00"
    assert float(drawn["average"].y) == pytest.approx(34.67, abs=0.01)
    assert chart_context(make_points(0.5, 1.5), "20s", ("Event",))["average"] is None


def test_an_average_far_from_the_line_is_on_the_chart() -> None:
    drawn = chart_context(make_points(1500, 1520), "Rating", ("Day",), average=990)
    assert 0 < float(drawn["average"].y) < 100
    assert drawn["ticks_up"][0].label == "800"


def test_its_words_stand_where_the_other_line_is_further_away() -> None:
    rising = chart_context(make_points(10, 90), "Rating", ("Day",), average=20)["average"]
    falling = chart_context(make_points(90, 10), "Rating", ("Day",), average=20)["average"]
    assert (rising.anchor, falling.anchor) == ("end", "start")
    assert rising.is_below
