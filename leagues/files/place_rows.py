"""Read final places from the rows of a sheet: which player finished where in which event.

>>> sheet = [["Event", "Date", "Place", "Name", "20s"], ["Open", "2019-03-05", "1st", "Ann", "24"],
...          ["", "", "T2", "Ben & Cas", ""], ["", "", "", "Dot", ""]]
>>> read = read_places(sheet, guess_place_columns(sheet), DayOrder.DAY_FIRST)
>>> [(each.event, each.place, each.names, each.twenties) for each in read.places]
[('Open', 1, ('Ann',), 24), ('Open', 2, ('Ben', 'Cas'), None)]
>>> [(doubt.row, doubt.why.value) for doubt in read.doubts]
[(4, 'no_place')]
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from leagues.files.place_columns import guess_place_columns
from leagues.files.results_columns import Column, Columns
from leagues.files.row_doubts import Oddity, OddRow, RowDoubt
from leagues.files.row_reader import RowReader
from leagues.files.spreadsheet import Grid
from leagues.files.written_days import EARLIEST, DayOrder, day_of
from leagues.files.written_names import people_in
from scoring.results import Number

__all__ = ["PlaceRecord", "ReadPlaces", "guess_place_columns", "read_places"]

A_PAIR = 2
MOST_PLACES = 9999
MOST_TWENTIES = 99_999
PLACE = re.compile(r"[tT=#\s]{0,4}(\d{1,4})\s?(?:\D.*)?")
NUMBER = re.compile(r"(\d{1,6})(?:[.,](\d{1,4}))?")


@dataclass(frozen=True)
class PlaceRecord:
    """A final place of a player or pair. Without ``place``, points decide the order."""

    names: tuple[str, ...]
    event: str = ""
    division: str = ""
    day: date | None = None
    place: int | None = None
    points: Number | None = None
    twenties: int | None = None
    row: int = 0


@dataclass(frozen=True)
class ReadPlaces:
    places: tuple[PlaceRecord, ...]
    doubts: tuple[RowDoubt, ...]


def read_places(
    grid: Grid,
    columns: Columns,
    order: DayOrder,
    *,
    day: date | None = None,
    today: date | None = None,
) -> ReadPlaces:
    """Read all places. ``day`` is for rows without a day before the first row with one."""
    reader = _PlaceReader(columns, order, day, today)
    reader.read(grid)
    return ReadPlaces(tuple(reader.records), tuple(reader.doubts))


def number_in(text: str) -> Number | None:
    """Return the number in a cell. None if it is no number.

    >>> number_in("31"), number_in("5,5"), number_in("-")
    (31, Fraction(11, 2), None)
    """
    found = NUMBER.fullmatch(text)
    if not found:
        return None
    exact = Fraction(text.replace(",", "."))
    return int(exact) if exact.denominator == 1 else exact


class _PlaceReader(RowReader[PlaceRecord]):
    division = ""
    has_year_doubt = False

    def note(self, number: int, cells: Mapping[Column, str]) -> None:
        if Column.EVENT in cells and cells[Column.EVENT] != self.event:
            self.event, self.division = cells[Column.EVENT], ""
        self.division = cells.get(Column.DIVISION, self.division)
        if written := cells.get(Column.DATE):
            self.day = self._day(number, written)

    def _day(self, number: int, written: str) -> date:
        found = day_of(written, self.order)
        if found is None and (year := re.fullmatch(r"(\d{4})(?:\D.*)?", written)):
            found = self._first_of(number, int(year[1]))
        if found is None:
            raise OddRow(Oddity.NOT_A_DAY, written)
        return self.not_to_come(found, written)

    def _first_of(self, number: int, year: int) -> date | None:
        """Return the first day of a year, for sheets with years only. Adds one doubt about it."""
        if year < EARLIEST:
            return None
        if not self.has_year_doubt:
            self.has_year_doubt = True
            self.doubt(number, Oddity.YEAR, str(year))
        return date(year, 1, 1)

    def record(self, number: int, cells: Mapping[Column, str]) -> PlaceRecord | None:
        names = people_in(cells.get(Column.A, "")) + people_in(cells.get(Column.A2, ""))
        if not names:
            return None  # a heading, such as the name of an event
        if len(names) > A_PAIR:
            raise OddRow(Oddity.TOO_MANY, ", ".join(names))
        place, points = self._place(cells), self._points(number, cells)
        if place is None and (self.at[Column.PLACE] is not None or points is None):
            raise OddRow(Oddity.NO_PLACE, ", ".join(names))
        if self.day is None:
            raise OddRow(Oddity.NO_DAY)
        return PlaceRecord(
            names=names,
            event=self.event,
            division=self.division,
            day=self.day,
            place=place,
            points=points,
            twenties=self._twenties(number, cells),
            row=number,
        )

    def _place(self, cells: Mapping[Column, str]) -> int | None:
        written = cells.get(Column.PLACE)
        if not written:
            return None
        found = PLACE.fullmatch(written)
        if not found or not 0 < int(found[1]) <= MOST_PLACES:
            raise OddRow(Oddity.NOT_A_PLACE, written)
        return int(found[1])

    def _points(self, number: int, cells: Mapping[Column, str]) -> Number | None:
        written = cells.get(Column.POINTS_A, "")
        found = number_in(written)
        if written and found is None:
            self.doubt(number, Oddity.POINTS, written)
        return found

    def _twenties(self, number: int, cells: Mapping[Column, str]) -> int | None:
        written = cells.get(Column.TWENTIES_A, "")
        found = number_in(written)
        if isinstance(found, int) and found <= MOST_TWENTIES:
            return found
        if written:
            self.doubt(number, Oddity.TWENTIES, written)
        return None
