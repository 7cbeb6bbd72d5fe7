"""Reminders for players of a league with dated matches, and when they are sent.

>>> match = ToRemind(on=date(2026, 11, 5), last_day=date(2026, 11, 19))
>>> for each in reminders_of(match, at=time(17)):
...     print(each.kind.value, each.at)
tomorrow 2026-11-04 17:00:00
due-soon 2026-11-16 17:00:00
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import Enum

from scoring.text import Text

AT = time(17)
"""The time of day of reminders, by the league's clock."""
DAYS_BEFORE = 3
LASTS = timedelta(days=1)
"""How late a reminder may still be sent."""


class ReminderKind(Enum):
    """The subject of a reminder."""

    TOMORROW = "tomorrow"
    DUE_SOON = "due-soon"
    TO_CONFIRM = "to-confirm"
    OFFERED = "offered"
    MOVED = "moved"
    CLAIMED = "claimed"
    POSTPONED = "postponed"
    CHALLENGED = "challenged"


SENTENCES = {
    ReminderKind.TOMORROW: Text("Tomorrow you play {names}. Are you in?"),
    ReminderKind.DUE_SOON: Text("Play {names} by {day}, or postpone the match"),
    ReminderKind.TO_CONFIRM: Text("{names} entered your result. Is it right?"),
    ReminderKind.OFFERED: Text("{names} would like to play on {day}"),
    ReminderKind.MOVED: Text("Your match against {names} has moved to {day}"),
    ReminderKind.CLAIMED: Text("{names} reported that you didn’t come. Answer by {day}"),
    ReminderKind.POSTPONED: Text("Your match against {names} is postponed until {day}"),
    ReminderKind.CHALLENGED: Text("{names} challenged you. Play by {day}"),
}


@dataclass(frozen=True)
class ToRemind:
    """The dates of a match not played yet: ``on`` is its day, ``last_day`` its deadline."""

    on: date
    last_day: date


@dataclass(frozen=True)
class Reminder:
    """A kind of reminder and its time, on the league's clock."""

    kind: ReminderKind
    at: datetime


def reminders_of(match: ToRemind, *, at: time = AT) -> Iterator[Reminder]:
    """Yield reminders: the day before the match, and three days before its deadline."""
    yield Reminder(ReminderKind.TOMORROW, datetime.combine(match.on - timedelta(1), at))
    warned_on = match.last_day - timedelta(DAYS_BEFORE)
    if warned_on >= match.on:
        yield Reminder(ReminderKind.DUE_SOON, datetime.combine(warned_on, at))


def due_now(reminders: Iterable[Reminder], now: datetime) -> list[Reminder]:
    """Return the reminders that are due at ``now`` (the league's clock), at most ``LASTS`` late."""
    return [each for each in reminders if each.at <= now < each.at + LASTS]
