"""A plain .xlsx workbook: values in sheets, with nothing but a date format.

The same sheets give the same bytes, so an export can be compared with the last one.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from xml.sax.saxutils import escape, quoteattr

Cell = str | int | Fraction | date | None

DAY_ZERO = date(1899, 12, 30)
"""The day a spreadsheet counts from, off by one to agree with a leap year that never was."""

DATE_STYLE = 1
UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")

HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"

STYLES = (
    f'{HEAD}<styleSheet xmlns="{MAIN}"><fonts count="1"><font/></fonts>'
    '<fills count="1"><fill/></fills><borders count="1"><border/></borders>'
    '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/>'
    '<xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>'
)


def write_workbook(sheets: Mapping[str, Iterable[Sequence[Cell]]]) -> bytes:
    """These sheets by name, each given as rows of values."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in _parts(sheets):
            part = zipfile.ZipInfo(name)  # with the fixed date of 1980
            part.compress_type = zipfile.ZIP_DEFLATED
            package.writestr(part, content)
    return packed.getvalue()


def _parts(
    sheets: Mapping[str, Iterable[Sequence[Cell]]],
) -> Iterable[tuple[str, str]]:
    numbers = range(1, len(sheets) + 1)
    parts = [
        ("/xl/workbook.xml", f"{KIND}.sheet.main+xml"),
        ("/xl/styles.xml", f"{KIND}.styles+xml"),
        *((f"/xl/worksheets/sheet{n}.xml", f"{KIND}.worksheet+xml") for n in numbers),
    ]
    overrides = "".join(
        f'<Override PartName="{part}" ContentType="{kind}"/>' for part, kind in parts
    )
    yield (
        "[Content_Types].xml",
        f'{HEAD}<Types xmlns="{PACKAGE}/content-types">'
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{overrides}</Types>',
    )
    yield "_rels/.rels", _relations([("officeDocument", "xl/workbook.xml")])
    listed = "".join(
        f'<sheet name={quoteattr(name)} sheetId="{n}" r:id="rId{n}"/>'
        for n, name in enumerate(sheets, 1)
    )
    yield (
        "xl/workbook.xml",
        f'{HEAD}<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}">'
        f"<sheets>{listed}</sheets></workbook>",
    )
    targets = [("worksheet", f"worksheets/sheet{n}.xml") for n in numbers]
    yield "xl/_rels/workbook.xml.rels", _relations([*targets, ("styles", "styles.xml")])
    yield "xl/styles.xml", STYLES
    for n, rows in enumerate(sheets.values(), 1):
        yield f"xl/worksheets/sheet{n}.xml", _sheet(rows)


def _relations(targets: Sequence[tuple[str, str]]) -> str:
    listed = "".join(
        f'<Relationship Id="rId{n}" Type="{OFFICE}/{kind}" Target="{target}"/>'
        for n, (kind, target) in enumerate(targets, 1)
    )
    return (
        f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships">{listed}</Relationships>'
    )


def _sheet(rows: Iterable[Sequence[Cell]]) -> str:
    lines = "".join(
        f'<row r="{n}">{"".join(_cell(n, column, value) for column, value in enumerate(row))}</row>'
        for n, row in enumerate(rows, 1)
    )
    return f'{HEAD}<worksheet xmlns="{MAIN}"><sheetData>{lines}</sheetData></worksheet>'


def _cell(row: int, column: int, value: Cell) -> str:
    where = f'r="{_letters(column)}{row}"'
    if value is None:
        return ""
    if isinstance(value, date):
        days = (value - DAY_ZERO).days
        return f'<c {where} s="{DATE_STYLE}"><v>{days}</v></c>'
    if isinstance(value, str):
        shown = escape(UNPRINTABLE.sub("\ufffd", value), {"\r": "&#13;"})
        return (
            f'<c {where} t="inlineStr"><is><t xml:space="preserve">{shown}</t></is></c>'
        )
    exact = value if isinstance(value, int) else float(value)
    return f"<c {where}><v>{exact}</v></c>"


def _letters(column: int) -> str:
    """
    >>> _letters(0), _letters(25), _letters(36)
    ('A', 'Z', 'AK')
    """
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters
