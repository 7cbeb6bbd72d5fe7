"""Sheets as rows of named cells, from any kind of file; reading and writing of CSV.

>>> rows = rows_of([["Player", " Pts"], ["Ann", "5"], ["", ""], ["Ben"]])
>>> [(row.number, row.cells) for row in rows]
[(2, {'Player': 'Ann', 'Pts': '5'}), (4, {'Player': 'Ben'})]
"""

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import TypeVar

from scoring.notation.fields import Wrong, read_number, read_whole
from scoring.notation.record import NotationError
from scoring.results import Number

T = TypeVar("T")
Grid = list[list[str]]
"""A sheet as rows of text; an empty cell is ''."""
Cell = str | int | Fraction | date | None

DAY_ZERO = date(1899, 12, 30)
"""Day 0 of a spreadsheet, one day early because spreadsheets count a Feb 29, 1900 that never
was.
"""

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""First characters of a CSV cell that a spreadsheet would run as a formula."""


@dataclass
class SheetLine:
    """One row below the header: its filled cells by column, taken one by one."""

    number: int
    cells: dict[str, str]

    def take(self, column: str, read: Callable[[str], T]) -> T | None:
        """Take the value of a cell, None if it is empty."""
        cell = self.cells.pop(column, None)
        try:
            return None if cell is None else read(cell)
        except Wrong as wrong:
            raise NotationError(f"row {self.number}: {column} {wrong}") from None

    def text(self, column: str) -> str | None:
        return self.take(column, str)

    def whole(self, column: str) -> int | None:
        return self.take(column, read_whole)

    def exact(self, column: str) -> Number | None:
        return self.take(column, read_number)

    def day(self, column: str) -> date | None:
        return self.take(column, read_day)


def read_day(cell: str) -> date:
    """Read a day from ISO text, or from the number that a spreadsheet stores for it.

    >>> read_day("2018-05-05") == read_day("2018-05-05 00:00:00") == read_day("43225")
    True
    """
    try:
        if cell.isdecimal():
            return DAY_ZERO + timedelta(days=int(cell))
        return datetime.fromisoformat(cell).date()
    except (ValueError, OverflowError):
        raise Wrong("must be a day such as 2018-05-05") from None


def header_of(grid: Grid) -> list[str]:
    return [column.strip() for column in grid[0]] if grid else []


def rows_of(grid: Grid) -> list[SheetLine]:
    """Yield the rows below the header that aren't empty, with their number in the file."""
    header = header_of(grid)
    filled = (
        (n, {c: cell.strip() for c, cell in zip(header, row, strict=False) if cell.strip()})
        for n, row in enumerate(grid[1:], 2)
    )
    return [SheetLine(n, cells) for n, cells in filled if cells]


def read_csv(source: str) -> Grid:
    """Read CSV with commas, semicolons or tabs, whichever is the most frequent in its first
    line.
    """
    first_line = source.partition("\n")[0]
    delimiter = max(",;\t", key=first_line.count)
    try:
        rows = list(csv.reader(io.StringIO(source, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise NotationError(f"this is not CSV: {error}") from None
    return [[_unguard_formula(cell) for cell in row] for row in rows]


def write_csv(rows: Iterable[Sequence[Cell]]) -> str:
    """Return rows as CSV in which a spreadsheet finds no formula to run."""
    written = io.StringIO(newline="")
    csv.writer(written, lineterminator="\n").writerows(
        [_guard_formula(cell) if isinstance(cell, str) else cell for cell in row] for row in rows
    )
    return written.getvalue()


def _guard_formula(cell: str) -> str:
    """Put an apostrophe before a formula: it marks a cell as text."""
    return f"'{cell}" if cell.startswith(FORMULA) or _unguard_formula(cell) != cell else cell


def _unguard_formula(cell: str) -> str:
    return cell[1:] if cell[:1] == "'" and cell[1:2] in ("'", *FORMULA) else cell
