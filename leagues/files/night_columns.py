"""Guess the columns of a sheet of nights: players in rows, nights in columns, totals in cells.

>>> sheet = [["Speler", "5-3-2019", "12-3-2019", "Totaal"], ["Zoé", "7", "", "7"]]
>>> found = guess_night_columns(sheet)
>>> found.heading, [column.value for column in found.columns]
(0, ['a', 'night', 'night', 'total'])
>>> is_turned([["", "Ann", "Ben"], ["5.3.2019", "7", "3"], ["12.3.2019", "", "8"]])
True
"""

import re

from leagues.files.place_columns import place_column
from leagues.files.results_columns import LOOKED_AT, ROUND, Column, Columns, first_values, word_set
from leagues.files.spreadsheet import MOST_COLUMNS, Grid
from leagues.files.written_days import DayOrder, day_of, fold_accents

TOTAL = word_set("total totaal gesamt summe somme sum osszesen totales suma all overall")
NIGHT = ROUND | word_set("night abend nacht soiree avond noche este n w r no")
FEWEST = 2  # nights that make a season
NUMBER = re.compile(r"\d+")


def is_day(cell: str) -> bool:
    return day_of(cell, DayOrder.DAY_FIRST) is not None


def days_in(row: list[str]) -> int:
    return sum(map(is_day, row))


def guess_night_columns(grid: Grid) -> Columns:
    """Guess the columns; the user can change them."""
    rows = grid[:LOOKED_AT]
    width = max(map(len, grid), default=0)
    nights = [_nights_in(row) for row in rows]
    most = max(nights, default=0)
    at = nights.index(most) if most else 0
    values = first_values(grid, at, width)
    heading = [*grid[at], *[""] * width][:width] if grid else []
    found = [Column.NOTHING] * width
    for number, cell in enumerate(heading):
        column = _guess_column(cell, values[number], found, has_nights=most > 0)
        if column is Column.NIGHT or column not in found:
            found[number] = column
    return Columns(at, tuple(found))


def is_night(cell: str) -> bool:
    """True if a heading names a night, by its day or its number."""
    if is_day(cell):
        return True
    found = re.findall(r"[a-z]+|\d+", fold_accents(cell))
    named = {word for word in found if not word.isdecimal()}
    has_number = len(found) > len(named)
    return has_number and named <= NIGHT and len(found) <= 2


def _nights_in(row: list[str]) -> int:
    """Return a score for a row as the heading of nights; rows with days win over rows with numbers.

    Numbers must be adjacent and count from one. Bare numbers may mean anything, so there must be
    at least three of them.
    """
    days = days_in(row)
    if days >= FEWEST:
        return MOST_COLUMNS + days
    named = [at for at, cell in enumerate(row) if is_night(cell) and not is_day(cell)]
    numbers = [int(NUMBER.findall(row[at])[0]) for at in named]
    in_line = named == list(range(named[0], named[0] + len(named))) if named else False
    are_bare = any(row[at].isdecimal() for at in named)
    if not in_line or numbers != list(range(1, len(numbers) + 1)):
        return 0
    return len(named) if len(named) >= FEWEST + are_bare else 0


def _guess_column(cell: str, values: list[str], found: list[Column], *, has_nights: bool) -> Column:
    if has_nights and is_night(cell):
        return Column.NIGHT
    named = frozenset(re.findall(r"[a-z]+", fold_accents(cell)))
    if named & TOTAL:
        return Column.TOTAL
    column = place_column(cell)
    if column in (Column.A, Column.PLACE):
        return column
    if column is Column.POINTS_A:
        return Column.TOTAL
    are_names = bool(values) and all(any(c.isalpha() for c in v) for v in values)
    if are_names and Column.A not in found and column is Column.NOTHING:
        return Column.A
    return Column.NOTHING


def transpose_grid(grid: Grid) -> Grid:
    """Transpose the sheet, up to the maximum of columns."""
    grid = grid[:MOST_COLUMNS]
    width = max(map(len, grid), default=0)
    full = [[*row, *[""] * (width - len(row))] for row in grid]
    return [list(column) for column in zip(*full, strict=True)]


def is_turned(grid: Grid) -> bool:
    """True if the sheet has nights in rows and players in columns."""
    if len(grid) > MOST_COLUMNS:
        return False
    first = [row[0] for row in grid if row and row[0]]
    across = max(map(days_in, grid[:LOOKED_AT]), default=0)
    return days_in(first) >= FEWEST and across < FEWEST
