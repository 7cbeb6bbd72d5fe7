"""Read matches from the rows of a sheet, by the meaning of its columns.

A row that can't be understood is left out, with a doubt that names it. A row that is only odd
is imported as it is recorded.

>>> sheet = [["A", "B", "Date", "Result"], ["Ann", "Ben", "2019-03-05", "5-3"], ["Cas", "", "", "4-4"]]
>>> read = read_matches(sheet, guess_columns(sheet), DayOrder.DAY_FIRST)
>>> [(match.names, match.points, match.played.isoformat()) for match in read.matches]
[(BySeat('Ann', 'Ben'), BySeat(5, 3), '2019-03-05')]
>>> [(doubt.row, doubt.why) for doubt in read.doubts]
[(3, <Oddity.ONE_SIDE: 'one_side'>)]
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from leagues.files.results_columns import PAIRS, Column, Columns, guess_columns
from leagues.files.row_doubts import Oddity, OddRow, RowDoubt
from leagues.files.row_reader import RowReader
from leagues.files.spreadsheet import Grid
from leagues.files.written_days import DayOrder, day_of
from leagues.files.written_names import people_in
from leagues.models.names import KEPT, fold_name
from scoring.notation import Context, MatchRecord, side_of
from scoring.sides import BySeat, Seat

__all__ = ["Oddity", "ReadMatches", "RowDoubt", "guess_columns", "read_matches"]

MOST_POINTS = 9999
A_PAIR = 2
ROW = "row"
"""The key in ``extra`` for the row number of a record."""


@dataclass(frozen=True)
class ReadMatches:
    matches: tuple[MatchRecord, ...]
    doubts: tuple[RowDoubt, ...]


def read_matches(
    grid: Grid,
    columns: Columns,
    order: DayOrder,
    *,
    day: date | None = None,
    today: date | None = None,
) -> ReadMatches:
    """Read all matches. ``day`` is for rows without a day before the first row with one."""
    reader = _MatchReader(columns, order, day, today)
    reader.read(grid)
    return ReadMatches(tuple(reader.records), tuple(reader.doubts))


class _MatchReader(RowReader[MatchRecord]):
    def note(self, number: int, cells: Mapping[Column, str]) -> None:
        self._note_day(cells)
        self.event = cells.get(Column.EVENT, self.event)

    def _note_day(self, cells: Mapping[Column, str]) -> None:
        written = cells.get(Column.DATE)
        if not written:
            return
        found = day_of(written, self.order)
        if found is None:
            if cells.get(Column.A) and cells.get(Column.B):
                raise OddRow(Oddity.NOT_A_DAY, written)
            return  # a repeated heading, or a line in between
        self.day = self.not_to_come(found, written)

    def record(self, number: int, cells: Mapping[Column, str]) -> MatchRecord | None:
        sides = self._sides(cells)
        if sides is None:
            return None
        points = self._two(cells, Column.RESULT, Column.POINTS_A, Column.POINTS_B)
        winner = self._winner(number, cells, sides)
        if points is None and winner is None:
            raise OddRow(Oddity.NO_RESULT)
        if self.day is None:
            raise OddRow(Oddity.NO_DAY)
        twenties = self._twenties(number, cells)
        ahead = points.leader if points else None
        if winner is not None and ahead not in (None, winner):
            self.doubt(number, Oddity.WINNER, cells.get(Column.WINNER, ""))
            winner = None
        return MatchRecord(
            sides=BySeat(side_of(*sides.a), side_of(*sides.b)),
            recorded_points=points or BySeat(None, None),
            recorded_twenties=twenties or BySeat(None, None),
            winner=winner,
            played=self.day,
            context=Context(
                event=self.event or None,
                division=cells.get(Column.DIVISION),
                stage=cells.get(Column.STAGE),
                pool=cells.get(Column.POOL),
                pairing_round=_first_number(cells.get(Column.ROUND, "")),
            ),
            extra={ROW: number},
        )

    def _sides(self, cells: Mapping[Column, str]) -> BySeat[tuple[str, ...]] | None:
        sides = BySeat(*(self._people(cells, *both) for both in SIDES))
        if not any(sides):
            return None
        if not all(sides):
            if not cells.keys() & RESULTS:
                return None  # a heading, such as the name of a night
            raise OddRow(Oddity.ONE_SIDE, " ".join((*sides.a, *sides.b)))
        both = [fold_name(name) for name in (*sides.a, *sides.b)]
        if len(set(both)) < len(both):
            raise OddRow(Oddity.THEMSELVES, ", ".join((*sides.a, *sides.b)))
        if len(sides.a) != len(sides.b):
            raise OddRow(Oddity.UNEVEN, ", ".join((*sides.a, *sides.b)))
        return sides

    def _people(self, cells: Mapping[Column, str], one: Column, other: Column) -> tuple[str, ...]:
        names = people_in(cells.get(one, "")) + people_in(cells.get(other, ""))
        if len(names) > A_PAIR:
            raise OddRow(Oddity.TOO_MANY, ", ".join(names))
        return names

    def _two(
        self, cells: Mapping[Column, str], both: Column, a: Column, b: Column
    ) -> BySeat[int] | None:
        text = cells.get(both) or _as_one(cells.get(a, ""), cells.get(b, ""))
        if text:
            if not PAIRS.match(text):
                raise OddRow(Oddity.NOT_A_NUMBER, text)
            numbers = re.findall(r"\d{1,4}", text)
            if len(numbers[0]) == len("2019"):  # Excel turns 5-3 into the third of May
                raise OddRow(Oddity.MADE_A_DAY, text)
            return BySeat(int(numbers[0]), int(numbers[1]))
        if a not in cells and b not in cells:
            return None
        return BySeat(_parse_whole(cells.get(a, "")), _parse_whole(cells.get(b, "")))

    def _twenties(self, number: int, cells: Mapping[Column, str]) -> BySeat[int | None] | None:
        try:
            if Column.TWENTIES in cells:
                return self._two(cells, *TWENTIES)
            a, b = cells.get(Column.TWENTIES_A), cells.get(Column.TWENTIES_B)
            return BySeat(_parse_whole(a) if a else None, _parse_whole(b) if b else None)
        except OddRow as odd:
            self.doubt(number, Oddity.TWENTIES, odd.text)
            return None

    def _winner(
        self, number: int, cells: Mapping[Column, str], sides: BySeat[tuple[str, ...]]
    ) -> Seat | None:
        written = cells.get(Column.WINNER, "")
        if not written:
            return None
        if written.casefold() in ("a", "1"):
            return Seat.A
        if written.casefold() in ("b", "2"):
            return Seat.B
        won = {fold_name(name) for name in people_in(written)}
        for seat, names in sides.items():
            if won and won <= {fold_name(name) for name in names}:
                return seat
        return None


SIDES = ((Column.A, Column.A2), (Column.B, Column.B2))
TWENTIES = (Column.TWENTIES, Column.TWENTIES_A, Column.TWENTIES_B)
RESULTS = {Column.RESULT, Column.POINTS_A, Column.POINTS_B, Column.WINNER}


def _as_one(a: str, b: str) -> str:
    """Return a result written into the first of two cells, such as "3:5". Empty otherwise."""
    return a if not b and PAIRS.fullmatch(a) else ""


@lru_cache(maxsize=KEPT)
def _parse_whole(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}(?:[.,]0+)?", text):
        raise OddRow(Oddity.NOT_A_NUMBER, text)
    return int(re.split("[.,]", text)[0])


def _first_number(text: str) -> int | None:
    found = re.search(r"\d{1,3}", text)
    return int(found[0]) if found else None
