"""The archive's cards and results, read."""

import re
from collections.abc import Iterator
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.notation import (
    Archive,
    ArchiveLine,
    Context,
    NotationError,
    RoundRecord,
    read_archive_csv,
    results_of,
)
from scoring.notation.archive_lines import COLUMNS as RESULT_COLUMNS
from scoring.results import Ending
from scoring.sides import BySeat, Seat
from tests.scoring.archive_sheets import LINE, card_rows, make_sheet, read_one


def test_both_cards_of_a_match_become_one_record() -> None:
    record, notices = read_one(
        card_rows("Ann", "Ben", "2 0 2 1", "3 0 2 1", order="Hammer"),
        card_rows("Ben", "Ann", "0 2 0 1", "1 2 0 1", order="First"),
    )

    assert notices == ()
    assert record.names == BySeat("Ann", "Ben")
    assert (record.points, record.twenties) == (BySeat(5, 3), BySeat(6, 4))
    assert [played.first for played in record.rounds] == [Seat.B, Seat.A] * 2
    assert record.rounds[0] == RoundRecord(BySeat(2, 0), twenties=BySeat(3, 1), first=Seat.B)
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
    record, _ = read_one(card_rows("Ann/Cy", "Ben/Di", "2 2"), card_rows("Ben/Di", "Ann/Cy", "0 0"))

    assert [player.name for player in record.sides.a.players] == ["Ann", "Cy"]


def test_a_game_of_which_only_totals_are_known() -> None:
    record, notices = read_one(
        card_rows("Ann", "Ben", "- -", total="5"), card_rows("Ben", "Ann", "- -", total="3")
    )

    assert (record.rounds, record.points, notices) == ((), BySeat(5, 3), ())
    assert record.twenties == BySeat(None, None)


def test_opponents_who_meet_twice_have_two_matches() -> None:
    archive = read_archive_csv(
        make_sheet(
            card_rows("Ann", "Ben", "2 2", "1 1"),
            card_rows("Ann", "Ben", "0 0", "0 0"),
            card_rows("Ben", "Ann", "0 0", "0 0"),
            card_rows("Ben", "Ann", "2 2", "1 1"),
        )
    )

    assert [record.points for record in archive.matches] == [BySeat(4, 0), BySeat(0, 4)]
    assert archive.notices == ()


def test_the_hammer_is_the_last_shot_in_the_archive() -> None:
    record, _ = read_one(card_rows("Ann", "Ben", "2", order="First"), card_rows("Ben", "Ann", "0"))

    assert record.rounds[0].first is Seat.A


@pytest.mark.parametrize(
    ("cards", "notice"),
    [
        (
            [card_rows("Ann", "Ben", "2 2"), card_rows("Ben", "Ann", "2 0")],
            "row 2, game 1, Ann against Ben: round 1 is recorded as 2-2, and a round is 2-0 or 1-1",
        ),
        (
            [card_rows("Ann", "Ben", "2 2"), card_rows("Ben", "Ann", "- 0")],
            "row 2, game 1, Ann against Ben: round 1 is recorded for one side only",
        ),
        (
            [card_rows("Ann", "Ben", "2 2", total="5"), card_rows("Ben", "Ann", "0 0")],
            "row 2, game 1, Ann against Ben: Ann is recorded with 5 points, and the rounds add up to 4",
        ),
        (
            [card_rows("Ann", "Ben", "-", total="-2"), card_rows("Ben", "Ann", "-", total="8")],
            "row 2, game 1, Ann against Ben: Ann is recorded with -2 points",
        ),
        (
            [card_rows("Ann", "Ben", "2", board="3", game=""), card_rows("Ben", "Ann", "0", board="4", game="")],
            "row 2, Ann against Ben: the cards name boards 3 and 4",
        ),
        (
            [card_rows("Ann", "Ben", "2", order="First"), card_rows("Ben", "Ann", "0", order="First")],
            "row 2, game 1, Ann against Ben: both cards say First",
        ),
        (
            [card_rows("Ann", "Ben", "2", order="Hammer"), card_rows("Ben", "Ann", "0", order="hammer")],
            "row 2, game 1, Ann against Ben: both cards say Hammer",
        ),
        (
            [card_rows("Ann", "Ben", "2 1 0")],
            "row 2, game 1, Ann against Ben: only the card of Ann is there",
        ),
    ],
)  # fmt: skip
def test_a_fault_of_the_cards_is_kept_and_reported(cards: list[str], notice: str) -> None:
    _, notices = read_one(*cards)

    assert notices == (notice,)


def test_cards_that_contradict_each_other_about_the_first_shot_say_nothing() -> None:
    record, _ = read_one(
        card_rows("Ann", "Ben", "2", order="First"), card_rows("Ben", "Ann", "0", order="First")
    )

    assert record.rounds[0].first is None


def test_a_disagreement_is_recorded_as_each_side_wrote_it() -> None:
    record, _ = read_one(card_rows("Ann", "Ben", "2 2"), card_rows("Ben", "Ann", "2 0"))

    assert (record.points, record.rounds[0].points) == (BySeat(4, 2), BySeat(2, 2))


def test_one_card_is_enough_when_its_rounds_are_known() -> None:
    record, _ = read_one(card_rows("Ann", "Ben", "2 1 0 0", "4 1 0 0"))

    assert (record.points, record.twenties) == (BySeat(3, 5), BySeat(5, None))
    assert [result.points for result in results_of(record)] == [3, 5]


def test_one_card_without_rounds_leaves_the_result_unknown() -> None:
    record, _ = read_one(card_rows("Ann", "Ben", "-", total="5"))

    assert record.points == BySeat(5, None)
    assert {result.ending for result in results_of(record)} == {Ending.NOT_RECORDED}


def test_a_row_of_20s_without_points_leaves_the_result_unknown() -> None:
    record, _ = read_one(card_rows("Ann", "Ben", "", "3 2"), card_rows("Ben", "Ann", "", "1 2"))

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
def test_a_malformed_row_gives_one_sentence_that_names_its_place(row: str, sentence: str) -> None:
    with pytest.raises(NotationError) as error:
        read_archive_csv(make_sheet(row))

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


def test_a_line_of_the_results_sheet() -> None:
    row = ",".join([
        "Scores", "2018-05-05", "Ontario", "NCA 17/18", "Competitive-Fingers", "Doubles",
        "Prelim", "A", "Ann/Cy", "9", "56.5", "109", "1", "North", "10-game adjusted", "Public",
    ])  # fmt: skip

    archive = read_archive_csv(f"{','.join(RESULT_COLUMNS)},Inclusion\n{row}\n")

    assert archive == Archive(lines=(LINE,))


def test_an_odd_line_is_kept_and_reported() -> None:
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


def word_starts(source: str) -> Iterator[int]:
    return (found.start() for found in re.finditer(r"[\w.\"-]+", source))


GOOD = make_sheet(card_rows("Ann", "Ben", "2 1", "1 1"), card_rows("Ben", "Ann", "0 1", "0 2"))


@pytest.mark.long
@given(st.sampled_from(list(word_starts(GOOD))), st.text(max_size=5))
def test_any_sheet_is_read_or_refused_in_a_sentence(place: int, noise: str) -> None:
    broken = f"{GOOD[:place]}{noise}{GOOD[place:]}"
    try:
        archive = read_archive_csv(broken)
    except NotationError:
        return
    assert all(isinstance(notice, str) for notice in archive.notices)
