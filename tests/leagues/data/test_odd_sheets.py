"""Sheets that somebody typed: what is left out of them, and what is said of it."""

from __future__ import annotations

from datetime import date, timedelta
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import openpyxl
import pytest

from leagues.files import spreadsheet
from leagues.files.event_reading import SEATS, by_seat
from leagues.files.sheet_kinds import ResultsKind
from leagues.files.spreadsheet import (
    MOST_COLUMNS,
    Unreadable,
    UnreadableFile,
    read_spreadsheet,
)
from leagues.reads.data.results_file import ResultsReading
from scoring.notation.fields import Wrong
from tests.cast import Cast
from tests.leagues.data.test_bring_in import file_of

pytestmark = pytest.mark.django_db


def test_a_match_above_the_first_day_has_none(cast: Cast) -> None:
    text = "A,B,Date,Result\nAnn Lee,Bob Fox,,5-3\nAnn Lee,Cy Orr,2019-03-05,4-4\n"
    reading = ResultsReading(file_of(cast, text))

    assert (reading.results.matches, reading.doubts) == (
        1,
        ["Row 2 is left out: it has no day, and none stands above it."],
    )


def test_totals_of_nobody_and_the_heading_of_a_second_page_are_nobodys(
    cast: Cast,
) -> None:
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


def test_a_file_of_ours_says_at_most_four_numbers() -> None:
    assert by_seat([3, None]) == [3, None]
    with pytest.raises(Wrong, match="a number for each seat"):
        by_seat([1] * (SEATS + 1))


def workbook_with(part: bytes) -> bytes:
    """Packed small, however long the part is."""
    data = BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", "<workbook/>")
        packed.writestr("xl/sharedStrings.xml", part)
    return data.getvalue()


@pytest.mark.parametrize(
    ("part", "why"),
    [
        (b" " * 3000, Unreadable.TOO_LARGE),
        (b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]>', Unreadable.BROKEN),
    ],
)
def test_a_workbook_is_refused_before_it_is_unpacked(
    part: bytes, why: Unreadable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that grows without end, or says itself what its words stand for."""
    monkeypatch.setattr(spreadsheet, "MOST_UNPACKED", 2500)
    monkeypatch.setattr(spreadsheet, "CHUNK", 1000)
    opened: list[object] = []
    monkeypatch.setattr(
        openpyxl, "load_workbook", lambda *data, **_how: opened.extend(data)
    )

    with pytest.raises(UnreadableFile) as refused:
        read_spreadsheet("nights.xlsx", workbook_with(part))

    assert (refused.value.why, opened) == (why, [])
