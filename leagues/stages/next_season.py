"""The calendar and the name of a season that follows another.

>>> from datetime import time
>>> rule = CalendarRule(date(2026, 10, 5), date(2026, 12, 14), time(19, 30), weekday=0)
>>> [day.isoformat() for day in (a_year_on(rule).first, right_after(rule).first)]
['2027-10-04', '2026-12-21']
>>> next_name("Winter 2026/27"), next_name("Mondays")
('Winter 2027/28', 'Mondays')
"""

import re
from dataclasses import replace
from datetime import date, timedelta

from leagues.stages.calendar import CalendarRule

WEEK = timedelta(weeks=1)
YEAR = 52 * WEEK
YEARS = re.compile(r"(?P<year>(?:19|20)\d\d)(?:(?P<to>[/–-])(?P<short>\d\d)\b)?")


def starting_on(rule: CalendarRule, first: date) -> CalendarRule:
    """Return the same rule for the same length, starting on another day.

    The weekday stays, whatever the weekday of ``first``. Dates are skipped for holidays: the
    same weeks of a later year are skipped too, as far as the season covers them.
    """
    years = round((first - rule.first) / YEAR)
    last = first + (rule.last - rule.first)
    skipped = {day + years * YEAR for day in rule.skipped} if years else set()
    return replace(
        rule,
        first=first,
        last=last,
        skipped=frozenset(day for day in skipped if first <= day <= last),
    )


def a_year_on(rule: CalendarRule) -> CalendarRule:
    """Return the rule 52 weeks later, on the same weekday."""
    return starting_on(rule, rule.first + YEAR)


def right_after(rule: CalendarRule) -> CalendarRule:
    """Return the rule for the time after the season, on the same weekday."""
    weeks = (rule.last - rule.first) // WEEK + 1
    return starting_on(rule, rule.first + weeks * WEEK)


def next_name(name: str) -> str:
    """Return the name with its years increased by one; a name without a year stays."""
    return YEARS.sub(_a_year_later, name)


def years_added(name: str, first: date, last: date) -> str:
    """Return the name of a season with its years, unless it contains a year already.

    >>> years_added("Mondays", date(2026, 10, 5), date(2027, 3, 29))
    'Mondays 2026–27'
    >>> years_added("Mondays", date(2026, 10, 5), date(2026, 12, 14))
    'Mondays 2026'
    >>> years_added("Winter 2026/27", date(2026, 10, 5), date(2027, 3, 29))
    'Winter 2026/27'
    """
    if YEARS.search(name):
        return name
    to = f"–{last.year % 100:02}" if last.year > first.year else ""
    return f"{name} {first.year}{to}"


def _a_year_later(found: re.Match[str]) -> str:
    year = str(int(found["year"]) + 1)
    if found["short"] is None:
        return year
    return f"{year}{found['to']}{(int(found['short']) + 1) % 100:02}"
