"""Read uploaded spreadsheets into rows of text: workbooks (.xlsx), CSV and plain text.

Values only: no formulas, formats or links. Days and times become ISO text. Files that are too
large, unpack to too much or declare entities are refused before they can do harm.

>>> read_spreadsheet("Liga.csv", "Spieler;Punkte\\nZoë;5\\n".encode("cp1252"))
{'Liga': [['Spieler', 'Punkte'], ['Zoë', '5']]}
"""

import csv
import io
import json
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time
from enum import Enum
from pathlib import PurePath
from typing import Any, NamedTuple, TypeAlias
from zipfile import BadZipFile, ZipFile

from leagues.files.text_files import read_text

Grid: TypeAlias = list[list[str]]

MOST_BYTES = 10 * 2**20
MOST_UNPACKED = 100 * 2**20  # forty years of results need half
MOST_TAGS = 12_000_000  # of all parts together; a cell and its string take eight
MOST_ROWS = 100_000  # of all sheets together
MOST_CELLS = 2_000_000  # filled ones, of all sheets together
MOST_COLUMNS = 100
LAST_ROW = 2**20  # of any workbook
LONGEST_GAP = 1000
"""Empty rows kept in one place. A cell far below the table is a slip of the mouse."""
LONGEST_CELL = 500
CHUNK = 2**20
ZIP, OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
BEGINNING, EVERY_HUNDREDTH = 4000, 100
OTHER_FORMATS = re.compile(
    r"<(?:!doctype|!--|\?xml|html\b|head\b|body\b|table\b|svg\b)|%PDF-|\{\\rtf", re.I
)
CONTROLS = re.compile(r"[\x01-\x08\x0e-\x1f]")
DELIMITERS = ",;\t|"
MIDNIGHT = time()

BROKEN = (
    *(BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError),
    *(SyntaxError, LookupError, ValueError, TypeError, AttributeError, OverflowError),
)
"""Exceptions that openpyxl raises for a damaged file."""


class Unreadable(Enum):
    """The reasons why a file can't be read."""

    BROKEN = "broken"
    OTHER_FORMAT = "other_format"
    TOO_LARGE = "too_large"
    EMPTY = "empty"


class UnreadableFile(ValueError):
    def __init__(self, why: Unreadable) -> None:
        super().__init__(why.value)
        self.why = why


def read_spreadsheet(name: str, data: bytes) -> dict[str, Grid]:
    """Return every non-empty sheet by name. Empty cells are ''."""
    if len(data) > MOST_BYTES:
        raise UnreadableFile(Unreadable.TOO_LARGE)
    if data.startswith(OLE):
        raise UnreadableFile(Unreadable.OTHER_FORMAT)
    if data.startswith(ZIP):
        sheets = read_workbook(data)
    else:
        text = read_text(data)
        if is_no_sheet(text):
            raise UnreadableFile(Unreadable.OTHER_FORMAT)
        sheets = {PurePath(name).stem or name: read_csv(text)}
    filled = {title: grid for title, grid in sheets.items() if grid}
    if not filled:
        raise UnreadableFile(Unreadable.EMPTY)
    return filled


def is_no_sheet(text: str) -> bool:
    """True if the file is a web page, a document or a picture, whatever its name.

    >>> is_no_sheet("<!doctype html>"), is_no_sheet("%PDF-1.7"), is_no_sheet("A,B")
    (True, True, False)
    """
    begins = text[:BEGINNING].lstrip("\ufeff \t\r\n")
    return bool(OTHER_FORMATS.match(begins)) or (
        len(CONTROLS.findall(begins)) * EVERY_HUNDREDTH > len(begins)
    )


def read_workbook(data: bytes) -> dict[str, Grid]:
    """Read the sheets of an .xlsx file."""
    import openpyxl  # imports numpy: a tenth of the start-up time, and rarely needed

    try:
        _refuse_bombs(data)
        book = openpyxl.load_workbook(
            io.BytesIO(data), read_only=True, data_only=True, keep_links=False
        )
        left, cells = MOST_ROWS, MOST_CELLS
        sheets = {}
        for sheet in book.worksheets:
            sheet.reset_dimensions()  # the size declared in the file may be wrong
            rows = sheet.iter_rows(max_col=MOST_COLUMNS, values_only=True)
            sheets[str(sheet.title)] = grid = _trim_grid(_filled_rows(rows), left, cells)
            left -= len(grid)
            cells -= sum(map(len, grid))
        book.close()
    except UnreadableFile:
        raise
    except BROKEN as broken:
        raise UnreadableFile(Unreadable.BROKEN) from broken
    return sheets


def _refuse_bombs(data: bytes) -> None:
    """Unpack every part once, in pieces, before parsing it, and refuse zip bombs.

    Each tag begins with the byte of ``<`` in all encodings that expat reads. Entity declarations
    are refused by defusedxml, which openpyxl uses if it is installed.
    """
    left, tags = MOST_UNPACKED, MOST_TAGS
    with ZipFile(io.BytesIO(data)) as packed:
        names = packed.namelist()
        if "xl/workbook.xml" not in names:
            raise UnreadableFile(Unreadable.OTHER_FORMAT)
        for name in names:
            with packed.open(name) as part:
                while piece := part.read(CHUNK):
                    left -= len(piece)
                    tags -= piece.count(b"<")
                    if left < 0 or tags < 0:
                        raise UnreadableFile(Unreadable.TOO_LARGE)


def _filled_rows(rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[int, list[str]]]:
    """Yield non-empty rows with their numbers."""
    blank = None
    for number, row in enumerate(rows, start=1):
        if number > LAST_ROW:
            raise UnreadableFile(Unreadable.BROKEN)
        if row is blank:  # openpyxl fills gaps with one shared empty row
            continue
        if row.count(None) == len(row):
            blank = row
            continue
        yield number, _row_texts(row)


def read_csv(source: str) -> Grid:
    """Read CSV.

    The delimiter is the most frequent of comma, semicolon, tab and bar at its start.
    """
    source = source.replace("\0", "").removeprefix("\ufeff")
    first_lines = "\n".join(source.split("\n", 20)[:20])
    delimiter = max(DELIMITERS, key=first_lines.count)
    try:
        rows = csv.reader(io.StringIO(source, newline=""), delimiter=delimiter)
        texts = ([_unguard_cell(cell) for cell in row] for row in rows)
        return _trim_grid(enumerate(texts, start=1), MOST_ROWS, MOST_CELLS)
    except csv.Error as broken:
        raise UnreadableFile(Unreadable.BROKEN) from broken


def _trim_grid(rows: Iterable[tuple[int, Sequence[str]]], most: int, most_cells: int) -> Grid:
    """Remove empty cells and rows at the end, and add empty rows for the gaps."""
    grid: Grid = []
    last = 0
    for number, row in rows:
        cells = [_tidy_cell(cell) for cell in row[:MOST_COLUMNS]]
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            continue
        gap = min(number - last - 1, LONGEST_GAP)
        most_cells -= len(cells)
        if len(grid) + gap >= most or most_cells < 0:
            raise UnreadableFile(Unreadable.TOO_LARGE)
        grid += [[] for _ in range(gap)]
        grid.append(cells)
        last = number
    return grid


def _tidy_cell(cell: str) -> str:
    return " ".join(cell.split())[:LONGEST_CELL]


GUARDED = re.compile(r"^'(?=['=+\-@\t\r])|(?<=;)'(?=[=+\-@\t\r])")


def _unguard_cell(cell: str) -> str:
    """Remove the apostrophe that marks a cell as text."""
    return GUARDED.sub("", cell)


def _row_texts(row: Iterable[Any]) -> list[str]:
    return list(_each_text(row))


def _each_text(row: Iterable[Any]) -> Iterator[str]:
    for value in row:
        match value:
            case None:
                yield ""
            case bool():
                yield str(int(value))
            case datetime():
                yield (
                    value.date().isoformat()
                    if value.time() == MIDNIGHT
                    else value.isoformat(" ", "minutes")
                )
            case date():
                yield value.isoformat()
            case float() if value.is_integer():
                yield str(int(value))
            case str() if value.startswith("#") and value.endswith(("!", "?", "/A")):
                yield ""  # the error of a formula has no value
            case _:
                yield str(value)


class FileContent(NamedTuple):
    """The content of a file: its sheets, or its text if it is JSON."""

    sheets: dict[str, Grid]
    text: str = ""


def read_content(name: str, data: bytes) -> FileContent:
    """
    >>> read_content("a.json", b'{"cmn": "1.0"}').text
    '{"cmn": "1.0"}'
    """
    if len(data) <= MOST_BYTES and not data.startswith(ZIP):
        text = read_text(data).removeprefix("\ufeff")
        if text.lstrip().startswith(("{", "[")) and not is_no_sheet(text):
            return FileContent({}, text)
    return FileContent(read_spreadsheet(name, data))


def pack(content: FileContent) -> bytes:
    """Compress the content for storage until it is imported."""
    return zlib.compress(json.dumps(content, ensure_ascii=False).encode())


def unpack(packed: bytes) -> FileContent:
    """
    >>> unpack(pack(FileContent({"Liga": [["Ann"]]})))
    FileContent(sheets={'Liga': [['Ann']]}, text='')
    """
    return FileContent(*json.loads(zlib.decompress(packed)))
