"""Write calendars in the iCalendar format (RFC 5545)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

import icalendar

MADE_BY = "-//Twenties//Crokinole club//EN"
READ_AGAIN = timedelta(hours=1)


@dataclass(frozen=True)
class CalendarItem:
    """A date in a calendar: at a time, or all day if only the day is known."""

    uid: str
    title: str
    starts: datetime | date
    changed_at: datetime
    ends: datetime | date | None = None
    place: str = ""
    url: str = ""
    description: str = ""
    is_cancelled: bool = False
    moves: int = 0
    """How often it was changed. Programs use the item with the higher number."""


def calendar_file(name: str, items: Iterable[CalendarItem]) -> bytes:
    """Return the file. Equal items give equal bytes, so that its ETag shows whether it changed."""
    file = icalendar.Calendar()
    file.add("prodid", MADE_BY)
    file.add("version", "2.0")
    file.add("method", "PUBLISH")
    file.add("name", name)
    file.add("x-wr-calname", name)
    file.add("refresh-interval", READ_AGAIN, parameters={"VALUE": "DURATION"})
    file.add("x-published-ttl", "PT1H")
    shown = list(items)
    for item in shown:
        file.add_component(_calendar_entry(item))
    if shown:
        years = [item.starts.year for item in shown]
        file.add_missing_timezones(
            first_date=date(min(years), 1, 1), last_date=date(max(years), 12, 31)
        )
    data: bytes = file.to_ical()
    return data


def _calendar_entry(item: CalendarItem) -> icalendar.Event:
    entry = icalendar.Event()
    entry.add("uid", item.uid)
    entry.add("dtstamp", item.changed_at)
    entry.add("last-modified", item.changed_at)
    entry.add("sequence", item.moves)
    entry.add("dtstart", item.starts)
    if item.ends is not None:
        entry.add("dtend", item.ends)
    entry.add("summary", item.title)
    entry.add("status", "CANCELLED" if item.is_cancelled else "CONFIRMED")
    for field, text in (
        ("location", item.place),
        ("url", item.url),
        ("description", item.description),
    ):
        if text:
            entry.add(field, text)
    return entry
