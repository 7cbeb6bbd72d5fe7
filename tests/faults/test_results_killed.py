"""Results are imported whole or not at all, even if kill -9 ends the import."""

import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.test_kill import environment_of
from tests.served import ROOT, copy_of

pytestmark = pytest.mark.long

BRINGING_IN = [sys.executable, "-m", "tests.faults.bringing_in"]
TABLES = ("event", "player", "alias", "match", "matchside", "entry", "action")


def row_counts(data_dir: Path) -> list[int]:
    with sqlite3.connect(data_dir / "twenties.sqlite3") as rows:
        assert rows.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return [
            int(rows.execute(f"SELECT COUNT(*) FROM leagues_{name}").fetchone()[0])
            for name in TABLES
        ]


def events_shown(data_dir: Path) -> int:
    with sqlite3.connect(data_dir / "twenties.sqlite3") as rows:
        shown = "SELECT COUNT(*) FROM leagues_event WHERE binned_at IS NULL"
        return int(rows.execute(shown).fetchone()[0])


def test_killed_in_the_middle_nothing_is_shown_and_all_of_it_goes(
    club: Path, tmp_path: Path
) -> None:
    copy_of(club, tmp_path)
    before, shown = row_counts(tmp_path), events_shown(tmp_path)
    bringing = subprocess.Popen(
        BRINGING_IN,
        cwd=ROOT,
        env=environment_of(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert bringing.stdout is not None
    assert bringing.stdin is not None

    with bringing.stdout as output, bringing.stdin as go_on:
        assert output.readline() == "Nights, 5 March 2019\n"
        go_on.write("\n")
        go_on.flush()
        assert output.readline() == "Nights, 12 March 2019\n"
        bringing.send_signal(signal.SIGKILL)
        assert bringing.wait() == -signal.SIGKILL

    assert row_counts(tmp_path) > before
    assert events_shown(tmp_path) == shown
    subprocess.run([*BRINGING_IN, "later"], cwd=ROOT, env=environment_of(tmp_path), check=True)
    assert row_counts(tmp_path) == before
    with sqlite3.connect(tmp_path / "twenties.sqlite3") as rows:
        waits = rows.execute("SELECT name FROM leagues_resultsfile").fetchall()
    assert waits == [("Nights",)]
