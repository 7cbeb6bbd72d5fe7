"""Write tables as CSV or as workbooks.

Text always remains text, so that a spreadsheet can't run a name as a formula. In CSV, an
apostrophe in front marks it.

>>> table = TableFile("Standings", ("Place", "Name"), [(1, "Ann"), (2, "=1+1")])
>>> print("".join(csv_lines(table)).replace("\\r", "").lstrip("\\ufeff"), end="")
Place,Name
1,Ann
2,'=1+1
"""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import IO, TypeAlias

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

Cell: TypeAlias = str | int | float | Fraction | date | datetime | None
FORMULA = ("=", "+", "-", "@", "\t", "\r")
AFTER_SEPARATOR = re.compile(r"(;)(?=[=+\-@\t\r])")
"""A formula after a semicolon, which separates columns in Excel in half of Europe."""
BYTE_ORDER_MARK = "\ufeff"  # without it, Excel doesn't recognise UTF-8
WIDEST, NARROWEST = 40, 6  # characters
LONGEST = 32_767  # characters in a cell, Excel's limit
MADE = datetime(2000, 1, 1)  # noqa: DTZ001 (the same table is the same file)
DAY, MOMENT = "yyyy-mm-dd", "yyyy-mm-dd hh:mm"


@dataclass(frozen=True)
class TableFile:
    """A heading and rows; the rows may be a generator. Times are local times."""

    title: str
    columns: tuple[str, ...]
    rows: Iterable[Sequence[Cell]]


# --- CSV ------------------------------------------------------------------------------------


class Passed:
    """A file for the csv module whose ``write`` returns the line."""

    def write(self, line: str) -> str:
        return line


def csv_lines(table: TableFile) -> Iterator[str]:
    write = csv.writer(Passed()).writerow
    yield BYTE_ORDER_MARK
    yield str(write([_as_text(each) for each in table.columns]))
    for row in table.rows:
        yield str(write([_as_text(each) for each in row]))


def _as_text(cell: Cell) -> str | int | float | None:
    match cell:
        case str():
            return AFTER_SEPARATOR.sub(r"\1'", f"'{cell}" if cell.startswith(FORMULA) else cell)
        case datetime():
            return f"{cell:%Y-%m-%d %H:%M}"
        case date():
            return cell.isoformat()
        case Fraction():
            return plain_number(cell)
    return cell


def plain_number(number: Fraction) -> int | float:
    return int(number) if number.denominator == 1 else round(float(number), 4)


# --- A workbook -------------------------------------------------------------------------------


Formats: TypeAlias = dict[str, Format]


def write_xlsx(out: IO[bytes], tables: Sequence[TableFile]) -> None:
    """Write one sheet for each table, row by row: memory doesn't grow with the table."""
    with Workbook(out, {"constant_memory": True}) as book:
        book.set_properties({"title": tables[0].title, "created": MADE})
        formats = {
            "head": book.add_format({"bold": True}),
            DAY: book.add_format({"num_format": DAY, "align": "left"}),
            MOMENT: book.add_format({"num_format": MOMENT, "align": "left"}),
        }
        for table in tables:
            _write_sheet(book.add_worksheet(sheet_name(table.title)), table, formats)


def _write_sheet(sheet: Worksheet, table: TableFile, formats: Formats) -> None:
    widths = [len(each) for each in table.columns]
    for at, label in enumerate(table.columns):
        sheet.write_string(0, at, label, formats["head"])
    for number, row in enumerate(table.rows, start=1):
        for at, cell in enumerate(row):
            widths[at] = max(widths[at], _write_cell(sheet, number, at, cell, formats))
    sheet.freeze_panes(1, 0)
    for at, width in enumerate(widths):
        sheet.set_column(at, at, max(NARROWEST, min(WIDEST, width) + 2))


def _write_cell(sheet: Worksheet, row: int, at: int, cell: Cell, formats: Formats) -> int:
    """Write a cell with its type, and return its width in letters."""
    match cell:
        case None:
            return 0
        case str():
            sheet.write_string(row, at, cell[:LONGEST])
            return len(cell)
        case datetime():
            sheet.write_datetime(row, at, cell, formats[MOMENT])
            return len(MOMENT)
        case date():
            sheet.write_datetime(row, at, cell, formats[DAY])
            return len(DAY)
        case Fraction():
            cell = plain_number(cell)
    sheet.write_number(row, at, cell)
    return len(str(cell))


def sheet_name(title: str) -> str:
    """Return a valid sheet name for Excel: at most 31 characters, without some signs."""
    return re.sub(r"[\[\]:*?/\\']", " ", title)[:31].strip() or "1"
