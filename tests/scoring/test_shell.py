"""The shell: what it prints to which stream, and how it reports errors."""

import io
import json
import re
import runpy
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from scoring.matches import FORMATS
from scoring.notation import Archive, Context, MatchRecord, side_of, write_archive_csv
from scoring.presets import PRESETS
from scoring.shell import main
from scoring.sides import BySeat
from scoring.tiebreaks import CHAINS, STEP_NAMES

ROOT = Path(__file__).parents[2]
Out = pytest.CaptureFixture[str]

# Ann and Ben are tied on points; Ben won their game, Ann has more 20s.
ROUND_ROBIN = [
    ("Ann", "Ben", [3, 5], [6, 4]),
    ("Ann", "Cy", [6, 2], [5, 7]),
    ("Ben", "Cy", [4, 4], [2, 6]),
]
# Ann has played nine games for 51 points, Ben ten for 48.
UNEQUAL = [
    *((f"Ann{n}", "Ann", [3, 5], [1, 2]) for n in range(3)),
    *((f"Ann{n}", "Ann", [2, 6], [1, 2]) for n in range(3, 9)),
    *((f"Ben{n}", "Ben", [4, 4], None) for n in range(8)),
    *((f"Ben{n}", "Ben", [0, 8], [0, 9]) for n in range(8, 10)),
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write_games(tmp_path, ROUND_ROBIN)


def write_games(folder: Path, played: Any) -> Path:
    path = folder / "games.json"
    keys = ("a", "b", "points", "twenties")
    listed = [dict(zip(keys, game, strict=True)) for game in played]
    path.write_text(json.dumps({"games": listed}))
    return path


def read_table(out: Out, *argv: object) -> list[dict[str, Any]]:
    """The table as JSON, of a command that must succeed without warnings."""
    assert main(["table", *map(str, argv), "--json"]) == 0
    printed = out.readouterr()
    assert printed.err == ""
    rows: list[dict[str, Any]] = json.loads(printed.out)
    return rows


def places_and_names(rows: list[dict[str, Any]]) -> list[tuple[int, str]]:
    return [(row["place"], row["name"]) for row in rows]


def read_complaint(out: Out, *argv: object) -> str:
    """The error of a command that must fail: one sentence, and nothing on standard output."""
    assert main(list(map(str, argv))) == 2
    printed = out.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    return printed.err.removeprefix("scoring: ").removesuffix("\n")


def run_shell(*argv: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "scoring", *map(str, argv)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


# Tables.


def test_the_table_as_json(file: Path) -> None:
    done = run_shell("table", file, "--chain", "points,mini-points,twenties", "--json")

    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == [
        {
            "place": 1,
            "name": "Ben",
            "games": 2,
            "points": 9,
            "twenties": 6,
            "because": "first on head-to-head, 5-3 against Ann",
        },
        {
            "place": 2,
            "name": "Ann",
            "games": 2,
            "points": 9,
            "twenties": 11,
            "because": "second on head-to-head, 3-5 against Ben",
        },
        {
            "place": 3,
            "name": "Cy",
            "games": 2,
            "points": 6,
            "twenties": 13,
            "because": "third with 6 points",
        },
    ]


def test_the_table_as_text(file: Path, capsys: Out) -> None:
    assert main(["table", str(file), "--chain", "points,twenties"]) == 0

    assert capsys.readouterr().out == (
        "by points, twenties (points-then-twenties)\n"
        "\n"
        "place  name  games  points  20s  because\n"
        "    1  Ann       2       9   11  first on 20s, 11 to 6 for Ben\n"
        "    2  Ben       2       9    6  second on 20s, 6 to 11 for Ann\n"
        "    3  Cy        2       6   13  third with 6 points\n"
    )


def test_20s_that_were_not_recorded_are_not_zero(tmp_path: Path, capsys: Out) -> None:
    path = write_games(tmp_path, [("Ann", "Ben", [5, 3], None)])

    assert [row["twenties"] for row in read_table(capsys, path)] == [None, None]
    assert main(["table", str(path), "--chain", "points"]) == 0
    assert "    1  Ann       1       5    -  first" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("prorate", "points"),
    [
        ([], ["170/3", 48]),
        (["--prorate", "most"], ["170/3", 48]),
        (["--prorate", "9"], [51, "216/5"]),
        (["--prorate", "off"], [51, 48]),
    ],
)
def test_prorated_values_are_exact(
    prorate: list[str], points: list[Any], tmp_path: Path, capsys: Out
) -> None:
    rows = read_table(capsys, write_games(tmp_path, UNEQUAL), *prorate)

    assert [row["points"] for row in rows[:2]] == points
    assert [row["games"] for row in rows[:2]] == [9, 10]


def test_without_a_chain_head_to_head_counts_where_everybody_met(
    file: Path, tmp_path: Path, capsys: Out
) -> None:
    assert places_and_names(read_table(capsys, file)) == [(1, "Ben"), (2, "Ann"), (3, "Cy")]
    path = write_games(tmp_path, [*ROUND_ROBIN, ("Cy", "Di", [2, 6], [1, 1])])
    assert main(["table", str(path)]) == 0
    assert "(preliminary)" in capsys.readouterr().out


def test_level_entries_share_a_place_or_are_forced(tmp_path: Path, capsys: Out) -> None:
    path = write_games(tmp_path, [("Ann", "Ben", [4, 4], [3, 3]), ("Cy", "Di", [8, 0], [1, 1])])

    assert places_and_names(read_table(capsys, path))[1:3] == [(2, "Ann"), (2, "Ben")]
    forced = read_table(capsys, path, "--places", "forced")
    assert places_and_names(forced)[1:3] == [(2, "Ann"), (3, "Ben")]


def test_after_a_split_the_chain_starts_again_or_goes_on(tmp_path: Path, capsys: Out) -> None:
    """Three are tied; head-to-head separates Cy, and is then applied to Ann and Ben alone."""
    path = write_games(
        tmp_path,
        [
            ("Ann", "Ben", [3, 5], [9, 0]),
            ("Ann", "Cy", [6, 2], [9, 0]),
            ("Ben", "Cy", [4, 4], [0, 0]),
            ("Cy", "Di", [8, 0], [0, 0]),
            ("Ann", "Di", [5, 3], [0, 0]),
            ("Ben", "Di", [5, 3], [0, 0]),
        ],
    )  # fmt: skip
    chain = ("--chain", "points,mini-points,twenties")

    again = places_and_names(read_table(capsys, path, *chain))
    onward = places_and_names(read_table(capsys, path, *chain, "--after-split", "continue"))

    assert [name for _, name in again[:3]] == ["Ben", "Ann", "Cy"]
    assert [name for _, name in onward[:3]] == ["Ann", "Ben", "Cy"]


def test_an_entry_with_only_unrecorded_games_is_in_the_table(tmp_path: Path, capsys: Out) -> None:
    played = [*ROUND_ROBIN, ("Ann", "Eve", None, None)]

    assert main(["table", str(write_games(tmp_path, played)), "--json"]) == 0

    printed = capsys.readouterr()
    assert printed.err == "game 4: no points of both sides, so it counts for nobody\n"
    eve = json.loads(printed.out)[-1]
    assert (eve["name"], eve["games"], eve["points"]) == ("Eve", 0, 0)


def test_recorded_impossibilities_are_accepted_and_reported(tmp_path: Path, capsys: Out) -> None:
    played = [*ROUND_ROBIN, ("Ann", "Di", [8, 1], [1, 1])]

    assert main(["table", str(write_games(tmp_path, played)), "--json"]) == 0

    printed = capsys.readouterr()
    assert printed.err == ("game 4 (Ann against Di): 8-1 makes 9, where most make 8\n")
    assert len(json.loads(printed.out)) == 4


def test_a_cmn_match_won_by_other_means_than_points(tmp_path: Path, capsys: Out) -> None:
    match = {
        "date": "2026-03-05T19:00:00Z",
        "format": "doubles",
        "teams": [{"players": [{"name": a}, {"name": b}]} for a, b in ("AC", "BD")],
        "games": [{"winner": 0, "twenties": [2, 1]}, {"winner": 1}],
        "winner": 1,
    }
    path = tmp_path / "final.cmn"
    path.write_text(json.dumps({"cmn": "1.0", "id": "m-1", "match": match}))

    rows = read_table(capsys, path, "--chain", "wins")

    assert places_and_names(rows) == [(1, "B/D"), (2, "A/C")]
    assert [(row["points"], row["twenties"]) for row in rows] == [(2, None)] * 2


def write_archive(folder: Path) -> Path:
    """An archive of two pools with a match each."""
    records = [
        MatchRecord(
            BySeat(side_of(a), side_of(b)),
            recorded_points=BySeat(5, 3),
            played=date(2018, 5, 5),
            context=Context("Open", division="Competitive-Fingers", pool=pool),
        )
        for a, b, pool in (("Ann", "Ben", "A"), ("Cy", "Di", "B"))
    ]
    for name, content in write_archive_csv(Archive(matches=tuple(records))).items():
        (folder / name).write_text(content)
    return folder


def test_one_pool_of_an_archive(tmp_path: Path, capsys: Out) -> None:
    rows = read_table(capsys, write_archive(tmp_path), "--where", "pool=B", "--where", "event=Open")

    assert places_and_names(rows) == [(1, "Cy"), (2, "Di")]


def test_a_table_of_several_pools_is_pointed_out(tmp_path: Path, capsys: Out) -> None:
    assert main(["table", str(write_archive(tmp_path)), "--json"]) == 0

    printed = capsys.readouterr()
    assert printed.err == "this table puts several together, pool A, B; see --where\n"
    assert len(json.loads(printed.out)) == 4


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["--chain", "points,coin"], "argument --chain: no tie-break is called 'coin'; --help lists them"),
        (["--prorate", "0"], "argument --prorate: must be a number of games, most or off"),
        (["--prorate", "few"], "argument --prorate: must be a number of games, most or off"),
        (["--where", "pool"], "argument --where: must be one of event, division, category, stage, pool, game, board, as pool=A"),
        (["--where", "hall=1"], "argument --where: must be one of event, division, category, stage, pool, game, board, as pool=A"),
        (["--places", "mixed"], "argument --places: invalid choice: 'mixed' (choose from 'shared', 'forced')"),
        (["--fast"], "unrecognized arguments: --fast"),
    ],
)  # fmt: skip
def test_an_option_that_makes_no_sense_is_one_sentence(
    argv: list[str], sentence: str, file: Path, capsys: Out
) -> None:
    assert read_complaint(capsys, "table", file, *argv) == sentence


def test_a_file_without_such_matches_is_one_sentence(file: Path, capsys: Out) -> None:
    sentence = read_complaint(capsys, "table", file, "--where", "pool=Z")

    assert sentence == f"there are no such matches in {file}"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "no sheet of the archive is in it"),
        (b"{", "this is not JSON"),
        (b'{"games": [{"a": "Ann", "b": "Ann"}]}', "game 1: Ann cannot play against"),
        (b"\x00\xff", "the file is not text in UTF-8"),
        (b"PK\x03\x04", "this is a workbook: save each of its sheets as CSV"),
    ],
)
def test_a_file_that_makes_no_sense_is_one_sentence(
    content: bytes, sentence: str, tmp_path: Path, capsys: Out
) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)

    assert read_complaint(capsys, "table", path).startswith(sentence)


def test_what_went_wrong_is_how_the_process_ends(tmp_path: Path) -> None:
    done = run_shell("table", tmp_path / "gone")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("scoring: ")


def test_a_missing_file_is_one_sentence(tmp_path: Path, capsys: Out) -> None:
    sentence = read_complaint(capsys, "table", tmp_path / "gone")

    assert sentence.endswith("gone: no such file or directory")


class Terminal(io.StringIO):
    """A terminal that knows only ASCII."""

    encoding = "ascii"


def test_a_terminal_that_knows_no_accents_gets_the_table_anyway(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stdout", terminal)

    assert main(["table", str(write_games(tmp_path, [("Zoë", "Ben", [5, 3], None)]))]) == 0

    assert "Zo\\xeb" in terminal.getvalue()


class Gone(io.StringIO):
    """A pipe whose reader has closed it."""

    def write(self, _: str) -> int:
        raise BrokenPipeError


def test_a_reader_who_leaves_early_is_no_mistake(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout", Gone())

    assert main(["table", str(file)]) == 0

    sys.stdout.close()


def test_nothing_asked_is_one_sentence(capsys: Out) -> None:
    assert read_complaint(capsys) == "the following arguments are required: table | match"


def test_only_running_the_module_runs_a_command(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    module = str(ROOT / "scoring/__main__.py")
    monkeypatch.setattr("sys.argv", ["scoring", "table", str(file)])

    runpy.run_path(module, run_name="imported")
    assert capsys.readouterr().out == ""
    with pytest.raises(SystemExit, match="0"):
        runpy.run_path(module, run_name="__main__")
    assert capsys.readouterr().out.startswith("by points")


# Help and its page.


def read_help(out: Out) -> str:
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    return out.readouterr().out


@pytest.mark.parametrize("known", [CHAINS, STEP_NAMES, FORMATS, PRESETS])
def test_help_and_the_page_list_every_name(known: Any, capsys: Out) -> None:
    page = (ROOT / "docs/rules/shell.md").read_text()

    assert set(known) <= set(re.findall(r"[\w-]+", read_help(capsys)))
    assert set(known) <= set(re.findall(r"`([\w-]+)`", page))


def test_the_page_lists_nothing_that_is_not_there() -> None:
    page = (ROOT / "docs/rules/shell.md").read_text()
    listed = set(re.findall(r"^\| `([\w-]+)`", page, flags=re.MULTILINE))

    assert listed == {*CHAINS, *STEP_NAMES, *FORMATS, *PRESETS}
