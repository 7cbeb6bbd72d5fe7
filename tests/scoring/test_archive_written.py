"""Matches written as the archive writes them, and read again."""

from dataclasses import replace
from datetime import UTC, date, datetime
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.notation import (
    Archive,
    Context,
    MatchRecord,
    NotationError,
    RoundRecord,
    read_archive_csv,
    side_of,
    write_archive_csv,
)
from scoring.notation.archive_cards import COLUMNS
from scoring.notation.sheets import read_csv, write_csv
from scoring.sides import BySeat, Seat
from tests.scoring.archive_sheets import LINE, RECORD, card_rows, make_sheet, with_cards


def test_columns_we_do_not_know_are_kept() -> None:
    kept = with_cards(
        RECORD, {"Position": "1", "Inclusion": "Public", "Comment": "left early"}, {"Position": "3"}
    )

    archive = Archive((LINE,), (kept,))

    assert read_archive_csv(*write_archive_csv(archive).values()) == archive


def test_the_side_that_shoots_first_is_written_in_position_1() -> None:
    written = write_archive_csv(Archive(matches=(RECORD,)))["Matches.csv"]

    rows = [dict(zip(COLUMNS, row, strict=True)) for row in read_csv(written)[1:]]
    assert [
        (row["Player"], row["Position"], row["First/Hammer"], row["Pts/20s"], row["Total"])
        for row in rows
    ] == [
        ("Ann", "3", "Hammer", "Pts", "3"),
        ("Ann", "3", "Hammer", "20s", "3"),
        ("Ben", "1", "First", "Pts", "1"),
        ("Ben", "1", "First", "20s", "4"),
    ]


def test_a_match_without_rounds_or_20s_is_two_rows() -> None:
    result_only = replace(
        RECORD,
        rounds=(),
        recorded_twenties=BySeat(None, None),
        played=datetime(2018, 5, 5, 19, tzinfo=UTC),
        context=Context("Ontario", division="Recreational-Cues"),
    )
    written = write_archive_csv(Archive(matches=(result_only,)))["Matches.csv"]

    assert [row[13:16] for row in read_csv(written)] == [
        ["Pts/20s", "Total", "Round1"],
        ["Pts", "3", ""],
        ["Pts", "1", ""],
    ]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"played": None}, "the archive needs two sides, a day and an event"),
        ({"context": None}, "the archive needs two sides, a day and an event"),
        (
            {"sides": BySeat(side_of("Ann"), side_of("Ben"), side_of("Cy"))},
            "the archive needs two sides, a day and an event",
        ),
        (
            {"context": Context("Open", division="Competitive")},
            "the archive needs an event and a division with one hyphen, such as Competitive-Fingers",
        ),
        (
            {"context": Context(division="Competitive-Fingers")},
            "the archive needs an event and a division with one hyphen, such as Competitive-Fingers",
        ),
        ({"rounds": RECORD.rounds * 11}, "the archive has room for 20 rounds"),
    ],
)  # fmt: skip
def test_what_the_matches_sheet_cannot_hold_is_not_written(
    changes: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(NotationError) as error:
        write_archive_csv(Archive(matches=(replace(RECORD, **changes),)))

    assert str(error.value) == f"match 1: {sentence}"


def test_a_line_needs_a_division_with_one_hyphen() -> None:
    with pytest.raises(NotationError, match="line 1: the archive needs a division"):
        write_archive_csv(Archive((replace(LINE, division=None),)))


def test_the_same_archive_gives_the_same_bytes() -> None:
    archive = Archive((LINE,), (RECORD,))

    assert write_archive_csv(archive) == write_archive_csv(archive)


NAMES = st.text("Aéx=@'+<&\",;7", min_size=1, max_size=4)


COUNTS = st.integers(0, 12)


@st.composite
def random_record(draw: st.DrawFn) -> MatchRecord:
    """A random match that the archive can hold, by sides who have not met before."""
    size, opening = draw(st.sampled_from([1, 2])), draw(st.sampled_from(list(Seat)[:2]))
    names = draw(st.lists(NAMES, min_size=2 * size, max_size=2 * size, unique=True))
    rounds = draw(st.lists(st.tuples(COUNTS, COUNTS, COUNTS, COUNTS), max_size=4))
    card = st.fixed_dictionaries({"Position": st.sampled_from("1234")}, optional={"New": NAMES})
    record = MatchRecord(
        BySeat(side_of(*names[:size]), side_of(*names[size:])),
        tuple(
            RoundRecord(BySeat(a, b), twenties=BySeat(c, d), first=Seat((opening + n) % 2))
            for n, (a, b, c, d) in enumerate(rounds)
        ),
        recorded_points=BySeat(draw(COUNTS), Fraction(draw(COUNTS), 4)),
        recorded_twenties=BySeat(draw(COUNTS), draw(COUNTS)),
        played=draw(st.dates(date(1950, 1, 1))),
        context=Context(
            draw(NAMES),
            division="Competitive-Fingers",
            category="Mixed",
            stage=draw(st.none() | NAMES),
            pool=draw(st.none() | NAMES),
            game=draw(st.none() | COUNTS.map(str)),
            board=draw(st.none() | COUNTS.map(str)),
        ),
    )
    return with_cards(record, draw(card), draw(card))


@given(random_record())
def test_a_match_written_and_read_is_the_same(record: MatchRecord) -> None:
    archive = Archive(matches=(record,))

    assert read_archive_csv(*write_archive_csv(archive).values()).matches == (record,)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_csv_may_have_commas_semicolons_or_tabs(delimiter: str) -> None:
    source = make_sheet(card_rows("Ann", "Ben", "2"), card_rows("Ben", "Ann", "0"))

    archive = read_archive_csv(source.replace(",", delimiter))

    assert archive.matches[0].points == BySeat(2, 0)


def test_a_name_that_looks_like_a_formula_is_written_as_text() -> None:
    written = write_csv([["=1+1", "'=1", "'Appel", "Ann", -5]])

    assert written == "'=1+1,''=1,'Appel,Ann,-5\n"
    assert read_csv(written) == [["=1+1", "'=1", "'Appel", "Ann", "-5"]]
