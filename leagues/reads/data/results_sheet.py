"""Interpret one sheet of results: its kind and its columns.

Everything is guessed from the sheet, unless the importer has chosen otherwise.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from django.utils import timezone

from leagues.files.event_matches import is_event
from leagues.files.match_rows import ReadMatches, read_matches
from leagues.files.night_columns import transpose_grid
from leagues.files.night_totals import NightTotals, read_night_totals
from leagues.files.place_rows import ReadPlaces, read_places
from leagues.files.results_columns import Column, Columns
from leagues.files.row_doubts import RowDoubt
from leagues.files.sheet_kinds import ARCHIVE, IN_SHEETS, ResultsKind, columns_of, guess_kind
from leagues.files.spreadsheet import Grid, unpack
from leagues.files.written_days import DayOrder, order_in
from leagues.models import ResultsFile
from leagues.models.names import tidy_name

SAMPLES = 3
LONGEST_TITLE = 80
MONTH_FIRST_ZONES = ("America/", "US/")
NEEDED = {
    ResultsKind.MATCHES: (Column.A, Column.B),
    ResultsKind.PLACES: (Column.A,),
    ResultsKind.NIGHTS: (Column.A, Column.NIGHT),
    ResultsKind.NIGHTS_DOWN: (Column.A, Column.NIGHT),
}
"""Columns that each kind of sheet must have."""


@dataclass(frozen=True)
class SheetColumn:
    """A column of the sheet, with its heading, a few cells, and its meaning."""

    number: int
    name: str
    samples: tuple[str, ...]
    column: Column

    @property
    def letters(self) -> str:
        """The column's letters in a spreadsheet.

        >>> [SheetColumn(n, "", (), Column.A).letters for n in (0, 25, 26, 51, 52, 702)]
        ['A', 'Z', 'AA', 'AZ', 'BA', 'AAA']
        """
        letters, left = "", self.number + 1
        while left:
            left, letter = divmod(left - 1, 26)
            letters = chr(ord("A") + letter) + letters
        return letters


class SheetReading:
    """One sheet of a file, interpreted once for one page."""

    def __init__(self, file: ResultsFile) -> None:
        self.file = file
        self.choices: Mapping[str, Any] = file.choices
        self.sheets, self.text = unpack(bytes(file.content))

    @cached_property
    def kind(self) -> ResultsKind:
        """The kind of file. For a plain sheet, the importer's choice comes before the guess."""
        if self.text:
            return ResultsKind.EVENT if is_event(self.text) else ResultsKind.CMN
        if any(ARCHIVE & set(row) for grid in self.sheets.values() for row in grid[:1]):
            return ResultsKind.ARCHIVE
        chosen = self.choices.get("kind")
        if chosen in [each.value for each in IN_SHEETS]:
            return ResultsKind(chosen)
        return guess_kind(self.sheets[self.sheet])

    @property
    def is_sheet(self) -> bool:
        """Whether the columns' meanings may be chosen."""
        return self.kind in IN_SHEETS

    @property
    def has_matches(self) -> bool:
        return self.kind is not ResultsKind.PLACES and not self.kind.has_nights

    @cached_property
    def sheet(self) -> str:
        chosen = self.choices.get("sheet")
        if chosen in self.sheets:
            return str(chosen)
        return max(self.sheets, key=lambda name: _rate_sheet(self.sheets[name]))

    @cached_property
    def grid(self) -> Grid:
        """The rows of the sheet, transposed if it has a column for each player."""
        grid = self.sheets[self.sheet]
        return transpose_grid(grid) if self.kind is ResultsKind.NIGHTS_DOWN else grid

    @property
    def columns_key(self) -> str:
        """The key in ``choices["columns"]`` for this sheet."""
        is_usual = self.kind is ResultsKind.MATCHES
        return self.sheet if is_usual else f"{self.kind.value} {self.sheet}"

    @cached_property
    def columns(self) -> Columns:
        guess = columns_of(self.kind, self.grid)
        chosen = self.choices.get("columns", {}).get(self.columns_key)
        if chosen is None or len(chosen) != len(guess.columns):
            return guess
        return Columns(guess.heading, tuple(map(Column, chosen)))

    @property
    def heading_row(self) -> int:
        return self.columns.heading + 1

    @property
    def title(self) -> str:
        """A sheet of nights' season name: a text alone in a row above the heading; or empty."""
        if self.kind is not ResultsKind.NIGHTS:
            return ""
        for row in self.sheets[self.sheet][: max(self.columns.heading, 0)]:
            cells = {cell for cell in row if cell}  # merged cells may repeat it
            if len(cells) == 1 and any(map(str.isalpha, text := cells.pop())):
                return tidy_name(text)[:LONGEST_TITLE]
        return ""

    @cached_property
    def sheet_columns(self) -> tuple[SheetColumn, ...]:
        if not self.is_sheet:
            return ()
        names = self.grid[self.columns.heading] if self.columns.heading >= 0 else []
        samples: defaultdict[int, list[str]] = defaultdict(list)
        for row in self.grid[self.columns.heading + 1 :]:
            for at, cell in enumerate(row):
                if cell and len(samples[at]) < SAMPLES:
                    samples[at].append(cell)
        return tuple(
            SheetColumn(at, names[at] if at < len(names) else "", tuple(samples[at]), column)
            for at, column in enumerate(self.columns.columns)
            if samples[at] or (at < len(names) and names[at])
        )

    @cached_property
    def known_order(self) -> DayOrder | None:
        """The order of day and month, if a date in the file shows it; otherwise None."""
        if self.kind.has_nights:
            heading = self.grid[self.columns.heading] if self.grid else []
            pairs = zip(heading, self.columns.columns, strict=False)
            return order_in(cell for cell, c in pairs if c is Column.NIGHT)
        at = self.columns.of(Column.DATE)
        if at is None:
            return DayOrder.DAY_FIRST
        return order_in(row[at] for row in self.grid if at < len(row))

    @property
    def order(self) -> DayOrder:
        chosen = self.choices.get("order")
        if chosen:
            return DayOrder(chosen)
        return self.known_order or self._usual_order

    @property
    def _usual_order(self) -> DayOrder:
        is_american = self.file.club.zone.startswith(MONTH_FIRST_ZONES)
        return DayOrder.MONTH_FIRST if is_american else DayOrder.DAY_FIRST

    @property
    def day(self) -> date | None:
        chosen = self.choices.get("day")
        return date.fromisoformat(chosen) if chosen else None

    @property
    def today(self) -> date:
        return timezone.localdate(timezone=self.file.club.tzinfo)

    @cached_property
    def rows(self) -> ReadMatches:
        """The matches in a sheet of matches; empty for other sheets."""
        if self.kind is not ResultsKind.MATCHES:
            return ReadMatches((), ())
        return read_matches(self.grid, self.columns, self.order, day=self.day, today=self.today)

    @cached_property
    def places(self) -> ReadPlaces:
        """The final places in a sheet of places; empty for other sheets."""
        if self.kind is not ResultsKind.PLACES:
            return ReadPlaces((), ())
        return read_places(self.grid, self.columns, self.order, day=self.day, today=self.today)

    @cached_property
    def totals(self) -> NightTotals:
        """The nights and totals in a sheet of nights; empty for other sheets."""
        if not self.kind.has_nights:
            return NightTotals((), ())
        return read_night_totals(self.grid, self.columns, self.order, day=self.day)

    @property
    def row_doubts(self) -> tuple[RowDoubt, ...]:
        return (*self.rows.doubts, *self.places.doubts, *self.totals.doubts)

    @property
    def lacks(self) -> list[Column]:
        """Required columns that the sheet does not have."""
        needed = NEEDED.get(self.kind, ())
        return [each for each in needed if self.columns.of(each) is None]

    @property
    def columns_read(self) -> list[str]:
        """The kind, sheet, date order and columns: the choices that decide how the file is read."""
        if not self.is_sheet:
            return [self.kind.value]
        columns = [column.value for column in self.columns.columns]
        return [self.kind.value, self.sheet, self.order.value, *columns]


def _rate_sheet(grid: Grid) -> int:
    """A score for how likely the sheet holds results: recognized columns first, then rows."""
    columns = columns_of(guess_kind(grid), grid).columns
    return len({*columns} - {Column.NOTHING}) * 1000 + min(len(grid), 999)
