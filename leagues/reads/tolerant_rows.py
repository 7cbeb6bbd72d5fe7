"""Read rows one by one. A row that can't be read is left out, and the page still loads."""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from django.db import Error

from leagues.models import Event, League

logger = logging.getLogger(__name__)
Row = TypeVar("Row", bound=Event | League)
Value = TypeVar("Value")
Revisions = tuple[int, int]

UNREADABLE: dict[Event | League, Revisions] = {}
"""Rows that this process failed to read, with the revisions at which they failed."""


def read_each(rows: Iterable[Row], read: Callable[[Row], Value]) -> Iterator[Value]:
    """Yield ``read(row)`` for each row, without the rows for which it raises.

    ``read`` has to do all work that can fail: errors raised later, in a template, aren't caught.
    """
    for row in rows:
        found: list[Value] = []
        with leaving_out(row):
            found.append(read(row))
        yield from found


def read_together(
    rows: Sequence[Row], read: Callable[[Sequence[Row]], dict[int, Value]]
) -> dict[int, Value]:
    """Read the rows at once; one by one if any can't be read."""
    try:
        return read(rows)
    except Error:  # the database failed
        raise
    except Exception:
        found = read_each(rows, lambda row: read([row]))
        return {key: value for each in found for key, value in each.items()}


@contextmanager
def leaving_out(row: Event | League) -> Iterator[None]:
    """Suppress an error while reading ``row``, and log it once for each revision of the row."""
    try:
        yield
    except Error:  # the database failed, not this row
        raise
    except Exception:
        revisions = revisions_of(row)
        if UNREADABLE.get(row) != revisions:
            UNREADABLE[row] = revisions
            logger.exception("left out, because it can't be read: %r", row)


def revisions_of(row: Event | League) -> Revisions:
    event = row.event if isinstance(row, League) else None
    return row.revision, event.revision if event else 0


def unreadable_rows() -> list[Event | League]:
    """The rows that could not be read and have not changed since."""
    for row, revisions in list(UNREADABLE.items()):
        now = type(row)._base_manager.filter(pk=row.pk).first()
        if now is None or revisions_of(now) != revisions:
            UNREADABLE.pop(row, None)  # another page may have done it
    return list(UNREADABLE)
