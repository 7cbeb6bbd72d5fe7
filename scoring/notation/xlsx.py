"""Spreadsheet files: the values of an .xlsx workbook, as text.

An .xlsx file is a zip of XML. Only values are read: no formats, no formulas, no dates as
dates (a date is the number of a day, as the sheet stores it). What is too large when
unpacked, or declares entities, is refused before it can do harm.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Sequence
from posixpath import join, normpath
from xml.etree import ElementTree

from scoring.notation.record import NotationError

Grid = list[list[str]]

LARGEST = 100 * 2**20
"""So many bytes may all parts together be unpacked; forty years of results need half."""

CHUNK = 2**20
MOST_COLUMNS = 200


BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,  # an unknown way of packing
    RuntimeError,  # a password
    ElementTree.ParseError,
    LookupError,
    StopIteration,
    ValueError,
)


def read_workbook(content: bytes) -> dict[str, Grid]:
    """Every sheet by name, each a list of rows of text; an empty cell is ''."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            return _sheets(_Parts(packed))
    except NotationError:
        raise
    except BROKEN:
        raise NotationError("this is not a spreadsheet that can be read") from None


class _NoEntities(ElementTree.TreeBuilder):
    """Nothing a spreadsheet needs is declared in a DOCTYPE; bombs are."""

    def doctype(self, *_: str | None) -> None:
        raise NotationError("this spreadsheet declares entities, and is refused")


class _Rows(_NoEntities):
    """The rows of a sheet, each forgotten as XML as soon as its values are taken."""

    def __init__(self, strings: Sequence[str]) -> None:
        super().__init__()
        self.strings = strings
        self.grid: Grid = []

    def end(self, tag: str) -> ElementTree.Element:
        element = super().end(tag)
        if tag.endswith("}row"):
            self.grid.append(_row(element, self.strings))
            element.clear()
        return element


class _Parts:
    """The parts of a package, unpacked one at a time and never too much in all."""

    def __init__(self, packed: zipfile.ZipFile) -> None:
        self._packed = packed
        self._allowed = LARGEST

    def __contains__(self, name: str) -> bool:
        return name in self._packed.namelist()

    def tree(self, name: str) -> ElementTree.Element:
        return self._parsed(name, _NoEntities())

    def grid(self, name: str, strings: Sequence[str]) -> Grid:
        rows = _Rows(strings)
        self._parsed(name, rows)
        return rows.grid

    def _parsed(self, name: str, target: _NoEntities) -> ElementTree.Element:
        parser = ElementTree.XMLParser(target=target)  # noqa: S314 - see _NoEntities
        with self._packed.open(name) as part:
            while chunk := part.read(CHUNK):
                self._allowed -= len(chunk)
                if self._allowed < 0:
                    raise NotationError("this spreadsheet is too large when unpacked")
                parser.feed(chunk)
        return parser.close()


def _sheets(parts: _Parts) -> dict[str, Grid]:
    relations = {
        each.attrib["Id"]: normpath(join("xl", each.attrib["Target"])).lstrip("/")
        for each in parts.tree("xl/_rels/workbook.xml.rels")
    }
    workbook = parts.tree("xl/workbook.xml")
    settings = workbook.find("{*}workbookPr")
    if settings is not None and settings.get("date1904") in ("1", "true"):
        raise NotationError("this spreadsheet counts its days from 1904, not 1900")
    strings = _shared_strings(parts)
    return {
        sheet.attrib["name"]: parts.grid(relations[_relation(sheet)], strings)
        for sheet in workbook.iterfind("{*}sheets/{*}sheet")
    }


def _relation(sheet: ElementTree.Element) -> str:
    return next(value for key, value in sheet.attrib.items() if key.endswith("}id"))


def _shared_strings(parts: _Parts) -> list[str]:
    if "xl/sharedStrings.xml" not in parts:
        return []
    items = parts.tree("xl/sharedStrings.xml").iterfind("{*}si")
    return [_text(item) for item in items]


def _text(item: ElementTree.Element) -> str:
    """Plain text, or the runs of rich text, without the readings some scripts add."""
    runs = [*item.iterfind("{*}t"), *item.iterfind("{*}r/{*}t")]
    return "".join(each.text or "" for each in runs)


def _row(row: ElementTree.Element, strings: Sequence[str]) -> list[str]:
    values: list[str] = []
    for cell in row.iterfind("{*}c"):
        column = _column(cell.get("r")) if cell.get("r") else len(values)
        if column >= MOST_COLUMNS:
            break
        values.extend([""] * (column + 1 - len(values)))
        values[column] = _value(cell, strings)
    return values


def _column(reference: str | None) -> int:
    """
    >>> _column("A1"), _column("AK7")
    (0, 36)
    """
    letters = re.match("[A-Z]{1,3}", reference or "")
    if not letters:
        raise ValueError(reference)
    column = 0
    for letter in letters[0]:
        column = column * 26 + ord(letter) - ord("A") + 1
    return column - 1


def _value(cell: ElementTree.Element, strings: Sequence[str]) -> str:
    kind = cell.get("t", "n")
    if kind == "e":  # the error of a formula, such as #N/A, says nothing
        return ""
    if kind == "inlineStr":
        inline = cell.find("{*}is")
        return "" if inline is None else _text(inline)
    value = cell.findtext("{*}v") or ""
    if kind == "s":
        return strings[int(value)]
    return _number(value) if kind == "n" and value else value


def _number(value: str) -> str:
    """
    >>> _number("5.0"), _number("56.700000000000003")
    ('5', '56.7')
    """
    found = float(value)
    return str(int(found)) if found.is_integer() else repr(found)
