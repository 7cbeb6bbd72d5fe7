"""Read a season from a sheet: players in rows, nights in columns, totals in cells.

>>> sheet = [["Name", "5.3.2019", "12.3.2019", "Total"], ["Ann", "7", "6,5", "13,5"],
...          ["Ben", "x", "8", "9"]]
>>> read = read_night_totals(sheet, guess_night_columns(sheet), DayOrder.DAY_FIRST)
>>> [day.isoformat() for day in read.days]
['2019-03-05', '2019-03-12']
>>> [(row.names, row.totals, row.total) for row in read.rows]
[(('Ann',), (7, Fraction(13, 2)), Fraction(27, 2)), (('Ben',), (None, 8), 9)]
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from leagues.files.night_columns import guess_night_columns
from leagues.files.place_rows import PLACE, number_in
from leagues.files.results_columns import Column, Columns, word_set
from leagues.files.row_doubts import Oddity, RowDoubt
from leagues.files.spreadsheet import Grid
from leagues.files.written_days import DayOrder, day_of
from leagues.files.written_names import people_in
from leagues.models.names import fold_name
from scoring.results import Number

__all__ = ["NightTotals", "TotalsRow", "guess_night_columns", "read_night_totals"]

A_WEEK = timedelta(days=7)
ABSENT = re.compile(r"[-–—x×./]*|abs\w*|dn[spf]|n/?a|out|bye", re.I)


@dataclass(frozen=True)
class TotalsRow:
    """The totals of one player or pair, by night; None for nights not played."""

    names: tuple[str, ...]
    totals: tuple[Number | None, ...]
    total: Number | None = None
    """The season's total, as written in the sheet."""
    place: int | None = None
    row: int = 0
    is_summary: bool = False
    """True if the row looks like a total or an average of other rows, not like a player."""


@dataclass(frozen=True)
class NightTotals:
    days: tuple[date, ...]
    rows: tuple[TotalsRow, ...]
    doubts: tuple[RowDoubt, ...] = ()
    lacks_days: bool = False
    """True if nights have numbers but no days, and no first day was given."""


def read_night_totals(
    grid: Grid, columns: Columns, order: DayOrder, *, day: date | None = None
) -> NightTotals:
    """Read all totals. Nights without days are a week apart; the first is on ``day``."""
    heading = grid[columns.heading] if grid and columns.heading >= 0 else []
    nights = [n for n, c in enumerate(columns.columns) if c is Column.NIGHT]
    days = _night_days([_cell_at(heading, at) for at in nights], order, day)
    if days is None:
        return NightTotals((), (), lacks_days=True)
    in_order = sorted(range(len(nights)), key=lambda number: days[number])
    doubts: list[RowDoubt] = []
    rows = []
    for number, cells in enumerate(grid[columns.heading + 1 :], columns.heading + 2):
        names = _row_names(cells, columns)
        if not names or cells == heading:
            continue
        if len(names) > 2:
            doubts.append(RowDoubt(number, Oddity.TOO_MANY, ", ".join(names)))
            continue
        totals = [_night_total(number, _cell_at(cells, at), doubts) for at in nights]
        total, place = _number_of(cells, columns, Column.TOTAL), _place_of(cells, columns)
        if total is None and all(each is None for each in totals):
            doubts.append(RowDoubt(number, Oddity.NO_RESULT, ", ".join(names)))
            continue
        in_time = tuple(totals[each] for each in in_order)
        rows.append(TotalsRow(names, in_time, total, place, number))
    return NightTotals(tuple(days[each] for each in in_order), _with_summaries(rows), tuple(doubts))


SUMMARY = word_set(
    """total totals subtotal sum sums average averages avg mean median overall count players
    present attendance
    summe summen gesamt gesamtsumme insgesamt durchschnitt mittelwert schnitt anzahl anwesend
    teilnehmer
    totaux somme moyenne moyennes presents joueurs
    totaal totalen som gemiddelde gemiddeld aantal aanwezig
    totales suma media promedio presentes jugadores
    osszesen osszeg osszesites atlag letszam jelen jatekosok"""
)
BESIDE = word_set(
    "of the per a night all grand der die das pro abend de du des par soiree van por noche general"
)
SIGNS = frozenset("ØøΣ∑")


def is_summary(name: str) -> bool:
    """True if a name is a word for a total or an average.

    >>> [is_summary(each) for each in ("TOTAL", "Ø", "Moyenne par soirée", "Max Total", "Sum Ito")]
    [True, True, True, False, False]
    """
    named = set(re.findall(r"[^\W\d_]+", fold_name(name))) - BESIDE
    return name.strip() in SIGNS or (bool(named) and named <= SUMMARY)


def _with_summaries(rows: Sequence[TotalsRow]) -> tuple[TotalsRow, ...]:
    """Mark the rows whose names or numbers show that they aren't players."""
    named = [all(map(is_summary, row.names)) for row in rows]
    players = [row for row, is_one in zip(rows, named, strict=True) if not is_one]
    return tuple(
        replace(row, is_summary=is_one or _adds_up(row, players))
        for row, is_one in zip(rows, named, strict=True)
    )


def _adds_up(row: TotalsRow, players: Sequence[TotalsRow]) -> bool:
    """True if each night of a row is the sum of all others, which no player would make."""
    others = [each.totals for each in players if each is not row]
    if len(others) < FEWEST_TO_ADD or sum(each is not None for each in row.totals) < 2:
        return False
    sums = [sum(totals[night] or 0 for totals in others) for night in range(len(row.totals))]
    return [each or 0 for each in row.totals] == sums


FEWEST_TO_ADD = 3  # players: of one or two, a third may well have made as many


def _cell_at(row: Sequence[str], at: int) -> str:
    return row[at] if at < len(row) else ""


def _night_days(headings: Sequence[str], order: DayOrder, first: date | None) -> list[date] | None:
    """Return the day of each night. None if a day is missing and ``first`` isn't given."""
    found = [day_of(each, order) for each in headings]
    known = [each for each in found if each is not None]
    if len(known) == len(found):
        return known
    if first is None:
        return None
    return [first + A_WEEK * number for number in range(len(found))]


def _row_names(cells: Sequence[str], columns: Columns) -> tuple[str, ...]:
    names: tuple[str, ...] = ()
    for column in (Column.A, Column.A2):
        at = columns.of(column)
        if at is not None:
            names += people_in(_cell_at(cells, at))
    return names


def _night_total(row: int, cell: str, doubts: list[RowDoubt]) -> Number | None:
    found = number_in(cell)
    if found is None and not ABSENT.fullmatch(cell):
        doubts.append(RowDoubt(row, Oddity.CELL, cell))
    return found


def _number_of(cells: Sequence[str], columns: Columns, column: Column) -> Number | None:
    at = columns.of(column)
    return None if at is None else number_in(_cell_at(cells, at))


def _place_of(cells: Sequence[str], columns: Columns) -> int | None:
    at = columns.of(Column.PLACE)
    found = None if at is None else PLACE.fullmatch(_cell_at(cells, at))
    return int(found[1]) if found and int(found[1]) else None
