"""Guess the kind of results in a sheet: matches, final places, or totals of nights.

>>> guess_kind([["Date", "A", "B", "Result"], ["5.3.2019", "Ann", "Ben", "5-3"]]).value
'matches'
>>> guess_kind([["Place", "Name", "20s"], ["1", "Ann", "24"], ["2", "Ben", "20"]]).value
'places'
>>> guess_kind([["Name", "5.3.2019", "12.3.2019"], ["Ann", "7", "8"]]).value
'nights'
"""

from enum import Enum

from leagues.files.night_columns import FEWEST, guess_night_columns, is_turned, transpose_grid
from leagues.files.place_columns import guess_place_columns
from leagues.files.results_columns import Column, Columns, guess_columns
from leagues.files.spreadsheet import Grid

ARCHIVE = frozenset({"Pts/20s", "Classification"})
"""Columns that identify sheets of the archive."""
OF_TWO = frozenset({Column.B, Column.RESULT, Column.POINTS_B, Column.WINNER})


class ResultsKind(Enum):
    """The kinds of results files."""

    MATCHES = "matches"
    PLACES = "places"
    NIGHTS = "nights"
    NIGHTS_DOWN = "nights_down"
    ARCHIVE = "archive"
    CMN = "cmn"
    EVENT = "event"

    @property
    def has_nights(self) -> bool:
        return self in (ResultsKind.NIGHTS, ResultsKind.NIGHTS_DOWN)


IN_SHEETS = (ResultsKind.MATCHES, ResultsKind.PLACES, ResultsKind.NIGHTS, ResultsKind.NIGHTS_DOWN)
"""Kinds that a plain sheet may have."""


def guess_kind(grid: Grid) -> ResultsKind:
    """Guess the kind of a sheet; the user can change it."""
    if _are_nights(grid):
        return ResultsKind.NIGHTS
    if is_turned(grid) and _are_nights(transpose_grid(grid)):
        return ResultsKind.NIGHTS_DOWN
    of_match, of_place = guess_columns(grid), guess_place_columns(grid)
    names_two = len(OF_TWO & {*of_match.columns}) > 1
    if of_place.heading >= 0 and of_place.of(Column.A) is not None and not names_two:
        has_place = of_place.of(Column.PLACE) is not None
        if has_place or of_match.of(Column.B) is None:
            return ResultsKind.PLACES
    return ResultsKind.MATCHES


def _are_nights(grid: Grid) -> bool:
    found = guess_night_columns(grid).columns
    names = Column.A in found
    return names and sum(each is Column.NIGHT for each in found) >= FEWEST


def columns_of(kind: ResultsKind, grid: Grid) -> Columns:
    """Guess the columns of a sheet of this kind."""
    if kind is ResultsKind.PLACES:
        return guess_place_columns(grid)
    if kind.has_nights:
        return guess_night_columns(grid)
    return guess_columns(grid)
