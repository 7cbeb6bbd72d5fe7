"""The base class of sheet readers."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Generic, TypeVar

from leagues.files.results_columns import Column, Columns
from leagues.files.row_doubts import Oddity, OddRow, RowDoubt
from leagues.files.spreadsheet import Grid
from leagues.files.written_days import DayOrder

R = TypeVar("R")


class RowReader(ABC, Generic[R]):
    """Reads a sheet row by row. An event and a day apply to all rows until the next one."""

    def __init__(
        self, columns: Columns, order: DayOrder, day: date | None, today: date | None
    ) -> None:
        self.columns = columns
        self.at: dict[Column, int | None] = {
            c: columns.of(c) for c in Column if c is not Column.NOTHING
        }
        self.order, self.day, self.today = order, day, today
        self.event = ""
        self.records: list[R] = []
        self.doubts: list[RowDoubt] = []

    def read(self, grid: Grid) -> None:
        """Read every row, skipping the heading, which long lists repeat on every page."""
        begin = self.columns.heading + 1
        heading = grid[begin - 1] if begin else []
        for number, row in enumerate(grid[begin:], begin + 1):
            if row != heading:
                self._read_row(number, row)

    def _read_row(self, number: int, row: Sequence[str]) -> None:
        cells: dict[Column, str] = {
            column: row[at]
            for column, at in self.at.items()
            if at is not None and at < len(row) and row[at]
        }
        try:
            self.note(number, cells)
            if record := self.record(number, cells):
                self.records.append(record)
        except OddRow as odd:
            self.doubt(number, odd.why, odd.text)

    @abstractmethod
    def note(self, number: int, cells: Mapping[Column, str]) -> None:
        """Update the event and the day that apply from this row on."""

    @abstractmethod
    def record(self, number: int, cells: Mapping[Column, str]) -> R | None:
        """Return the record in a row. None if it has none."""

    def doubt(self, number: int, why: Oddity, text: str) -> None:
        self.doubts.append(RowDoubt(number, why, text))

    def not_to_come(self, day: date, written: str) -> date:
        if self.today is not None and day > self.today:
            raise OddRow(Oddity.TO_COME, written)
        return day
