"""A table as CSV and as a workbook, read back by other libraries."""

import csv
from collections.abc import Iterator
from datetime import date, datetime
from fractions import Fraction
from io import BytesIO, StringIO

import pytest
from openpyxl import load_workbook

from leagues.files.spreadsheet import read_csv
from leagues.files.table_file import FORMULA, Cell, TableFile, csv_lines, sheet_name, write_xlsx

DAY, MOMENT = date(2026, 10, 14), datetime(2026, 10, 14, 19, 30)  # noqa: DTZ001
TABLE = TableFile(
    "Standings: Mondays",
    ("Place", "Name", "Points", "Average", "Day", "Played", "Nothing"),
    [(1, "Ann-Marie de la Boer", 12, Fraction(37, 3), DAY, MOMENT, None)],
)
RUN = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("http://a")']


def workbook(table: TableFile) -> BytesIO:
    out = BytesIO()
    write_xlsx(out, [table])
    return out


def text_of_table(table: TableFile) -> str:
    return "".join(csv_lines(table))


def test_a_workbook_has_numbers_and_dates_beneath_a_heading_that_stays() -> None:
    sheet = load_workbook(workbook(TABLE)).active

    assert [cell.value for cell in sheet[1]] == list(TABLE.columns)
    assert [cell.value for cell in sheet[2]] == [
        *(1, "Ann-Marie de la Boer", 12, 12.3333),
        *(datetime(2026, 10, 14), MOMENT, None),  # noqa: DTZ001
    ]
    assert [sheet["E2"].number_format, sheet["F2"].number_format] == [
        "yyyy-mm-dd",
        "yyyy-mm-dd hh:mm",
    ]
    assert sheet.freeze_panes == "A2"
    assert sheet["A1"].font.bold
    assert sheet.title == "Standings  Mondays"


def test_a_column_is_as_wide_as_its_text_up_to_a_line() -> None:
    rows = [("Jo", "x" * 300), ("Ann-Marie de la Boer", "y")]
    sheet = load_workbook(workbook(TableFile("T", ("A", "B"), rows))).active

    widths = [sheet.column_dimensions[letter].width for letter in "AB"]
    assert widths == [pytest.approx(22, abs=1), pytest.approx(42, abs=1)]


def test_csv_has_the_same_rows() -> None:
    found = list(csv.reader(StringIO(text_of_table(TABLE).removeprefix("\ufeff"))))

    assert found == [
        list(TABLE.columns),
        [*("1", "Ann-Marie de la Boer", "12", "12.3333"), *("2026-10-14", "2026-10-14 19:30", "")],
    ]
    assert text_of_table(TABLE).startswith("\ufeff")
    assert list(csv.reader(StringIO(text_of_table(TableFile("T", ("A",), [('a,"b"\nc',)])))))[
        1
    ] == ['a,"b"\nc']


@pytest.mark.parametrize("name", RUN)
def test_nothing_in_a_name_is_run(name: str) -> None:
    table = TableFile(name, (name,), [(name,)])
    sheet = load_workbook(workbook(table)).active

    for cell in (sheet["A1"], sheet["A2"]):
        assert cell.data_type == "s"
        assert "".join(cell.value.replace("_x000D_", "\r").split()) == "".join(name.split())
    assert [row[0] for row in csv.reader(StringIO(text_of_table(table)[1:], newline=""))] == [
        f"'{name}",
        f"'{name}",
    ]


def test_rows_are_read_one_after_the_other() -> None:
    """The first lines of a long table are sent before the last is read."""
    read = list[int]()

    def rows() -> Iterator[tuple[Cell, ...]]:
        for number in range(10_000):
            read.append(number)
            yield (number,)

    lines = csv_lines(TableFile("T", ("A",), rows()))
    assert [next(lines) for _ in range(4)][1:] == ["A\r\n", "0\r\n", "1\r\n"]
    assert read == [0, 1]


def test_the_same_table_is_the_same_file() -> None:
    assert workbook(TABLE).getvalue() == workbook(TABLE).getvalue()


@pytest.mark.parametrize(
    ("title", "name"), [("[a]:*?/\\b", "a      b"), ("x" * 40, "x" * 31), ("", "1")]
)
def test_a_sheet_has_a_name_that_excel_takes(title: str, name: str) -> None:
    assert sheet_name(title) == name


@pytest.mark.parametrize("run", RUN[:5])
def test_nothing_is_run_where_semicolons_separate_columns(run: str) -> None:
    """As Excel reads CSV in half of Europe; an import restores the name."""
    made = text_of_table(TableFile("T", ("A", "B", "C"), [(f"Ann;{run}", "b", "c")]))
    cells = made.splitlines()[1].split(";")
    assert not any(cell.startswith(FORMULA) for cell in cells)
    assert read_csv(made)[1][0] == " ".join(f"Ann;{run}".split())
