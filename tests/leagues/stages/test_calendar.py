"""The nights of a league: a rule gives dates, and a new rule moves them."""

from dataclasses import replace
from datetime import date, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.stages.calendar import LAST, CalendarRule, DatedNight, Every, calendar_change
from scoring.errors import RuleError

MONDAYS = CalendarRule(date(2026, 10, 5), date(2026, 10, 31))
HALF_PAST_SEVEN = time(19, 30)


def dates_of(rule: CalendarRule) -> list[str]:
    return [f"{day:%d %b}" for day in rule.dates()]


def test_every_monday_from_one_date_to_another() -> None:
    assert dates_of(MONDAYS) == ["05 Oct", "12 Oct", "19 Oct", "26 Oct"]


def test_the_first_night_is_the_first_such_weekday() -> None:
    assert dates_of(replace(MONDAYS, weekday=2))[0] == "07 Oct"
    assert dates_of(replace(MONDAYS, first=date(2026, 10, 6)))[0] == "12 Oct"


def test_every_other_week() -> None:
    assert dates_of(replace(MONDAYS, every=Every.OTHER_WEEK)) == ["05 Oct", "19 Oct"]


def test_a_date_may_be_skipped() -> None:
    rule = replace(MONDAYS, skipped=frozenset({date(2026, 10, 12)}))

    assert dates_of(rule) == ["05 Oct", "19 Oct", "26 Oct"]
    assert len(rule.all_dates()) == 4


def test_the_second_thursday_of_a_month() -> None:
    rule = replace(MONDAYS, last=date(2027, 1, 31), weekday=3, every=Every.MONTH, nth=2)

    assert dates_of(rule) == ["08 Oct", "12 Nov", "10 Dec", "14 Jan"]
    assert rule.months_without() == ()


def test_a_month_without_a_fifth_thursday_has_no_night_and_is_named() -> None:
    rule = replace(MONDAYS, last=date(2027, 1, 31), weekday=3, every=Every.MONTH, nth=5)

    assert dates_of(rule) == ["29 Oct", "31 Dec"]
    assert rule.months_without() == (date(2026, 11, 1), date(2027, 1, 1))


def test_the_last_friday_of_a_month_is_always_there() -> None:
    rule = replace(MONDAYS, last=date(2026, 12, 31), weekday=4, every=Every.MONTH, nth=LAST)

    assert dates_of(rule) == ["30 Oct", "27 Nov", "25 Dec"]
    assert rule.months_without() == ()


def test_a_weekly_night_misses_no_month() -> None:
    assert MONDAYS.months_without() == ()


def test_a_night_of_the_month_outside_the_season_is_not_one() -> None:
    rule = replace(MONDAYS, first=date(2026, 10, 8), every=Every.MONTH, nth=1)

    assert dates_of(replace(rule, last=date(2026, 11, 30))) == ["02 Nov"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"last": date(2026, 10, 4)},
        {"weekday": 7},
        {"weekday": -1},
        {"nth": 0},
        {"nth": 6},
        {"last": date(2029, 10, 5)},
    ],
)
def test_what_is_no_calendar_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(RuleError):
        replace(MONDAYS, **wrong)  # type: ignore[arg-type]


def test_a_season_of_one_day_and_of_the_longest_time() -> None:
    assert dates_of(replace(MONDAYS, last=MONDAYS.first)) == ["05 Oct"]
    assert len(replace(MONDAYS, last=date(2029, 1, 22)).dates()) == 121


@given(
    first=st.dates(date(2026, 1, 1), date(2027, 1, 1)),
    length=st.integers(0, 500),
    weekday=st.integers(0, 6),
    every=st.sampled_from(Every),
    nth=st.sampled_from((LAST, 1, 2, 3, 4, 5)),
)
def test_a_calendar_can_be_kept_and_gives_one_night_in_each_period(
    first: date, length: int, weekday: int, every: Every, nth: int
) -> None:
    rule = CalendarRule(first, first + timedelta(length), time(20), weekday, every, nth)
    dates = rule.dates()

    assert CalendarRule.from_dict(rule.to_dict()) == rule
    assert {day.weekday() for day in dates} <= {weekday}
    assert all(first <= day <= rule.last for day in dates)
    assert len({rule.period_of(day) for day in dates}) == len(dates)


def test_a_calendar_is_kept_with_the_days_it_skips() -> None:
    rule = replace(MONDAYS, every=Every.MONTH, nth=2, skipped=frozenset({date(2026, 10, 12)}))

    assert rule.to_dict()["skipped"] == ["2026-10-12"]
    assert CalendarRule.from_dict(rule.to_dict()) == rule


def test_a_night_of_the_month_has_its_month_and_one_of_two_weeks_both() -> None:
    monthly = replace(MONDAYS, every=Every.MONTH, nth=2)
    fortnightly = replace(MONDAYS, every=Every.OTHER_WEEK)

    assert monthly.period_of(date(2026, 10, 12)) == date(2026, 10, 1)
    assert fortnightly.period_of(date(2026, 10, 12)) == date(2026, 10, 5)
    assert MONDAYS.period_of(date(2026, 10, 18)) == date(2026, 10, 12)


# --- A new rule ---------------------------------------------------------------------------


def make_nights(*on: date, **facts: dict[int, object]) -> list[DatedNight]:
    return [
        DatedNight(
            key,
            day,
            HALF_PAST_SEVEN,
            **{name: value.get(key) for name, value in facts.items()},  # type: ignore[arg-type]
        )
        for key, day in enumerate(on, 1)
    ]


OCTOBER = MONDAYS.dates()
TUESDAYS = replace(MONDAYS, weekday=1)
TODAY = date(2026, 10, 1)


def test_the_same_rule_changes_nothing() -> None:
    change = calendar_change(MONDAYS, make_nights(*OCTOBER), since=TODAY)

    assert (change.moved, change.added, change.removed, change.stay) == ({}, (), (), ())


def test_another_weekday_moves_every_night_to_come() -> None:
    change = calendar_change(TUESDAYS, make_nights(*OCTOBER), since=date(2026, 10, 12))

    assert change.moved == {2: date(2026, 10, 13), 3: date(2026, 10, 20), 4: date(2026, 10, 27)}
    assert (change.added, change.removed, change.stay) == ((), (), ())


def test_another_time_keeps_the_days() -> None:
    later = replace(MONDAYS, at=time(20))
    change = calendar_change(later, make_nights(*OCTOBER), since=date(2026, 10, 19))

    assert change.moved == {3: OCTOBER[2], 4: OCTOBER[3]}


def test_a_night_that_was_edited_stays_and_none_is_added_beside_it() -> None:
    ours = make_nights(*OCTOBER, stays={2: True})
    change = calendar_change(TUESDAYS, ours, since=TODAY)

    assert change.stay == (2,)
    assert sorted(change.moved) == [1, 3, 4]
    assert change.added == ()


def test_a_night_moved_by_hand_keeps_the_week_it_was_meant_for() -> None:
    moved = DatedNight(2, OCTOBER[2] + timedelta(1), HALF_PAST_SEVEN, True, meant_for=OCTOBER[1])
    one, _two, three, four = make_nights(*OCTOBER)
    change = calendar_change(MONDAYS, [one, moved, three, four], since=TODAY)

    assert (change.moved, change.added, change.removed) == ({}, (), ())


def test_a_longer_season_adds_nights_and_a_shorter_one_removes_them() -> None:
    longer = replace(MONDAYS, last=date(2026, 11, 9))
    shorter = replace(MONDAYS, last=date(2026, 10, 12))

    assert calendar_change(longer, make_nights(*OCTOBER), since=TODAY).added == (
        date(2026, 11, 2),
        date(2026, 11, 9),
    )
    assert calendar_change(shorter, make_nights(*OCTOBER), since=TODAY).removed == (3, 4)


def test_an_answered_night_changes_its_time_but_not_its_day() -> None:
    ours = make_nights(*OCTOBER, needed={1: True, 2: True})

    later = calendar_change(replace(MONDAYS, at=time(20)), ours, since=TODAY)
    assert sorted(later.moved) == [1, 2, 3, 4]
    tuesdays = calendar_change(TUESDAYS, ours, since=TODAY)
    assert (tuesdays.stay, sorted(tuesdays.moved)) == ((1, 2), [3, 4])


def test_two_nights_on_one_day_are_two() -> None:
    ours = make_nights(OCTOBER[0], OCTOBER[0])
    change = calendar_change(MONDAYS, ours, since=TODAY)

    assert change.moved == {1: OCTOBER[1]}
    assert change.added == (OCTOBER[2], OCTOBER[3])


@given(
    stays=st.sets(st.integers(1, 4)),
    since=st.dates(date(2026, 9, 25), date(2026, 11, 5)),
    weekday=st.integers(0, 6),
    every=st.sampled_from(Every),
    weeks=st.integers(0, 9),
)
def test_every_night_to_come_is_moved_removed_kept_or_stays(
    stays: set[int], since: date, weekday: int, every: Every, weeks: int
) -> None:
    rule = replace(
        MONDAYS, weekday=weekday, every=every, last=MONDAYS.first + timedelta(weeks=weeks)
    )
    ours = make_nights(*OCTOBER, stays=dict.fromkeys(stays, True))
    change = calendar_change(rule, ours, since=since)
    touched = {*change.moved, *change.removed}

    assert not touched & {*stays}
    assert not touched & {night.key for night in ours if night.on < since}
    assert all(day >= since for day in (*change.moved.values(), *change.added))
    after = {night.key: night.on for night in ours if night.key not in change.removed}
    to_come = [day for key, day in (after | {**change.moved}).items() if key not in stays]
    made = [day for day in (*to_come, *change.added) if day >= since]
    assert len(set(made)) == len(made)
    assert {*made} <= {*rule.dates()}
