"""The archive's two sheets, as a workbook and as CSV, and plain JSON."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.notation import (
    Archive,
    ArchiveLine,
    Context,
    MatchRecord,
    NotationError,
    Recorded,
    RoundRecord,
    SideRecord,
    read_archive_csv,
    read_archive_xlsx,
    read_file,
    read_plain,
    recorded_in,
    results_of,
    side,
    write_archive_csv,
    write_archive_xlsx,
    xlsx,
)
from scoring.notation.archive_cards import COLUMNS
from scoring.notation.archive_lines import COLUMNS as RESULT_COLUMNS
from scoring.notation.sheets import read_csv, write_csv
from scoring.results import Ending
from scoring.sides import BySeat, Seat

SLOT = "2018-05-05,Ontario,Competitive-Fingers,Singles,Prelim,A"


def card(
    player: str,
    opponent: str,
    points: str,
    twenties: str = "",
    *,
    board: str = "3",
    game: str = "1",
    order: str = "",
    total: str | None = None,
) -> str:
    """The rows of one card; rounds are written as "2 0 1 -", a dash for an empty cell."""
    rows = []
    for kind, tally in (("Pts", points), ("20s", twenties)):
        if not tally:
            continue
        rounds = tally.replace("-", "").split(" ")
        added = (
            total
            if total is not None and kind == "Pts"
            else str(sum(map(int, filter(None, rounds))))
        )
        rows.append(
            f"{SLOT},{game},{board},,{player},{opponent},{order},,{kind},{added},{','.join(rounds)}"
        )
    return "\n".join(rows)


def sheet(*cards: str) -> str:
    return "\n".join([",".join(COLUMNS), *cards]) + "\n"


def read_one(*cards: str) -> tuple[MatchRecord, tuple[str, ...]]:
    archive = read_archive_csv(sheet(*cards))
    (record,) = archive.matches
    return record, archive.notices


def test_both_cards_of_a_match_become_one_record() -> None:
    record, notices = read_one(
        card("Ann", "Ben", "2 0 2 1", "3 0 2 1", order="Hammer"),
        card("Ben", "Ann", "0 2 0 1", "1 2 0 1", order="First"),
    )

    assert notices == ()
    assert record.names == BySeat("Ann", "Ben")
    assert (record.points, record.twenties) == (BySeat(5, 3), BySeat(6, 4))
    assert [played.first for played in record.rounds] == [Seat.B, Seat.A] * 2
    assert record.rounds[0] == RoundRecord(
        BySeat(2, 0), twenties=BySeat(3, 1), first=Seat.B
    )
    assert record.played == date(2018, 5, 5)
    assert record.context == Context(
        "Ontario",
        division="Competitive-Fingers",
        category="Singles",
        stage="Prelim",
        pool="A",
        game="1",
        board="3",
    )


def test_pairs_are_written_with_a_slash() -> None:
    record, _ = read_one(
        card("Ann/Cy", "Ben/Di", "2 2"), card("Ben/Di", "Ann/Cy", "0 0")
    )

    assert [player.name for player in record.sides.a.players] == ["Ann", "Cy"]


def test_a_game_of_which_only_totals_are_known() -> None:
    record, notices = read_one(
        card("Ann", "Ben", "- -", total="5"), card("Ben", "Ann", "- -", total="3")
    )

    assert (record.rounds, record.points, notices) == ((), BySeat(5, 3), ())
    assert record.twenties == BySeat(None, None)


def test_opponents_who_meet_twice_have_two_matches() -> None:
    archive = read_archive_csv(
        sheet(
            card("Ann", "Ben", "2 2", "1 1"),
            card("Ann", "Ben", "0 0", "0 0"),
            card("Ben", "Ann", "0 0", "0 0"),
            card("Ben", "Ann", "2 2", "1 1"),
        )
    )

    assert [record.points for record in archive.matches] == [BySeat(4, 0), BySeat(0, 4)]
    assert archive.notices == ()


def test_the_hammer_is_the_last_shot_in_the_archive() -> None:
    record, _ = read_one(
        card("Ann", "Ben", "2", order="First"), card("Ben", "Ann", "0")
    )

    assert record.rounds[0].first is Seat.A


@pytest.mark.parametrize(
    ("cards", "notice"),
    [
        (
            [card("Ann", "Ben", "2 2"), card("Ben", "Ann", "2 0")],
            "row 2, game 1, Ann against Ben: round 1 is recorded as 2-2, and a round is 2-0 or 1-1",
        ),
        (
            [card("Ann", "Ben", "2 2"), card("Ben", "Ann", "- 0")],
            "row 2, game 1, Ann against Ben: round 1 is recorded for one side only",
        ),
        (
            [card("Ann", "Ben", "2 2", total="5"), card("Ben", "Ann", "0 0")],
            "row 2, game 1, Ann against Ben: Ann is recorded with 5 points, and the rounds add up to 4",
        ),
        (
            [card("Ann", "Ben", "-", total="-2"), card("Ben", "Ann", "-", total="8")],
            "row 2, game 1, Ann against Ben: Ann is recorded with -2 points",
        ),
        (
            [card("Ann", "Ben", "2", board="3", game=""), card("Ben", "Ann", "0", board="4", game="")],
            "row 2, Ann against Ben: the cards name boards 3 and 4",
        ),
        (
            [card("Ann", "Ben", "2", order="First"), card("Ben", "Ann", "0", order="First")],
            "row 2, game 1, Ann against Ben: both cards say First",
        ),
        (
            [card("Ann", "Ben", "2", order="Hammer"), card("Ben", "Ann", "0", order="hammer")],
            "row 2, game 1, Ann against Ben: both cards say Hammer",
        ),
        (
            [card("Ann", "Ben", "2 1 0")],
            "row 2, game 1, Ann against Ben: only the card of Ann is there",
        ),
    ],
)  # fmt: skip
def test_what_the_cards_have_wrong_is_kept_and_told(
    cards: list[str], notice: str
) -> None:
    _, notices = read_one(*cards)

    assert notices == (notice,)


def test_cards_that_contradict_each_other_about_the_first_shot_say_nothing() -> None:
    record, _ = read_one(
        card("Ann", "Ben", "2", order="First"), card("Ben", "Ann", "0", order="First")
    )

    assert record.rounds[0].first is None


def test_a_disagreement_is_recorded_as_each_side_wrote_it() -> None:
    record, _ = read_one(card("Ann", "Ben", "2 2"), card("Ben", "Ann", "2 0"))

    assert (record.points, record.rounds[0].points) == (BySeat(4, 2), BySeat(2, 2))


def test_one_card_is_enough_when_its_rounds_are_known() -> None:
    record, _ = read_one(card("Ann", "Ben", "2 1 0 0", "4 1 0 0"))

    assert (record.points, record.twenties) == (BySeat(3, 5), BySeat(5, None))
    assert [result.points for result in results_of(record)] == [3, 5]


def test_one_card_without_rounds_leaves_the_result_unknown() -> None:
    record, _ = read_one(card("Ann", "Ben", "-", total="5"))

    assert record.points == BySeat(5, None)
    assert {result.ending for result in results_of(record)} == {Ending.NOT_RECORDED}


def test_a_row_of_20s_without_points_leaves_the_result_unknown() -> None:
    record, _ = read_one(card("Ann", "Ben", "", "3 2"), card("Ben", "Ann", "", "1 2"))

    assert record.points == BySeat(None, None)
    assert record.twenties == BySeat(5, 3)


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (",,,,,,,,,,Ben,,,Pts,5", "row 2: Player is missing"),
        (",,,,,,,,,Ann,,,,Pts,5", "row 2: Opponent is missing"),
        (",,,,,,,,,Ann,Ann,,,Pts,5", "row 2: Ann cannot play Ann"),
        (",,,,,,,,,Ann,Ben,,,,5", "row 2: Pts/20s must be Pts or 20s"),
        (",,,,,,,,,Ann,Ben,,,Points,5", "row 2: Pts/20s must be Pts or 20s"),
        (",,,,,,,,,Ann,Ben,,,Pts,five", "row 2: Total must be a number"),
        (",,,,,,,,,Ann,Ben,,,Pts,5,x", "row 2: Round1 must be a number"),
        (",,,,,,,,,Ann,Ben,,,Pts,5,1.5", "row 2: Round1 must be a whole number"),
        (",,,,,,,,,Ann,Ben,,,20s,5.5", "row 2: a number of 20s must be a whole number"),
        ("May,,,,,,,,,Ann,Ben,,,Pts,5", "row 2: Date must be a day such as 2018-05-05"),
        ("9" * 20 + ",,,,,,,,,Ann,Ben,,,Pts,5", "row 2: Date must be a day such as 2018-05-05"),
    ],
)  # fmt: skip
def test_a_malformed_row_is_one_sentence_that_says_where(
    row: str, sentence: str
) -> None:
    with pytest.raises(NotationError) as error:
        read_archive_csv(sheet(row))

    assert str(error.value) == sentence


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("", "no sheet of the archive is in it: Matches has a column Pts/20s, Results a column Classification"),
        ("Pts/20s,Player", "the sheet Matches has no column Opponent"),
        ("Classification,Rank", "the sheet Results has no column Player"),
        ("a" * 200_000, "this is not CSV: field larger than field limit (131072)"),
    ],
)  # fmt: skip
def test_what_is_no_sheet_of_the_archive_is_refused(source: str, sentence: str) -> None:
    with pytest.raises(NotationError) as error:
        read_archive_csv(source)

    assert str(error.value) == sentence


# The Results sheet.

LINE = ArchiveLine(
    classification="Scores",
    entry="Ann/Cy",
    played=date(2018, 5, 5),
    event="Ontario",
    league="NCA 17/18",
    division="Competitive-Fingers",
    category="Doubles",
    stage="Prelim",
    pool="A",
    games=9,
    points=Fraction(113, 2),
    twenties=109,
    place=1,
    team="North",
    comment="10-game adjusted",
    extra={"Inclusion": "Public"},
)


def test_a_line_of_the_results_sheet() -> None:
    row = ",".join([
        "Scores", "2018-05-05", "Ontario", "NCA 17/18", "Competitive-Fingers", "Doubles",
        "Prelim", "A", "Ann/Cy", "9", "56.5", "109", "1", "North", "10-game adjusted", "Public",
    ])  # fmt: skip

    archive = read_archive_csv(f"{','.join(RESULT_COLUMNS)},Inclusion\n{row}\n")

    assert archive == Archive(lines=(LINE,))


def test_an_odd_line_is_kept_and_told() -> None:
    archive = read_archive_csv("Classification,Player,Division\nRanks,,Fingers\n")

    assert archive.lines == (ArchiveLine("Ranks", "", division="Fingers"),)
    assert archive.notices == (
        "row 2: no line is classified as 'Ranks'",
        "row 2: Player is missing",
        "the division 'Fingers' should have exactly one hyphen",
    )


def test_a_line_of_an_incomplete_table_is_in_order() -> None:
    archive = read_archive_csv("Classification,Player\nFinal Rank-Incomplete,Ann\n")

    assert archive.notices == ()


# Written and read again.

RECORD = MatchRecord(
    BySeat(side("Ann"), side("Ben")),
    (
        RoundRecord(BySeat(2, 0), twenties=BySeat(3, None), first=Seat.B),
        RoundRecord(BySeat(1, 1), twenties=BySeat(0, 4), first=Seat.A),
    ),
    recorded_points=BySeat(3, 1),
    recorded_twenties=BySeat(3, 4),
    played=date(2018, 5, 5),
    context=Context("Ontario", division="Competitive-Fingers", category="Singles"),
)


def with_cards(
    record: MatchRecord, a: dict[str, str], b: dict[str, str]
) -> MatchRecord:
    cards = zip(record.sides, (a, b), strict=True)
    sides = BySeat(*(SideRecord(seated.players, card) for seated, card in cards))
    return replace(record, sides=sides)


def test_columns_we_do_not_know_are_kept() -> None:
    kept = with_cards(
        RECORD,
        {"Position": "1", "Inclusion": "Public", "Comment": "left early"},
        {"Position": "3"},
    )

    archive = Archive((LINE,), (kept,))

    assert read_archive_xlsx(write_archive_xlsx(archive)) == archive
    assert read_archive_csv(*write_archive_csv(archive).values()) == archive


def test_whoever_shoots_first_is_written_in_position_1() -> None:
    written = write_archive_csv(Archive(matches=(RECORD,)))["Matches.csv"]

    rows = [dict(zip(COLUMNS, row, strict=True)) for row in read_csv(written)[1:]]
    assert [
        (
            row["Player"],
            row["Position"],
            row["First/Hammer"],
            row["Pts/20s"],
            row["Total"],
        )
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
            {"sides": BySeat(side("Ann"), side("Ben"), side("Cy"))},
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
        write_archive_xlsx(Archive((replace(LINE, division=None),)))


def test_the_same_archive_gives_the_same_bytes() -> None:
    archive = Archive((LINE,), (RECORD,))

    assert write_archive_xlsx(archive) == write_archive_xlsx(archive)


NAMES = st.text("Aéx=@'+<&\",;7", min_size=1, max_size=4)
COUNTS = st.integers(0, 12)


@st.composite
def records(draw: st.DrawFn) -> MatchRecord:
    """Matches as the archive can hold them, by sides who have not met before."""
    size, opening = draw(st.sampled_from([1, 2])), draw(st.sampled_from(list(Seat)[:2]))
    names = draw(st.lists(NAMES, min_size=2 * size, max_size=2 * size, unique=True))
    rounds = draw(st.lists(st.tuples(COUNTS, COUNTS, COUNTS, COUNTS), max_size=4))
    card = st.fixed_dictionaries(
        {"Position": st.sampled_from("1234")}, optional={"New": NAMES}
    )
    record = MatchRecord(
        BySeat(side(*names[:size]), side(*names[size:])),
        tuple(
            RoundRecord(
                BySeat(a, b), twenties=BySeat(c, d), first=Seat((opening + n) % 2)
            )
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


@given(records())
def test_a_match_written_and_read_is_the_same(record: MatchRecord) -> None:
    archive = Archive(matches=(record,))

    assert read_archive_csv(*write_archive_csv(archive).values()).matches == (record,)
    assert read_archive_xlsx(write_archive_xlsx(archive)).matches == (record,)


# CSV as spreadsheets write it.


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_csv_may_have_commas_semicolons_or_tabs(delimiter: str) -> None:
    source = sheet(card("Ann", "Ben", "2"), card("Ben", "Ann", "0"))

    archive = read_archive_csv(source.replace(",", delimiter))

    assert archive.matches[0].points == BySeat(2, 0)


def test_a_name_that_looks_like_a_formula_is_written_as_text() -> None:
    written = write_csv([["=1+1", "'=1", "'Appel", "Ann", -5]])

    assert written == "'=1+1,''=1,'Appel,Ann,-5\n"
    assert read_csv(written) == [["=1+1", "'=1", "'Appel", "Ann", "-5"]]


# Workbooks as other programs write them.

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


# Any file.


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


# Plain JSON.


def plain(*games: Any) -> str:
    return json.dumps({"games": games, "note": "ignored"})


def game(a: Any, b: Any, *points: Any, **more: Any) -> dict[str, Any]:
    return {"a": a, "b": b, "points": list(points), **more}


@pytest.mark.parametrize(
    ("twenties", "known"),
    [
        ({}, BySeat(None, None)),
        ({"twenties": None}, BySeat(None, None)),
        ({"twenties": [6, None]}, BySeat(6, None)),
        ({"twenties": [6, 4.0]}, BySeat(6, 4)),
    ],
)
def test_20s_may_be_missing(twenties: dict[str, Any], known: BySeat[Any]) -> None:
    (record,) = read_plain(plain(game("Ann", "Ben", 5, 3, **twenties))).matches

    assert record.twenties == known


def test_points_are_exact() -> None:
    (record,) = read_plain(plain(game(1, "Ben\n", 4.5, "170/3"))).matches

    assert record.names == BySeat("1", "Ben")
    assert record.points == BySeat(Fraction(9, 2), Fraction(170, 3))


def test_what_is_odd_in_plain_games_is_told() -> None:
    reading = read_plain(
        plain(
            game("Ann", "Ben", 5, 3),
            game("Ann", "Cy", 4, 3),
            game("Ben", "Cy", 8, 0),
            game("Di", "Cy", 9, -1),
            {"a": "Ann", "points": [8, 0]},
            {"a": "Ann", "b": "Ben", "points": None},
            game("Ann", "Ben", 5, None),
        )
    )

    assert [record.points for record in reading.matches[4:]] == [
        BySeat(None, None),
        BySeat(5, None),
    ]
    assert reading.notices == (
        "game 5: no opponent, so it counts for nobody",
        "game 6: no points of both sides, so it counts for nobody",
        "game 7: no points of both sides, so it counts for nobody",
        "game 4: Cy is recorded with -1 points",
        "game 2 (Ann against Cy): 4-3 makes 7, where most make 8",
    )


@pytest.mark.parametrize(
    "points",
    [
        [(100, 85), (110, 60)],  # by difference, where 185 is no odder than 170
        [(5, 3), (6, 4)],  # of four and of five rounds
        [(8, 6)],
        [(5, 3), (8, 0), (6, 4), (6, 4)],  # half of them is not most
    ],
)
def test_games_that_may_add_up_to_different_points_are_not_odd(
    points: list[tuple[int, int]],
) -> None:
    games = [game(f"Ann {n}", "Ben", *made) for n, made in enumerate(points)]

    assert read_plain(plain(*games)).notices == ()


@pytest.mark.parametrize("others", [[], [(5, 3)], [(5, 3), (6, 4)]])
def test_two_points_a_round_never_add_up_to_an_odd_number(
    others: list[tuple[int, int]],
) -> None:
    """However few the games are, and whether or not most of them agree."""
    games = [game("Ann", "Ben", *made) for made in [(5, 4), *others]]

    assert read_plain(plain(*games)).notices == (
        "game 1 (Ann against Ben): 5-4 makes 9, and two points a round make an even number",
    )


def test_what_was_not_recorded_has_no_say_in_what_most_make() -> None:
    unknown = [game("Ann", "Ben", None, None)] * 4
    games = [*unknown, *[game("Ann", "Cy", 5, 3)] * 2, game("Ben", "Cy", 6, 4)]

    assert read_plain(plain(*games)).notices[4:] == (
        "game 7 (Ben against Cy): 6-4 makes 10, where most make 8",
    )


def test_a_file_without_games_is_read() -> None:
    assert read_plain(plain()) == Recorded(())


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("{}", "the file: games is missing"),
        ("7", "the file must be an object"),
        ('{"games": 7}', "the file: games must be a list"),
        (plain(7), "game 1 must be an object"),
        (plain({"b": "Ben"}), "game 1: a is missing"),
        (plain(game("Ann", "Ann", 5, 3)), "game 1: Ann cannot play against themselves"),
        (plain(game("Ann", "Ben", 5)), "game 1: points must be two numbers, or null"),
        (plain(game("Ann", "Ben", 5, "x")), "game 1: points must be two numbers, or null"),
        (
            plain(game("Ann", "Ben", 5, 3, twenties=[1.5, 2])),
            "game 1: twenties must be two whole numbers, or null",
        ),
        (plain(game("Ann", True, 5, 3)), "game 1: b must be a name"),
    ],
)  # fmt: skip
def test_malformed_plain_games_are_one_sentence_that_says_where(
    source: str, sentence: str
) -> None:
    with pytest.raises(NotationError) as error:
        read_plain(source)

    assert str(error.value) == sentence


def places(source: str) -> Iterator[int]:
    return (found.start() for found in re.finditer(r"[\w.\"-]+", source))


GOOD = sheet(card("Ann", "Ben", "2 1", "1 1"), card("Ben", "Ann", "0 1", "0 2"))


@given(st.sampled_from(list(places(GOOD))), st.text(max_size=5))
def test_whatever_stands_in_a_sheet_it_is_read_or_refused_in_a_sentence(
    place: int, noise: str
) -> None:
    broken = f"{GOOD[:place]}{noise}{GOOD[place:]}"
    try:
        archive = read_archive_csv(broken)
    except NotationError:
        return
    assert all(isinstance(notice, str) for notice in archive.notices)
