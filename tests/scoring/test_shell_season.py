"""The shell's season: what its options do, and how it says that something is wrong."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from scoring.shell import main
from scoring.shell_season_options import TIES

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).parent / "golden"
Out = pytest.CaptureFixture[str]

# Three nights: Ann 10, 8, 6; Ben 8, 10, 4; Cy comes once, Di never.
SEASON: dict[str, list[Any]] = {
    "Ann": [10, 8, 6],
    "Ben": [8, 10, 4],
    "Cy": [None, 9, 0],
    "Di": [None, None, None],
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return written(tmp_path, SEASON)


def written(folder: Path, season: dict[str, list[Any]], nights: object = 3) -> Path:
    path = folder / "season.json"
    players = [{"player": who, "nights": scores} for who, scores in season.items()]
    path.write_text(json.dumps({"nights": nights, "players": players}))
    return path


def rows(out: Out, *argv: object) -> list[dict[str, Any]]:
    assert main(["season", *map(str, argv), "--json"]) == 0
    printed = out.readouterr()
    assert printed.err == ""
    found: list[dict[str, Any]] = json.loads(printed.out)
    return found


def table(out: Out, *argv: object) -> list[tuple[int, str, Any]]:
    return [(row["place"], row["player"], row["total"]) for row in rows(out, *argv)]


def complaint(out: Out, *argv: object) -> str:
    """What a command says that cannot be done: one sentence, and nothing else."""
    assert main(["season", *map(str, argv)]) == 2
    printed = out.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    return printed.err.removeprefix("scoring: ").removesuffix("\n")


@pytest.mark.parametrize("case", ["g41", "g43", "g45", "g47"])
def test_published_seasons_come_out_as_published(case: str, capsys: Out) -> None:
    (path,) = GOLDEN.glob(f"{case}_*.json")
    published = json.loads(path.read_text())["players"]

    assert sorted(table(capsys, path, "--best", "8")) == sorted(
        (p["place"], p["player"], p["total"]) for p in published
    )


def test_the_season_as_json(file: Path, capsys: Out) -> None:
    ann, _ben, cy, di = rows(capsys, file, "--best", "2")

    assert ann == {
        "place": 1,
        "player": "Ann",
        "total": 18,
        "counted": [10, 8],
        "dropped": [6],
        "because": "shares first with Ben: 18 points from the best 2 of 3 nights",
    }
    assert (cy["counted"], cy["dropped"]) == ([9], [])
    assert di == {
        "place": 4,
        "player": "Di",
        "total": 0,
        "counted": [],
        "dropped": [],
        "because": "fourth with 0 points",
    }


def test_the_season_as_text(file: Path, capsys: Out) -> None:
    assert main(["season", str(file), "--ties", "next-best"]) == 0
    assert capsys.readouterr().out == (
        "the best 2 of 3 nights count\n"
        "\n"
        "place  player  total  nights  because\n"
        "    1  Ann        18       3  first on the next-best score, 6 to 4 for Ben: "
        "18 points from the best 2 of 3 nights\n"
        "    2  Ben        18       3  second on the next-best score, 4 to 6 for Ann: "
        "18 points from the best 2 of 3 nights\n"
        "    3  Cy          9       1  third with 9 points from 1 night\n"
        "    4  Di          0       0  fourth with 0 points\n"
    )


@pytest.mark.parametrize(
    ("options", "heading"),
    [
        ([], "the best 2 of 3 nights count"),
        (["--best", "8"], "the best 3 of 3 nights count"),
        (["--best", "1/3"], "the best 1 of 3 nights count"),
        (["--drop", "1", "--average"], "the best 2 of 3 nights count; averages"),
        (["--always", "3"], "the best 2 of 2 nights count, and 1 that always counts"),
        (["--always", "2,3", "--best", "1"], "the best 1 of 1 nights count, and 2 that always count"),
        (["--cancelled", "1"], "the best 2 of 2 nights count"),
    ],
)  # fmt: skip
def test_the_heading_says_what_counts(
    options: list[str], heading: str, file: Path, capsys: Out
) -> None:
    assert main(["season", str(file), *options]) == 0
    assert capsys.readouterr().out.splitlines()[0] == heading


@pytest.mark.parametrize(
    ("options", "places"),
    [
        (["--best", "1"], [(1, "Ann", 10), (1, "Ben", 10), (3, "Cy", 9), (4, "Di", 0)]),
        (["--drop", "2"], [(1, "Ann", 10), (1, "Ben", 10), (3, "Cy", 9), (4, "Di", 0)]),
        (["--average"], [(1, "Ann", 9), (1, "Ben", 9), (1, "Cy", 9), (4, "Di", 0)]),
        (["--best", "3", "--average"], [(1, "Cy", 9), (2, "Ann", 8), (3, "Ben", "22/3"), (4, "Di", 0)]),
        (["--best", "3", "--average", "--minimum", "2"], [(1, "Ann", 8), (2, "Ben", "22/3"), (3, "Cy", 9), (4, "Di", 0)]),
        (["--absence", "2.5"], [(1, "Ann", 18), (1, "Ben", 18), (3, "Cy", "23/2"), (4, "Di", "5/2")]),
        (["--absence", "5", "--absences", "2"], [(1, "Ann", 18), (1, "Ben", 18), (3, "Cy", 14), (4, "Di", 10)]),
        (["--always", "3", "--best", "1"], [(1, "Ann", 16), (2, "Ben", 14), (3, "Cy", 9), (4, "Di", 0)]),
        (["--cancelled", "2", "--best", "1"], [(1, "Ann", 10), (2, "Ben", 8), (3, "Cy", 0), (3, "Di", 0)]),
        (["--adjust", "Ann=-1/2", "--adjust", "Di=+3"], [(1, "Ben", 18), (2, "Ann", "35/2"), (3, "Cy", 9), (4, "Di", 3)]),
        (["--ties", "wins,latest"], [(1, "Ann", 18), (2, "Ben", 18), (3, "Cy", 9), (4, "Di", 0)]),
        (["--played", "1"], [(1, "Ann", 10), (2, "Ben", 8), (3, "Cy", 0), (3, "Di", 0)]),
    ],
)  # fmt: skip
def test_what_the_options_do(
    options: list[str], places: list[tuple[int, str, Any]], file: Path, capsys: Out
) -> None:
    assert table(capsys, file, *options) == places


def test_with_nights_to_come_a_row_says_how_many_are_missing(file: Path, capsys: Out) -> None:
    found = rows(capsys, file, "--played", "2", "--minimum", "2")

    assert found[2]["because"] == "third with 9 points from 1 night; 1 more night to qualify"
    assert found[3]["because"] == "fourth with 0 points; 2 nights short of the minimum"


def test_the_winner_of_a_night_is_who_was_paid_most(tmp_path: Path, capsys: Out) -> None:
    season = written(tmp_path, {"Ann": [5, 1], "Ben": [3, 3], "Cy": [4, 2]}, 2)

    assert table(capsys, season, "--best", "2", "--ties", "medals") == [
        (1, "Ann", 6),
        (1, "Ben", 6),
        (3, "Cy", 6),
    ]


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["--best", "0"], "argument --best: must be at least 1"),
        (["--best", "few"], "argument --best: must be a whole number"),
        (["--best", "99999999999"], "argument --best: must be a whole number"),
        (["--best", "3/2"], "argument --best: must be a part of the nights, as 2/3"),
        (["--best", "8", "--drop", "1"], "argument --drop: not allowed with argument --best"),
        (["--minimum", "-1"], "argument --minimum: must be a whole number"),
        (["--absence", "a third"], "argument --absence: must be a number of points, as 5, 2.5 or 1/3"),
        (["--absence", "1/0"], "argument --absence: must be a number of points, as 5, 2.5 or 1/3"),
        (["--absence=-1"], "argument --absence: must not be below 0"),
        (["--always", "1,4"], "--always: there is no night 4, only 3"),
        (["--cancelled", "4"], "--cancelled: there is no night 4, only 3"),
        (["--cancelled", "one"], "argument --cancelled: must be a whole number"),
        (["--adjust", "5"], "argument --adjust: must be a player and points, as Ann=-2"),
        (["--adjust", "Zoë=5"], "--adjust: Zoë is not in the file"),
        (["--ties", "wins,coin"], "argument --ties: 'coin' is none of next-best, wins, medals, countback, latest"),
    ],
)  # fmt: skip
def test_an_option_that_makes_no_sense_is_one_sentence(
    argv: list[str], sentence: str, file: Path, capsys: Out
) -> None:
    assert complaint(capsys, file, *argv) == sentence


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("{", "this is not JSON: "),
        ("[]", "the file must be an object"),
        ('{"players": []}', "the file: nights is missing"),
        ('{"nights": 0, "players": []}', "the file: nights must be a whole number from 1 to 400"),
        ('{"nights": "many", "players": []}', "the file: nights must be a number"),
        ('{"nights": 1}', "the file: players is missing"),
        ('{"nights": 1, "players": []}', "there are no players in the file"),
        ('{"nights": 1, "players": [3]}', "player 1 must be an object"),
        ('{"nights": 1, "players": [{"nights": [1]}]}', "player 1: player is missing"),
        ('{"nights": 1, "players": [{"player": "Ann"}]}', "player 1 (Ann): nights is missing"),
        ('{"nights": 2, "players": [{"player": "Ann", "nights": [1]}]}', "player 1 (Ann): there are 1 scores for 2 nights"),
        ('{"nights": 1, "players": [{"player": "Ann", "nights": ["x"]}]}', "player 1 (Ann): nights must be a number"),
        ('{"nights": 1, "players": [{"player": "Ann", "nights": [-1]}]}', "player 1 (Ann): nights must not go below 0"),
        ('{"nights": 1, "players": [{"player": "Ann", "nights": [1]}, {"player": "Ann", "nights": [1]}]}', "player 2 (Ann): Ann is listed twice"),
    ],
)  # fmt: skip
def test_a_file_that_makes_no_sense_is_one_sentence(
    content: str, sentence: str, tmp_path: Path, capsys: Out
) -> None:
    path = tmp_path / "season.json"
    path.write_text(content)

    assert complaint(capsys, path).startswith(sentence)


def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path: Path, capsys: Out) -> None:
    (tmp_path / "binary").write_bytes(b"\x00\xff")

    assert complaint(capsys, tmp_path / "gone").endswith("no such file or directory")
    assert complaint(capsys, tmp_path).endswith("is a directory")
    assert complaint(capsys, tmp_path / "binary") == "the file is not text in UTF-8"


def test_scores_may_be_fractions(tmp_path: Path, capsys: Out) -> None:
    season = written(tmp_path, {"Ann": [1.5, "1/3", 2]})

    assert rows(capsys, season, "--best", "3")[0]["counted"] == ["3/2", "1/3", 2]
    assert table(capsys, season, "--best", "3") == [(1, "Ann", "23/6")]


def test_the_page_lists_every_option_and_tie(capsys: Out) -> None:
    page = (ROOT / "docs/rules/shell.md").read_text()
    section = page[page.index("## A season") : page.index("## A match")]
    with pytest.raises(SystemExit, match="0"):
        main(["season", "--help"])
    options = set(re.findall(r"--[a-z]+", capsys.readouterr().out)) - {"--help"}

    assert options == set(re.findall(r"^\| (--[a-z]+)", section, flags=re.MULTILINE))
    assert set(TIES) <= set(re.findall(r"`([\w-]+)`", section))
