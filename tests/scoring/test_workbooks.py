"""Workbooks, sound and broken."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from scoring.notation import (
    Archive,
    ArchiveLine,
    NotationError,
    read_archive_csv,
    read_archive_xlsx,
    read_file,
    recorded_in,
    write_archive_csv,
    write_archive_xlsx,
    xlsx,
)
from scoring.sides import BySeat
from tests.scoring.archive_sheets import (
    RECORD,
    sheet,
)

MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def workbook(
    rows: str,
    *,
    strings: str = "",
    head: str = "",
    settings: str = "",
    target: str = "/xl/a.xml",
) -> bytes:
    """A workbook with one sheet of these rows, as a spreadsheet program would write it."""
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    parts = {
        "xl/workbook.xml": f'<workbook {MAIN} xmlns:r="{office}">{settings}<sheets>'
        '<sheet name="Matches" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": '<Relationships xmlns="http://schemas.openxmlformats.org'
        f'/package/2006/relationships"><Relationship Id="r1" Target="{target}"/></Relationships>',
        "xl/a.xml": f"{head}<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>",
    }
    if strings:
        parts["xl/sharedStrings.xml"] = f"<sst {MAIN}>{strings}</sst>"
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as package:
        for name, part in parts.items():
            package.writestr(name, part)
    return packed.getvalue()


def test_every_kind_of_cell_is_read_as_text() -> None:
    content = workbook(
        '<row><c r="A1" t="s"><v>1</v></c><c r="C1"><v>5.0</v></c>'
        '<c t="inlineStr"><is><t>in</t><r><t>line</t></r></is></c>'
        '<c t="inlineStr"/><c t="e"><v>#N/A</v></c><c t="str"><v>=A1</v></c></row>'
        '<row><c r="B2"><v>56.700000000000003</v></c><c r="C2"/><c t="b"><v>1</v></c></row>'
        '<row><c r="A3"><v>7</v></c><c r="XFD3"><v>8</v></c></row>',
        strings="<si><t>no</t></si><si><r><t>Bob</t></r><r><t>by</t></r><rPh><t>x</t></rPh></si>",
    )

    assert xlsx.read_workbook(content) == {
        "Matches": [
            ["Bobby", "", "5", "inline", "", "", "=A1"],
            ["", "56.7", "", "1"],
            ["7"],
        ]
    }


def test_the_day_of_a_workbook_is_the_number_of_a_day() -> None:
    header = "".join(
        f'<c t="inlineStr"><is><t>{column}</t></is></c>'
        for column in ("Classification", "Player", "Date")
    )
    row = '<c t="str"><v>Rank</v></c><c t="str"><v>Ann</v></c><c s="1"><v>43225</v></c>'

    archive = read_archive_xlsx(
        workbook(f"<row>{header}</row><row>{row}</row>", target="a.xml")
    )

    assert archive.lines == (ArchiveLine("Rank", "Ann", date(2018, 5, 5)),)


BOMB = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (workbook("", head=BOMB), "this spreadsheet declares entities, and is refused"),
        (
            workbook("", settings='<workbookPr date1904="1"/>'),
            "this spreadsheet counts its days from 1904, not 1900",
        ),
        (b"PK\x03\x04nonsense", "this is not a spreadsheet that can be read"),
        (workbook("<row>"), "this is not a spreadsheet that can be read"),
        (workbook("", target="gone.xml"), "this is not a spreadsheet that can be read"),
        (
            workbook('<row><c t="s"><v>9</v></c></row>'),
            "this is not a spreadsheet that can be read",
        ),
        (
            workbook('<row><c r="7"><v>9</v></c></row>'),
            "this is not a spreadsheet that can be read",
        ),
    ],
)
def test_a_broken_or_dangerous_workbook_is_refused(
    content: bytes, sentence: str
) -> None:
    with pytest.raises(NotationError) as error:
        recorded_in(content)

    assert str(error.value) == sentence


def test_a_workbook_too_large_when_unpacked_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(xlsx, "LARGEST", 2000)

    with pytest.raises(NotationError, match="too large when unpacked"):
        recorded_in(workbook("<row/>" * 1000))


def test_sheets_that_belong_to_something_else_are_passed_over() -> None:
    assert read_archive_csv("Leagues,Tag\n", sheet()) == Archive()


def test_the_content_says_what_a_file_is(tmp_path: Path) -> None:
    archive = Archive(matches=(RECORD,))
    (tmp_path / "a.txt").write_bytes(write_archive_xlsx(archive))
    for name, content in write_archive_csv(archive).items():
        (tmp_path / name).write_text(content, encoding="utf-8-sig")
    cmn = {"cmn": "1.0", "batch": True, "matches": []}
    (tmp_path / "cmn").write_text(json.dumps(cmn))
    plain = [{"a": "Ann", "b": "Ben", "points": [3, 1], "twenties": [3, 4]}]
    (tmp_path / "plain").write_text(json.dumps(plain))

    def points(name: str) -> list[BySeat[Any]]:
        return [record.points for record in read_file(tmp_path / name).matches]

    for name in ("a.txt", "Matches.csv", "", "plain"):
        assert points(name) == [BySeat(3, 1)], name
    assert points("cmn") == []


def test_a_file_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="no such file"):
        read_file(tmp_path / "gone.json")
    with pytest.raises(NotationError, match="not text in UTF-8"):
        recorded_in(b"\xff\xfe")
