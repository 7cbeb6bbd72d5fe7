"""The leaders in the tables of a stage."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from leagues.models import Entry
from leagues.reads.tables.scored import Scored
from leagues.reads.tables.tables import Table


@dataclass(frozen=True)
class Leader:
    """A leader of a table. ``pool`` is empty if the stage has only one."""

    entry: Entry
    place: int
    pool: str
    points: Scored


def leaders_in(found: Sequence[Table]) -> tuple[Leader, ...]:
    """The first of each pool, or all entries of a single table in order.

    Entries without a game are left out. With several pools, none of them leads the event.
    """
    if len(found) == 1:
        return tuple(_leaders_of(found[0], ""))
    names = ((table, table.pool.name or str(table.pool.number)) for table in found)
    in_pools = (each for table, name in names for each in _leaders_of(table, name))
    return tuple(each for each in in_pools if each.place == 1)


def _leaders_of(table: Table, pool: str) -> Iterator[Leader]:
    for line in table.lines:
        if line.row.games:
            yield Leader(line.entry, line.row.place, pool, line.points)


MOST, MOST_IN_POOLS = 4, 8  # tied ones included


def first_few(leaders: Sequence[Leader]) -> Sequence[Leader]:
    """As many leaders as fit on a phone's first screen."""
    return leaders[: MOST_IN_POOLS if leaders and leaders[0].pool else MOST]
