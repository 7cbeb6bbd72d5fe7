"""Who is in front of the tables of a stage: the one function that says so."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from leagues.models import Entry
from leagues.reads.tables.scored import Scored
from leagues.reads.tables.tables import Table


@dataclass(frozen=True)
class Leader:
    """In front of a table with so much; ``pool`` says of which where there are several."""

    entry: Entry
    place: int
    pool: str
    points: Scored


def leaders_in(found: Sequence[Table]) -> tuple[Leader, ...]:
    """Once somebody has played: the first of each pool, or everybody of the only table.

    Nobody who leads a pool leads the event.
    """
    if len(found) == 1:
        return tuple(_played(found[0], ""))
    names = ((table, table.pool.name or str(table.pool.number)) for table in found)
    in_pools = (each for table, name in names for each in _played(table, name))
    return tuple(each for each in in_pools if each.place == 1)


def _played(table: Table, pool: str) -> Iterator[Leader]:
    for line in table.lines:
        if line.row.games:
            yield Leader(line.entry, line.row.place, pool, line.points)


MOST, MOST_IN_POOLS = 4, 8  # level ones among them


def first_few(leaders: Sequence[Leader]) -> Sequence[Leader]:
    """As many as stand on the first screen of a phone."""
    in_pools = bool(leaders) and bool(leaders[0].pool)
    return leaders[: MOST_IN_POOLS if in_pools else MOST]
