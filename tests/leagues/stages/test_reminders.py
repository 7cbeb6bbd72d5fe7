"""The reminders that players get, and when."""

from datetime import date, datetime

import pytest

from leagues.stages.reminders import (
    SENTENCES,
    Reminder,
    ReminderKind,
    ToRemind,
    due_now,
    reminders_of,
)


def in_november(day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 11, day, hour, minute)  # noqa: DTZ001


def match_on(day: int, last: int) -> ToRemind:
    return ToRemind(date(2026, 11, day), date(2026, 11, last))


TOMORROW = Reminder(ReminderKind.TOMORROW, in_november(4, 17))


@pytest.mark.parametrize(
    ("match", "reminders"),
    [
        (match_on(5, 19), [TOMORROW, Reminder(ReminderKind.DUE_SOON, in_november(16, 17))]),
        (match_on(5, 8), [TOMORROW, Reminder(ReminderKind.DUE_SOON, in_november(5, 17))]),
        (match_on(5, 7), [TOMORROW]),  # the evening itself is nearer
        (match_on(5, 5), [TOMORROW]),
    ],
)
def test_a_day_before_the_evening_and_three_before_the_last_day(
    match: ToRemind, reminders: list[Reminder]
) -> None:
    assert list(reminders_of(match)) == reminders


@pytest.mark.parametrize(
    ("now", "is_due"),
    [
        (in_november(4, 16, 59), False),
        (in_november(4, 17), True),
        (in_november(5, 16, 59), True),  # it could not have been sent earlier
        (in_november(5, 17), False),
    ],
)
def test_a_reminder_a_day_late_is_not_sent(now: datetime, is_due: bool) -> None:
    assert due_now([TOMORROW], now) == ([TOMORROW] if is_due else [])


def test_every_reminder_has_its_sentence() -> None:
    assert SENTENCES.keys() == set(ReminderKind)
