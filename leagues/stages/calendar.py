"""The calendar of a league: dates from a rule, and the changes that a new rule makes.

>>> from dataclasses import replace
>>> mondays = CalendarRule(date(2026, 10, 5), date(2026, 11, 2), time(19, 30), weekday=0)
>>> [day.isoformat() for day in mondays.dates()]
['2026-10-05', '2026-10-12', '2026-10-19', '2026-10-26', '2026-11-02']
>>> fifth = replace(mondays, every=Every.MONTH, nth=5, weekday=3, last=date(2026, 12, 31))
>>> [day.isoformat() for day in fifth.dates()], fifth.months_without()
(['2026-10-29', '2026-12-31'], (datetime.date(2026, 11, 1),))
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta
from enum import Enum
from typing import Any

from scoring.errors import RuleError
from scoring.text import Text

LAST = -1
"""The last one of the weekday in a month."""
MOST_NIGHTS = 120
WEEK = timedelta(weeks=1)


class Every(Enum):
    """How often there is a night."""

    WEEK = "week"
    OTHER_WEEK = "other-week"
    MONTH = "month"


@dataclass(frozen=True)
class CalendarRule:
    """A weekday, every week, every other week or once a month, from one date to another.

    ``weekday`` begins with 0 for Monday. ``nth`` is which one of a month: 1 to 5, or ``LAST``; a
    month without a fifth has no night. ``skipped`` are dates without a night.
    """

    first: date
    last: date
    at: time = time(19, 30)
    weekday: int = 0
    every: Every = Every.WEEK
    nth: int = 1
    skipped: frozenset[date] = frozenset()

    def __post_init__(self) -> None:
        if self.last < self.first:
            raise RuleError(Text("the last date is before the first"))
        if not 0 <= self.weekday <= 6 or self.nth not in (LAST, 1, 2, 3, 4, 5):
            raise RuleError(Text("there is no such weekday"))
        if (self.last - self.first) / WEEK > MOST_NIGHTS:
            raise RuleError(Text("a season can be at most two years"))

    def dates(self) -> tuple[date, ...]:
        """The real dates, without skipped ones."""
        return tuple(day for day in self.all_dates() if day not in self.skipped)

    def all_dates(self) -> tuple[date, ...]:
        """All dates, including skipped ones."""
        if self.every is Every.MONTH:
            found = (_nth_weekday(month, self.weekday, self.nth) for month in self._months())
            return tuple(day for day in found if day and self._is_within(day))
        return tuple(self._weekly())

    def months_without(self) -> tuple[date, ...]:
        """The first days of months without the rule's weekday, such as a fifth Monday."""
        if self.every is not Every.MONTH:
            return ()
        return tuple(
            month for month in self._months() if _nth_weekday(month, self.weekday, self.nth) is None
        )

    def period_of(self, day: date) -> date:
        """Return the first day of the period of one night: a week, two weeks or a month, by
        ``every``.
        """
        if self.every is Every.MONTH:
            return day.replace(day=1)
        monday = self.first - timedelta(self.first.weekday())
        weeks = 2 if self.every is Every.OTHER_WEEK else 1
        return monday + (day - monday) // (weeks * WEEK) * weeks * WEEK

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON that a league stores."""
        return {
            "first": self.first.isoformat(),
            "last": self.last.isoformat(),
            "at": self.at.strftime("%H:%M"),
            "weekday": self.weekday,
            "every": self.every.value,
            "nth": self.nth,
            "skipped": sorted(day.isoformat() for day in self.skipped),
        }

    @classmethod
    def from_dict(cls, kept: Mapping[str, Any]) -> CalendarRule:
        return cls(
            first=date.fromisoformat(kept["first"]),
            last=date.fromisoformat(kept["last"]),
            at=time.fromisoformat(kept["at"]),
            weekday=kept["weekday"],
            every=Every(kept["every"]),
            nth=kept["nth"],
            skipped=frozenset(map(date.fromisoformat, kept["skipped"])),
        )

    def _is_within(self, day: date) -> bool:
        return self.first <= day <= self.last

    def _weekly(self) -> Iterator[date]:
        day = self.first + timedelta((self.weekday - self.first.weekday()) % 7)
        while day <= self.last:
            yield day
            day += 2 * WEEK if self.every is Every.OTHER_WEEK else WEEK

    def _months(self) -> Iterator[date]:
        month = self.first.replace(day=1)
        while month <= self.last:
            yield month
            month = (month + timedelta(31)).replace(day=1)


def _nth_weekday(month: date, weekday: int, nth: int) -> date | None:
    """Return the nth such weekday of the month that begins on this day, or None."""
    days = [
        day
        for day in (month + timedelta(n) for n in range(31))
        if day.month == month.month and day.weekday() == weekday
    ]
    return days[nth - 1 if nth > 0 else nth] if nth <= len(days) else None


@dataclass(frozen=True)
class DatedNight:
    """An existing night with its date.

    One that ``stays`` was edited by hand, has events, or is past. One that is ``needed`` was
    answered, or a membership begins with it: it may change its time, not its day.
    ``meant_for`` is the day it was moved from.
    """

    key: int
    on: date
    at: time
    stays: bool = False
    needed: bool = False
    meant_for: date | None = None


@dataclass(frozen=True)
class CalendarChange:
    """The effect of a new rule on the nights: which move, are added, are removed or stay."""

    moved: Mapping[int, date]
    added: tuple[date, ...]
    removed: tuple[int, ...]
    stay: tuple[int, ...]


def calendar_change(
    rule: CalendarRule, nights: Iterable[DatedNight], *, since: date
) -> CalendarChange:
    """Move, add and remove nights so that they follow the rule from a date on.

    A night that stays keeps its week, or month: the rule adds none beside it.
    """
    wanted = [day for day in rule.dates() if day >= since]
    ours = sorted(nights, key=lambda night: (night.on, night.key))
    staying = [night for night in ours if _may_stay(night, wanted, since)]
    wanted = _without_theirs(rule, wanted, staying)
    free = [night for night in ours if night not in staying]
    here = {night.on: night for night in free if night.on in wanted}
    to_move = [night for night in free if here.get(night.on) is not night]
    open_days = [day for day in wanted if day not in here]
    together = list(zip(to_move, open_days, strict=False))
    moved = {night.key: night.on for night in here.values() if night.at != rule.at}
    return CalendarChange(
        moved=moved | {night.key: day for night, day in together},
        added=tuple(open_days[len(together) :]),
        removed=tuple(night.key for night in to_move[len(together) :]),
        stay=tuple(night.key for night in staying if night.on >= since),
    )


def _may_stay(night: DatedNight, wanted: Collection[date], since: date) -> bool:
    is_held = night.needed and night.on not in wanted
    return night.stays or night.on < since or is_held


def _without_theirs(
    rule: CalendarRule, wanted: Sequence[date], staying: Sequence[DatedNight]
) -> list[date]:
    """Return the dates of periods in which no night stays."""
    left = list(wanted)
    for night in staying:
        meant = night.meant_for or night.on
        theirs = [day for day in left if rule.period_of(day) == rule.period_of(meant)]
        if theirs:
            left.remove(min(theirs, key=lambda day: abs(day - meant)))
    return left
