"""The rows of long lists and tables in portions, each with its own address.

Lists of up to ``WHOLE`` rows are shown whole. Each portion of a table also has the rows
around its cuts.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, islice
from typing import TypeVar

from django.utils.http import urlencode

from leagues.models import Entry, Pool, Surface
from leagues.reads.tables.tables import Table, TableLine

T = TypeVar("T")

WHOLE = 100  # rows that are shown at once
SIZE = 50  # rows of a portion
NEAR = 2  # rows above and below a cut
ALL = "all"
MOST_FOUND = 20


@dataclass(frozen=True)
class RowPortions:
    """Which rows of a list a page shows: those of portions ``first`` to ``last``."""

    first: int
    last: int
    rows: int
    kept: Mapping[str, str | int] = field(default_factory=dict)
    """What else the page's address asks for."""
    path: str = ""
    """The page's path; empty where addresses may be relative."""

    @property
    def size(self) -> int:
        return SIZE

    @property
    def start(self) -> int:
        """How many rows come before the first one that is shown."""
        return (self.first - 1) * SIZE

    @property
    def end(self) -> int:
        return min(self.last * SIZE, self.rows)

    @property
    def first_row(self) -> int:
        return self.start + 1

    @property
    def is_all(self) -> bool:
        return self.start == 0 and self.end == self.rows

    @property
    def part(self) -> str:
        """``part`` in the canonical address."""
        if self.is_all:
            return ALL
        return f"{self.first}-{self.last}" if self.first < self.last else str(self.first)

    @property
    def here(self) -> str:
        """The canonical address of what is shown."""
        return self.at(self.part)

    @property
    def all_at(self) -> str:
        return self.at(ALL)

    @property
    def before_at(self) -> str:
        """The address of the portion before; empty if there is none."""
        return self.at(self.first - 1) if self.start else ""

    @property
    def after_at(self) -> str:
        """The address of the portion after; empty if there is none."""
        return self.at(self.last + 1) if self.end < self.rows else ""

    @property
    def more(self) -> str:
        """``part`` in the address with more rows: one portion once, then all.

        Each address has its own stream, so there are few.
        """
        return f"{self.first}-{self.last + 1}" if self.first == self.last else ALL

    def at(self, part: str | int) -> str:
        return f"{self.path}?{urlencode({**self.kept, 'part': part})}"

    def cut(self, rows: Sequence[T]) -> Sequence[T]:
        return rows[self.start : self.end]


def portions_of(
    rows: int, asked: str, kept: Mapping[str, str | int] | None = None, path: str = ""
) -> RowPortions | None:
    """Choose the portions: "3", "1-3" or "all", by default the first.

    None if all rows are shown at once, as they are few.
    """
    if rows <= WHOLE:
        return None
    count = -(-rows // SIZE)
    if asked == ALL:
        return RowPortions(1, count, rows, kept or {}, path)
    start, _, end = asked.partition("-")
    first = _number(start, count) or 1
    return RowPortions(first, max(first, _number(end, count)), rows, kept or {}, path)


def _number(text: str, most: int) -> int:
    """Return the number of a portion, 0 for other text."""
    is_number = text.isascii() and text.isdecimal() and len(text) < 6
    return min(int(text), most) if is_number else 0


def part_at(index: int) -> int:
    return index // SIZE + 1


# --- A name in a long list ------------------------------------------------------------------


@dataclass(frozen=True)
class FoundRow:
    label: str
    address: str


def find_rows(
    portions: RowPortions | None, rows: Iterable[tuple[str, str]], text: str
) -> list[FoundRow]:
    """The first rows whose label contains ``text``. ``rows`` are ids on the page and labels."""
    if portions is None:
        return []
    addresses = (
        (label, f"{portions.at(part_at(at))}#{anchor}") for at, (anchor, label) in enumerate(rows)
    )
    return find_names(addresses, text)


def find_names(names: Iterable[tuple[str, str]], text: str) -> list[FoundRow]:
    """The first names that contain ``text``, each with its address; none for an empty text."""
    wanted = text.casefold()
    found = (FoundRow(*each) for each in names if wanted in each[0].casefold())
    return list(islice(found, MOST_FOUND)) if wanted else []


# --- Tables ---------------------------------------------------------------------------------


def shown_in(portions: RowPortions | None, tables: Sequence[Table]) -> tuple[Table, ...]:
    """The tables with rows in these portions, cut to those and the rows around their cuts."""
    if portions is None:
        return tuple(tables)
    starts = [0, *accumulate(len(table.lines) for table in tables)]
    cut = (
        _cut_table(table, portions.start - start, portions.end - start)
        for table, start in zip(tables, starts, strict=False)
    )
    return tuple(table for table in cut if table)


def _cut_table(table: Table, start: int, end: int) -> Table | None:
    """Cut a table to rows ``start`` to ``end``. None if none of them is in it."""
    rows = len(table.lines)
    wanted = set(range(max(start, 0), min(end, rows)))
    if not wanted:
        return None
    for place, line in enumerate(table.lines, start=1):
        if line.cut:
            wanted |= set(range(max(place - NEAR, 0), min(place + NEAR, rows)))
    return replace(table, shown=tuple(_with_gaps(table.lines, sorted(wanted))))


def _with_gaps(lines: Sequence[TableLine], wanted: Sequence[int]) -> Iterator[TableLine]:
    before = -1
    for at in wanted:
        left_out = at - before - 1
        yield replace(lines[at], left_out=left_out) if left_out else lines[at]
        before = at


@dataclass(frozen=True)
class PoolStart:
    """A pool, and the address of the portion that its table begins in; empty on this page."""

    pool: Pool
    address: str


def pools_in(portions: RowPortions | None, tables: Sequence[Table]) -> list[PoolStart]:
    starts = [0, *accumulate(len(table.lines) for table in tables)]
    return [
        PoolStart(table.pool, portions.at(part_at(start)) if portions else "")
        for table, start in zip(tables, starts, strict=False)
    ]


def rows_of(tables: Sequence[Table]) -> Iterator[tuple[str, str]]:
    """The id and the label of each row, in the order of the tables."""
    for table in tables:
        for line in table.lines:
            name = line.entry.shown_on(Surface.WEB)
            yield f"row-{line.entry.pk}", f"{line.row.place} · {name}"


def places_in(tables: Sequence[Table]) -> str:
    """Every row as its players and its place: see ``numbers_of``."""
    return numbers_of(([line.entry], line.row.place) for table in tables for line in table.lines)


def numbers_of(rows: Iterable[tuple[Iterable[Entry], int]]) -> str:
    """The players and the number of each row of a list: "12+34:1 56:2".

    A browser that knows its player finds their number and portion in it.
    """
    return " ".join(
        f"{'+'.join(str(player.pk) for entry in entries for player in entry.people)}:{number}"
        for entries, number in rows
    )


def part_with(tables: Sequence[Table], entry: Entry) -> int:
    """The portion with an entry's row; 0 if it has none, or all rows are shown at once."""
    entries = [line.entry for table in tables for line in table.lines]
    if len(entries) <= WHOLE or entry not in entries:
        return 0
    return part_at(entries.index(entry))
