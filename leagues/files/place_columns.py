"""Guess the columns of a sheet of final places from their headings.

>>> sheet = [["Turnier", "Datum", "Platz", "Name", "Pkt", "20er"],
...          ["Open", "5.3.2019", "1", "Zoé Roy", "31", "24"]]
>>> found = guess_place_columns(sheet)
>>> found.heading, [column.value for column in found.columns]
(0, ['event', 'date', 'place', 'a', 'points_a', 'twenties_a'])
"""

import re

from leagues.files.results_columns import ENOUGH, LOOKED_AT, Column, Columns, heading_of, word_set
from leagues.files.spreadsheet import Grid
from leagues.files.written_days import fold_accents

PLACE = word_set(
    """place rank ranking rang rangliste platz platzierung pos position plaats plek puesto
    posicion lugar classement helyezes hely plass final finish standing"""
)
YEAR = word_set("year jahr annee an jaar ano ev season saison seizoen temporada szezon")
BARE_PLACE = ("#", "nr", "nr.", "no", "no.", "№")
OF_A_PLACE = {
    "date": Column.DATE,
    "event": Column.EVENT,
    "division": Column.DIVISION,
    "winner": Column.A,
}


def place_column(cell: str) -> Column:
    """Return the meaning of a column by its heading. ``NOTHING`` if it is unknown."""
    text = fold_accents(cell)
    named = frozenset(re.findall(r"[a-z]+", text))
    if named & PLACE or text in BARE_PLACE:
        return Column.PLACE
    if named & YEAR:
        return Column.DATE
    found = heading_of(cell)
    if found is None:
        return Column.NOTHING
    match found.kind:
        case "player":
            is_second = found.partner or found.side == "b"
            return Column.A2 if is_second else Column.A
        case "points" | "result":
            return Column.POINTS_A
        case "twenties":
            return Column.TWENTIES_A
    return OF_A_PLACE.get(found.kind, Column.NOTHING)


def guess_place_columns(grid: Grid) -> Columns:
    """Guess the columns; the user can change them."""
    rows = [[place_column(cell) for cell in row] for row in grid[:LOOKED_AT]]
    named = [len({*row} - {Column.NOTHING}) for row in rows]
    most = max(named, default=0)
    width = max(map(len, grid), default=0)
    if most < ENOUGH:
        usual = (Column.PLACE, Column.A, Column.POINTS_A, Column.TWENTIES_A)
        return Columns(-1, (usual + (Column.NOTHING,) * width)[:width])
    at = named.index(most)
    found = [Column.NOTHING] * width
    for number, column in enumerate(rows[at]):
        if column is Column.A and Column.A in found:
            column = Column.A2
        if column not in found:
            found[number] = column
    return Columns(at, tuple(found))
