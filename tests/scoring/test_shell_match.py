"""The shell's replay of a match, as JSON and as text."""

import json

import pytest

from scoring.shell import main
from tests.scoring.test_shell import Out, read_complaint


def test_a_match_as_json(capsys: Out) -> None:
    argv = ["match", "--format", "best-of-3-to-5", "--first", "B", "--json"]
    assert main([*argv, "--rounds", "2-0 2-0 2-0 0-2"]) == 0

    match = json.loads(capsys.readouterr().out)
    assert match["over"] is False
    assert match["points"] == [6, 2]
    assert match["games_won"] == [1, 0]
    assert match["games"][0]["winner"] == "A"
    assert match["games"][1] == {
        "game": 2,
        "over": False,
        "winner": None,
        "points": [0, 2],
        "rounds": [{"round": 1, "points": [0, 2], "first": "A", "owed": "normal"}],
    }
    assert match["next"] == {"game": 2, "round": 2, "owed": "normal", "first": "B"}
    assert match["not_counted"] == []


def test_a_match_that_is_over_as_json(capsys: Out) -> None:
    argv = ["match", "--format", "first-to-5", "--json", "--rounds", "2-0 2-0 1-1 2-0"]
    assert main(argv) == 0

    match = json.loads(capsys.readouterr().out)
    assert (match["over"], match["winner"]) == (True, "A")
    assert (match["decided_by"], match["next"]) == ("target", None)
    assert match["not_counted"] == [4]


@pytest.mark.parametrize(
    ("argv", "lines"),
    [
        (
            ["best-of-3-to-5", "2-0 2-0 1-1 0-2 0-2 0-2 2-0 1-1, 2–0, 2-0"],
            [
                "game  points         rounds",
                "   1  5-1     A won  2-0 2-0 1-1",
                "   2  0-6     B won  0-2 0-2 0-2",
                "   3  5-1     A won  2-0 1-1 2-0",
                "",
                "over, A won, decided by games",
                "not counted, as the match was over: round 10",
            ],
        ),
        (
            ["four-rounds", "2-0 0-2 1-1 1-1"],
            [
                "game  points       rounds",
                "   1  4-4     tie  2-0 0-2 1-1 1-1",
                "",
                "over, a tie at 4-4",
            ],
        ),
        (
            ["first-to-5", "2-0 0-2 1-1 1-1"],
            [
                "game  points          rounds",
                "   1  4-4     so far  2-0 0-2 1-1 1-1",
                "",
                "not over, 4-4 in points",
                "next: game 1, round 5 (deciding); A shoots first, B has the hammer",
            ],
        ),
        (
            ["three-colours", "2-1-0 1-1-0"],
            [
                "game  points          rounds",
                "   1  3-2-0   so far  2-1-0 1-1-0",
                "",
                "not over, 3-2-0 in points",
                "next: game 1, round 3; C shoots first",
            ],
        ),
        (
            ["four-rounds", "", "--sheet", "tournament-doubles"],
            [
                "game  points    rounds",
                "",
                "not over, 0-0 in points",
                "next: game 1, round 1; A1 shoots first, B has the hammer",
            ],
        ),
    ],
)
def test_a_match_as_text(argv: list[str], lines: list[str], capsys: Out) -> None:
    name, rounds, *more = argv

    assert main(["match", "--format", name, "--rounds", rounds, *more]) == 0

    assert capsys.readouterr().out.splitlines() == lines


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["four-rounds", "3-1"], "round 1: a round can't be 3-1; enter 2-0 or 1-1"),
        (["four-rounds", "2-1-0"], "3 numbers for a match of 2 sides"),
        (["four-rounds", "2:0"], "argument --rounds: '2:0' is not a round; write rounds as 2-0 1-1"),
        (["four-rounds", "1-1 " * 1001], "argument --rounds: no match has more than 1000 rounds"),
        (["best-of-9", ""], "argument --format: no match format is called 'best-of-9'; --help lists them"),
        (["quinte", "", "--sheet", "x"], "argument --sheet: no sheet is called 'x'; --help lists them"),
        (["quinte", "", "--sheet", "three-colours"], "a round with 3 sides can't be scored like this"),
    ],
)  # fmt: skip
def test_a_match_that_makes_no_sense_is_one_sentence(
    argv: list[str], sentence: str, capsys: Out
) -> None:
    name, rounds, *more = argv

    assert read_complaint(capsys, "match", "--format", name, "--rounds", rounds, *more) == sentence
