"""Reading a pasted list of people in any form. No database."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.files import written_names
from leagues.files.people_list import LONGEST_LINE, MOST_LINES, ListLine, Trouble, read_list
from leagues.files.text_files import read_text
from leagues.files.written_names import LONGEST_NAME
from leagues.models.names import fold_name, tidy_name

Names = tuple[str, ...]


def names_in(text: str) -> list[Names]:
    return [line.names for line in read_list(text)]


# --- One line -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Ann Smith", ("Ann Smith",)),
        ("  Ann   Smith  ", ("Ann Smith",)),
        ("Smith, Ann", ("Ann Smith",)),
        ("van der Berg, Cat", ("Cat van der Berg",)),
        ("1. Ann Smith", ("Ann Smith",)),
        ("12) Ann Smith", ("Ann Smith",)),
        ("(3) Ann Smith", ("Ann Smith",)),
        ("#4 Ann Smith", ("Ann Smith",)),
        ("5 Ann Smith", ("Ann Smith",)),
        ("6\tAnn Smith", ("Ann Smith",)),
        ("1.Ann Smith", ("Ann Smith",)),
        ("2️⃣ Ann Smith", ("Ann Smith",)),
        ("- Ann Smith", ("Ann Smith",)),
        ("• Ann Smith", ("Ann Smith",)),
        ("* 1. Ann Smith", ("Ann Smith",)),
        ("[x] Ann Smith", ("Ann Smith",)),
        ("[ ] Ann Smith", ("Ann Smith",)),
        ("✅ Ann Smith", ("Ann Smith",)),
        ("Ann Smith 🎯🥇", ("Ann Smith",)),
        ("👩🏽‍🚀 Ann Smith", ("Ann Smith",)),
        ('"Ann Smith"', ("Ann Smith",)),
        ("Ann Smith,", ("Ann Smith",)),
        ("Ann Smith;", ("Ann Smith",)),
        ("Madonna", ("Madonna",)),
        ("Jean-Luc O’Neill", ("Jean-Luc O’Neill",)),
        ("3rd Street Dan", ("3rd Street Dan",)),
        ("Ann & Ben", ("Ann", "Ben")),
        ("Ann Smith / Ben Ito", ("Ann Smith", "Ben Ito")),
        ("Ann Smith+Ben Ito", ("Ann Smith", "Ben Ito")),
        ("Ann Smith and Ben Ito", ("Ann Smith", "Ben Ito")),
        ("Smith, Ann & Ito, Ben", ("Ann Smith", "Ben Ito")),
        ("Sandy Andersen", ("Sandy Andersen",)),
        ("Smith, John Jr.", ("John Smith Jr.",)),
        ("Smith Jr, John", ("John Smith Jr",)),
        ("John Smith, Jr.", ("John Smith Jr.",)),
        ("Smith, John, III", ("John Smith III",)),
        ("Smith, Wm.", ("Wm. Smith",)),
        ("Ann S.", ("Ann S.",)),
        ("Ben Ito.", ("Ben Ito",)),
        ("Lopez, Sr. Maria", ("Sr. Maria Lopez",)),
        ("王小明", ("王小明",)),
        ("نیما یوشیج", ("نیما یوشیج",)),
    ],
)
def test_one_line_is_one_entry(written: str, read: Names) -> None:
    assert names_in(written) == [read]


@pytest.mark.parametrize(
    ("written", "guest"),
    [
        ("Ann Smith (guest)", True),
        ("Ann Smith [Gast]", True),
        ("Ann Smith - guest", True),
        ("Ann Smith", False),
        ("Gus Guest", False),
    ],
)
def test_a_guest_is_marked_as_one(written: str, guest: bool) -> None:
    (line,) = read_list(written)

    assert line.guest is guest
    assert "(" not in line.names[0]


@pytest.mark.parametrize(
    ("written", "trouble"),
    [
        ("12345", Trouble.NO_NAME),
        ("---", Trouble.NO_NAME),
        ("🎯", Trouble.NO_NAME),
        (", &", Trouble.NO_NAME),
        ("a" * (LONGEST_NAME + 1), Trouble.TOO_LONG),
        ("Ann & Ben & Cas", Trouble.TOO_LONG),
    ],
)
def test_a_line_that_is_no_entry_gets_a_reason(written: str, trouble: Trouble) -> None:
    (line,) = read_list(written)

    assert (line.names, line.trouble) == ((), trouble)


# --- A list ---------------------------------------------------------------------------------


def test_blank_lines_are_passed_over_and_lines_keep_their_numbers() -> None:
    lines = read_list("\n\nAnn\r\n\r\n  \nBen\n")

    assert [(line.number, line.names) for line in lines] == [(3, ("Ann",)), (6, ("Ben",))]


def test_an_empty_list_has_no_people() -> None:
    assert read_list("") == read_list("\n \t\n") == ()


def test_a_list_on_one_line() -> None:
    assert names_in("Ann Smith, Ben Ito, Cas") == [("Ann Smith",), ("Ben Ito",), ("Cas",)]
    assert names_in("Ann; Ben; Cas") == [("Ann",), ("Ben",), ("Cas",)]


def test_a_repeated_person_is_noticed_however_written() -> None:
    lines = read_list("Zoë Smith\nBen\nSMITH, zoe\nDot & ben")

    assert [line.repeats for line in lines] == [None, None, 1, 2]


def test_past_the_most_lines_nothing_is_read() -> None:
    lines = read_list("\n".join(f"P{chr(97 + n % 26)} N{n}x" for n in range(MOST_LINES + 5)))

    assert [line.trouble for line in lines[MOST_LINES:]] == [Trouble.TOO_MANY]
    assert sum(line.trouble is None for line in lines) == MOST_LINES


@pytest.mark.parametrize("gap", [" ", "\t", "\u00a0", "\u3000", "-", "1. ", "(", "( ", "&", "and "])
@pytest.mark.parametrize("around", ["{}", "{}Ann Smith", "Ann Smith{}", "Ann{}Smith"])
def test_an_absurd_line_is_read_no_further_than_a_long_line(
    gap: str, around: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What reads a name sees a line of a bounded length, whatever was pasted."""
    longest = 0

    def noted(text: str) -> str:
        nonlocal longest
        longest = max(longest, len(text))
        return without_pictures(text)

    without_pictures = written_names.without_pictures
    monkeypatch.setattr(written_names, "without_pictures", noted)
    filler = gap * 30_000

    lines = read_list(f"{around.format(filler)}\nBen Ito")

    assert lines[-1].names == ("Ben Ito",)
    assert longest <= LONGEST_LINE


def test_a_cell_larger_than_a_spreadsheet_knows_is_a_line_too_long() -> None:
    (line,) = read_list("x" * 190_000)

    assert line.trouble is Trouble.TOO_LONG


# --- A table ----------------------------------------------------------------------------------


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize(
    ("heading", "row", "read"),
    [
        (("Name",), ("Ann Smith",), ("Ann Smith",)),
        (("First name", "Last name"), ("Ann", "Smith"), ("Ann Smith",)),
        (("Nachname", "Vorname"), ("Smith", "Ann"), ("Ann Smith",)),
        (("#", "Player", "E-mail"), ("1", "Ann Smith", "a@b.c"), ("Ann Smith",)),
        (("Name", "Partner"), ("Ann Smith", "Ben Ito"), ("Ann Smith", "Ben Ito")),
        (("name", "partner"), ("Ann Smith", ""), ("Ann Smith",)),
    ],
)
def test_a_table_with_a_heading(separator: str, heading: Names, row: Names, read: Names) -> None:
    if len(heading) == 1:
        heading, row = (*heading, "Club"), (*row, "Westport")

    assert names_in(f"{separator.join(heading)}\n{separator.join(row)}") == [read]


def test_columns_say_more_than_names() -> None:
    ann, ben = read_list("Name;Seed;Club;Guest\nAnn;2;Guelph;\nBen;first;;yes")

    assert (ann.seed, ann.team, ann.guest) == (2, "Guelph", False)
    assert (ben.seed, ben.team, ben.guest) == (None, "", True)


def test_a_quoted_comma_stays_in_its_cell() -> None:
    assert names_in('Name,Club\n"Smith, Ann",Guelph') == [("Ann Smith",)]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("1\tAnn Smith\n2\tBen Ito", [("Ann Smith",), ("Ben Ito",)]),
        ("Ann\tSmith\nBen\tIto", [("Ann Smith",), ("Ben Ito",)]),
        ("Ann Smith;Ben Ito\nCas Ek;Dot Fry", [("Ann Smith", "Ben Ito"), ("Cas Ek", "Dot Fry")]),
        ("1,Ann,Smith\n2,Ben,Ito", [("Ann Smith",), ("Ben Ito",)]),
        ("Smith, Ann\nIto, Ben", [("Ann Smith",), ("Ben Ito",)]),
    ],
)  # fmt: skip
def test_a_table_without_a_heading(written: str, read: list[Names]) -> None:
    assert names_in(written) == read


# --- Files --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"]
)
def test_a_file_is_read_in_whatever_it_was_saved(encoding: str) -> None:
    text = "Name;Club\nZoë Åkerström;Köln\nBen Ito;Westport\n"

    assert names_in(read_text(text.encode(encoding))) == [("Zoë Åkerström",), ("Ben Ito",)]


@given(st.binary(max_size=300))
def test_any_file_is_read_without_complaint(data: bytes) -> None:
    read_list(read_text(data))


# --- Laws -------------------------------------------------------------------------------------------

LETTERS = st.text(st.sampled_from("abcdefghijkéüøßñłāжщ王"), min_size=2, max_size=8)
PERSON = st.lists(LETTERS.map(str.capitalize), min_size=2, max_size=3).map(" ".join)
FRONTS = st.sampled_from(["", "1. ", "2) ", "- ", "• ", "✅ ", "#7 ", "[x] ", "\t"])


def names_of(lines: tuple[ListLine, ...]) -> list[Names]:
    return [line.names for line in lines]


@given(st.text(max_size=400))
def test_whatever_is_pasted_gives_clean_names_or_a_trouble(text: str) -> None:
    for line in read_list(text):
        assert bool(line.names) == (line.trouble is None)
        for name in line.names:
            assert name == tidy_name(name)
            assert len(name) <= LONGEST_NAME
            assert fold_name(name)


@given(st.lists(st.tuples(FRONTS, PERSON), min_size=1, max_size=12))
def test_prefixes_change_no_name(people: list[tuple[str, str]]) -> None:
    plain = "\n".join(person for _, person in people)
    fronted = "\n".join(front + person for front, person in people)

    assert names_in(fronted) == names_in(plain) == [(person,) for _, person in people]


@given(st.lists(PERSON, min_size=1, max_size=12), st.sampled_from(",;\t"))
def test_a_spreadsheet_gives_back_the_names_it_was_given(people: list[str], separator: str) -> None:
    written = io.StringIO()
    table = csv.writer(written, delimiter=separator)
    table.writerows([("Name", "Seed"), *((p, n) for n, p in enumerate(people, start=1))])

    lines = read_list(read_text(written.getvalue().encode("utf-8-sig")))

    assert names_of(lines) == [(person,) for person in people]
    assert [line.seed for line in lines] == list(range(1, len(people) + 1))


@given(PERSON)
def test_folding_forgets_capitals_and_order_and_nothing_else_twice(name: str) -> None:
    turned = " ".join(reversed(name.split()))

    assert fold_name(turned) == fold_name(name.upper()) == fold_name(fold_name(name))
