"""Rows read one by one: one that can't be read is left out, and takes no other page down."""

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.db import Error

from leagues.models import Event, League

logger = logging.getLogger(__name__)
Row = TypeVar("Row", bound=Event | League)
Value = TypeVar("Value")
Revisions = tuple[int, int]

UNREADABLE: dict[Event | League, Revisions] = {}
"""What this process could not read, and at which revisions of it."""


def readable(rows: Iterable[Row], read: Callable[[Row], Value]) -> Iterator[Value]:
    """What ``read`` makes of each row, without the rows that it fails on.

    ``read`` has to do all that can fail: what a template asks for later is not looked after.
    """
    for row in rows:
        found: list[Value] = []
        with leaving_out(row):
            found.append(read(row))
        yield from found


@contextmanager
def leaving_out(row: Event | League) -> Iterator[None]:
    """Go on without a row that can't be read; the log says so once for each revision of it."""
    try:
        yield
    except Error:  # the database's fault, and no row's
        raise
    except Exception:
        revisions = revisions_of(row)
        if UNREADABLE.get(row) != revisions:
            UNREADABLE[row] = revisions
            logger.exception("left out, because it can't be read: %r", row)


def revisions_of(row: Event | League) -> Revisions:
    event = row.event if isinstance(row, League) else None
    return row.revision, event.revision if event else 0


def unreadable() -> list[Event | League]:
    """What was left out and hasn't changed since."""
    for row, revisions in list(UNREADABLE.items()):
        now = type(row)._base_manager.filter(pk=row.pk).first()
        if now is None or revisions_of(now) != revisions:
            UNREADABLE.pop(row, None)  # another page may have done it
    return list(UNREADABLE)
