"""The public nights, events and matches of one week of the club."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from leagues.models import Club, League, Match, Surface
from leagues.reads.leagues.calendar import evening_day
from leagues.reads.leagues.matches.weeks import WeekMatch, dated_matches
from leagues.reads.leagues.pages.coming_days import coming_days

EXPORT = Surface.EXPORT
A_WEEK = timedelta(days=7)
MOST = 50


@dataclass(frozen=True)
class WeekDate:
    """Something that people come to; a match without an agreed day has none."""

    day: date | None
    at: time | None
    name: str
    place: str
    path: str


def week_dates(club: Club, monday: date, now: datetime) -> list[WeekDate]:
    """List the dates of the seven days from ``monday``; matches without a day come last.

    A match is named as in exports and without a venue, as in public calendars.
    """
    days = (
        WeekDate(
            each.starts_at.date(),
            each.starts_at.time(),
            f"{each.title}: {each.name}" if each.name else each.title,
            each.where,
            each.address,
        )
        for each in coming_days(club, now, MOST)
    )
    found = [each for each in (*days, *_open_matches(club, monday, now)) if _is_in(each, monday)]
    return sorted(
        found, key=lambda each: (each.day or monday + A_WEEK, each.at or time.max, each.name)
    )


def _is_in(week_date: WeekDate, monday: date) -> bool:
    return week_date.day is None or monday <= week_date.day < monday + A_WEEK


def _open_matches(club: Club, monday: date, now: datetime) -> Iterator[WeekDate]:
    """The unplayed matches with an agreed day, and those without one whose week this is."""
    leagues = League.objects.listed().of(club).filter(closed_at=None).exclude(event=None)
    for league in leagues:
        for each in dated_matches(league, evening_day(league, now)):
            is_agreed = each.dated.on is not None
            if each.match.state != Match.State.FINISHED and (
                is_agreed or monday <= each.day < monday + A_WEEK
            ):
                yield _week_date_of(league, each)


def _week_date_of(league: League, here: WeekMatch) -> WeekDate:
    names = " – ".join(side.shown_on(EXPORT) for side in here.match.sides.all())
    return WeekDate(
        here.dated.on, here.dated.at, f"{league}: {names}", "", here.match.get_absolute_url()
    )
