"""Sheets typed by hand: rows that are left out, and the notes about them."""

from datetime import date, timedelta
from io import BytesIO
from pathlib import PurePosixPath
from zipfile import ZIP_DEFLATED, ZipFile

import openpyxl
import pytest
from xlsxwriter import Workbook

from leagues.files import limited_process, spreadsheet
from leagues.files.event_reading import SEATS, by_seat
from leagues.files.limited_process import read_results
from leagues.files.sheet_kinds import ResultsKind
from leagues.files.spreadsheet import (
    LONGEST_GAP,
    MOST_COLUMNS,
    Unreadable,
    UnreadableFile,
    read_spreadsheet,
    unpack,
)
from leagues.files.uploaded_picture import BadPicture, UnreadablePicture, make_logo
from leagues.files.written_names import people_in
from leagues.models.names import fold_name
from leagues.reads.data.results_file import ResultsReading
from scoring.notation.fields import Wrong
from tests.cast import Cast
from tests.leagues.club.club_pages import make_picture
from tests.leagues.data.test_bring_in import file_of

pytestmark = pytest.mark.django_db


def test_a_match_above_the_first_day_has_none(cast: Cast) -> None:
    text = "A,B,Date,Result\nAnn Lee,Bob Fox,,5-3\nAnn Lee,Cy Orr,2019-03-05,4-4\n"
    reading = ResultsReading(file_of(cast, text))

    assert (reading.results.matches, reading.doubts) == (
        1,
        ["Row 2 is skipped because it has no date, and no row above has one."],
    )


def test_totals_without_a_name_and_a_repeated_heading_are_skipped(cast: Cast) -> None:
    heading = "Name,Total,2005-03-05,2005-03-12"
    rows = [heading, "Zoé Roy,15,7,8", ",9,4,5", heading, "Ben Ito,12,5,7"]
    reading = ResultsReading(file_of(cast, "\n".join(rows)))

    [season] = reading.results.seasons
    assert [row.totals for row in season.rows] == [(7, 8), (5, 7)]
    assert reading.doubts == []


@pytest.mark.parametrize(
    ("nights", "kind"),
    [(MOST_COLUMNS - 1, ResultsKind.NIGHTS_DOWN), (MOST_COLUMNS, ResultsKind.MATCHES)],
)
def test_a_list_longer_than_a_sheet_is_wide_is_none_of_nights(
    cast: Cast, nights: int, kind: ResultsKind
) -> None:
    first = date(2005, 3, 5)
    rows = [f"{first + timedelta(days=7 * n)},7,8" for n in range(nights)]
    text = "\n".join(["Night,Zoé Roy,Ben Ito", *rows])

    assert ResultsReading(file_of(cast, text)).kind is kind


def test_a_file_of_ours_has_at_most_four_numbers_for_seats() -> None:
    assert by_seat([3, None]) == [3, None]
    with pytest.raises(Wrong, match="a number for each seat"):
        by_seat([1] * (SEATS + 1))


# --- Files that are more than they seem ---------------------------------------------------------

IN_SHEETS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def workbook(cells: dict[str, str], **parts: bytes) -> bytes:
    """A workbook with Ann above Bob, more cells, and replaced parts."""
    made, changed = BytesIO(), BytesIO()
    with Workbook(made) as book:
        sheet = book.add_worksheet("Mondays")
        for place, text in {"A1": "Ann", "A2": "Bob", **cells}.items():
            sheet.write(place, text, book.add_format({"bold": True}))
    with ZipFile(made) as packed, ZipFile(changed, "w", ZIP_DEFLATED) as to:
        for name in packed.namelist():
            other = parts.get(PurePosixPath(name).stem)
            to.writestr(name, packed.read(name) if other is None else other)
    return changed.getvalue()


def refusal_of(data: bytes) -> Unreadable:
    with pytest.raises(UnreadableFile) as why:
        read_spreadsheet("nights.xlsx", data)
    return why.value.why


@pytest.mark.parametrize(
    ("part", "limit"),
    [
        (b" " * 3000, "MOST_UNPACKED"),
        (b"<c/>" * 2501, "MOST_TAGS"),
        (("<si/>" * 2501).encode("utf-16"), "MOST_TAGS"),
    ],
)
def test_a_workbook_that_grows_is_refused_before_it_is_read(
    part: bytes, limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spreadsheet, limit, 2500)
    monkeypatch.setattr(spreadsheet, "CHUNK", 1000)
    opened: list[object] = []
    monkeypatch.setattr(openpyxl, "load_workbook", lambda *data, **_how: opened.extend(data))

    assert refusal_of(workbook({}, sharedStrings=part)) is Unreadable.TOO_LARGE
    assert opened == []


@pytest.mark.parametrize("before", ["", "<!--" + " " * 2**20 + "-->"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_workbook_that_declares_entities_is_refused_wherever_it_does(
    before: str, encoding: str
) -> None:
    """Ten declarations can expand to a gigabyte of text."""
    strings = (
        f'<?xml version="1.0" encoding="{encoding}"?>{before}'
        f'<!DOCTYPE a [<!ENTITY a "Ann">]><sst {IN_SHEETS}><si><t>&a;</t></si></sst>'
    )
    data = workbook({}, sharedStrings=strings.encode(encoding))

    assert refusal_of(data) is Unreadable.BROKEN


@pytest.mark.parametrize(
    ("place", "text", "rows"),
    [
        ("A150000", "", 2),
        ("XFD1", "x", 2),
        ("A150000", "x", LONGEST_GAP + 3),
        pytest.param("XFD1048576", "", 2, marks=pytest.mark.long),
    ],
)
def test_a_cell_far_from_the_table_costs_nothing_and_the_table_is_read(
    place: str, text: str, rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Empty rows above a distant cell used to take as long as full ones."""
    looked_at: list[object] = []
    texts = spreadsheet._row_texts

    def note(row: tuple[object, ...]) -> list[str]:
        looked_at.append(row)
        return texts(row)

    monkeypatch.setattr(spreadsheet, "_row_texts", note)

    sheets = read_spreadsheet("nights.xlsx", workbook({place: text}))

    assert sheets["Mondays"][:2] == [["Ann"], ["Bob"]]
    assert len(sheets["Mondays"]) == rows
    assert len(looked_at) <= 3


def test_a_row_below_the_last_that_can_be_is_no_workbook() -> None:
    row = '<row r="1048577"><c r="A1048577" t="str"><v>x</v></c></row>'
    sheet = f"<worksheet {IN_SHEETS}><sheetData>{row}</sheetData></worksheet>"

    assert refusal_of(workbook({}, sheet1=sheet.encode())) is Unreadable.BROKEN


def test_cells_are_counted_over_all_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreadsheet, "MOST_CELLS", 3)
    assert refusal_of(workbook({"C2": "x"})) is Unreadable.TOO_LARGE
    assert refusal_of(b"a,b\nc,d\n") is Unreadable.TOO_LARGE
    assert read_spreadsheet("a.csv", b"a,b\nc\n") == {"a": [["a", "b"], ["c"]]}


# --- In a child process ------------------------------------------------------------------


def test_a_workbook_is_read_in_a_process_of_its_own() -> None:
    assert unpack(read_results("nights.xlsx", workbook({}))).sheets == {
        "Mondays": [["Ann"], ["Bob"]]
    }


def test_what_that_process_refuses_is_refused_for_the_same_reason() -> None:
    with pytest.raises(UnreadableFile) as broken:
        read_results("nights.xlsx", workbook({})[:-30])
    assert broken.value.why is Unreadable.BROKEN


@pytest.mark.long
def test_that_process_has_a_limit_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limited_process, "PROCESSOR_TIME", 1)
    strings = f"<sst {IN_SHEETS}>{'<si><t>Ann</t></si>' * 1_000_000}</sst>"

    with pytest.raises(UnreadableFile) as over:
        read_results("nights.xlsx", workbook({}, sharedStrings=strings.encode()))

    assert over.value.why is Unreadable.TOO_LARGE


@pytest.mark.long
def test_a_picture_is_made_in_such_a_process_with_a_limit_of_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = limited_process.make_logo(make_picture(size=(40, 20)))
    assert made == make_logo(make_picture(size=(40, 20)))

    monkeypatch.setattr(limited_process, "MEMORY", 2**26)
    with pytest.raises(UnreadablePicture) as over:
        limited_process.make_photo(make_picture(size=(4000, 4000)))
    assert over.value.why is BadPicture.BROKEN


def test_a_name_is_taken_apart_once_however_many_rows_it_is_in(cast: Cast) -> None:
    rows = ["A,B,Date,Result", *["Ann Lee,Bob Fox,2019-03-05,5-3"] * 50]
    people_in.cache_clear()
    fold_name.cache_clear()

    reading = ResultsReading(file_of(cast, "\n".join(rows)))

    assert reading.results.matches == 50
    assert people_in.cache_info().misses == 3  # two names, and an empty cell
    assert fold_name.cache_info().misses < 50
