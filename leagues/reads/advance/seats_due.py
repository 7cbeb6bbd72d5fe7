"""Seats of the next stage that no longer match the current table."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from leagues.models import Entry, Surface


@dataclass(frozen=True)
class SeatsDue:
    """The names of entries to seat, to remove, and to move to another pool."""

    coming: str
    leaving: str
    moving: str


def seats_due(
    seated: Sequence[Sequence[int]], due: Sequence[Sequence[int]], named: Mapping[int, Entry]
) -> SeatsDue | None:
    now = {entry: pool for pool, entries in enumerate(seated) for entry in entries}
    should = {entry: pool for pool, entries in enumerate(due) for entry in entries}
    if now == should:
        return None

    def names(entries: Iterable[int]) -> str:
        return ", ".join(named[entry].shown_on(Surface.WEB) for entry in entries)

    return SeatsDue(
        coming=names(entry for entry in should if entry not in now),
        leaving=names(entry for entry in now if entry not in should),
        moving=names(e for e, pool in should.items() if now.get(e, pool) != pool),
    )
