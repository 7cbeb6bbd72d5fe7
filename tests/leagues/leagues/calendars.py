"""Read a calendar file with ``vobject``, a library that did not write it."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

import vobject
from django.test import Client


@dataclass(frozen=True)
class ReadDate:
    uid: str
    title: str
    starts: datetime | date
    moves: int
    changed_at: datetime
    status: str
    place: str
    url: str
    description: str

    @property
    def local(self) -> str:
        """Start day and time in the zone the file names."""
        if not isinstance(self.starts, datetime):
            return f"{self.starts}"
        return f"{self.starts:%Y-%m-%d %H:%M} {self.starts:%z}"


def read_calendar(data: bytes) -> list[ReadDate]:
    calendar: Any = vobject.readOne(data.decode())
    return [_read_date(each) for each in getattr(calendar, "vevent_list", ())]


def _read_date(each: Any) -> ReadDate:
    def text(name: str) -> str:
        found = getattr(each, name, None)
        return str(found.value) if found else ""

    return ReadDate(
        uid=text("uid"),
        title=text("summary"),
        starts=each.dtstart.value,
        moves=int(text("sequence")),
        changed_at=each.last_modified.value,
        status=text("status"),
        place=text("location"),
        url=text("url"),
        description=text("description"),
    )


def calendar_at(path: str, status: int = 200) -> list[ReadDate]:
    answer = Client().get(path)
    assert answer.status_code == status, answer.status_code
    if status != 200:
        return []
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return read_calendar(answer.content)
