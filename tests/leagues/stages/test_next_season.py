"""The calendar and the name of the next season."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.stages.calendar import CalendarRule, Every
from leagues.stages.next_season import a_year_on, next_name, right_after, starting_on

MONDAYS = CalendarRule(
    date(2026, 10, 5), date(2027, 3, 29), skipped=frozenset({date(2026, 12, 28)})
)


def test_a_year_on_is_the_same_weekday() -> None:
    then = a_year_on(MONDAYS)

    assert (then.first, then.last) == (date(2027, 10, 4), date(2028, 3, 27))
    assert {day.weekday() for day in then.dates()} == {0}


def test_what_was_skipped_is_skipped_in_the_same_week_of_another_year() -> None:
    christmas = {date(2027, 12, 27)}
    assert a_year_on(MONDAYS).skipped == christmas
    assert starting_on(MONDAYS, date(2027, 11, 1)).skipped == christmas
    assert starting_on(MONDAYS, date(2028, 10, 2)).skipped == {date(2028, 12, 25)}


def test_a_season_in_another_part_of_the_year_skips_nothing() -> None:
    assert right_after(MONDAYS).skipped == frozenset()
    assert starting_on(MONDAYS, date(2026, 11, 2)).skipped == frozenset()
    assert starting_on(MONDAYS, date(2028, 1, 3)).skipped == frozenset()
    assert len(a_year_on(MONDAYS).dates()) == len(MONDAYS.dates())


def test_right_after_begins_a_week_after_the_last_night() -> None:
    assert right_after(MONDAYS).first == date(2027, 4, 5)


def test_another_first_day_keeps_the_weekday_of_the_rule() -> None:
    """From a Wednesday on: the Monday after it is the first."""
    assert starting_on(MONDAYS, date(2027, 10, 6)).dates()[0] == date(2027, 10, 11)


def test_a_night_a_month_stays_the_same_of_the_month() -> None:
    first = replace(MONDAYS, every=Every.MONTH, nth=1, skipped=frozenset())
    days = a_year_on(first).dates()

    assert days[0] == date(2027, 10, 4)
    assert all(day.day <= 7 for day in days)


@given(st.dates(date(2000, 1, 1), date(2050, 1, 1)), st.integers(0, 100))
def test_seasons_do_not_overlap(first: date, weeks: int) -> None:
    rule = CalendarRule(first, first + timedelta(weeks=weeks), weekday=first.weekday())
    then = right_after(rule)

    assert then.dates()[0] - rule.dates()[-1] == timedelta(weeks=1)
    assert len(then.dates()) == len(rule.dates())


@pytest.mark.parametrize(
    ("name", "then"),
    [
        ("Winter nights", "Winter nights"),
        ("Winter 2026", "Winter 2027"),
        ("Winter 2026–27", "Winter 2027–28"),
        ("Winter 2026/2027", "Winter 2027/2028"),
        ("Season 1999/00", "Season 2000/01"),
        ("Best of 99", "Best of 99"),
        ("2026-99 fans", "2027-00 fans"),
    ],
)
def test_the_years_of_a_name_move_on(name: str, then: str) -> None:
    assert next_name(name) == then
