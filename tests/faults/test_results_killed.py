"""Results come in whole or not at all, also where kill -9 ends it in the middle."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.test_kill import environment
from tests.served import ROOT, copy_of

pytestmark = pytest.mark.long

TABLES = ("event", "player", "alias", "match", "matchside", "entry", "action")


def counts(data_dir: Path) -> list[int]:
    with sqlite3.connect(data_dir / "twenties.sqlite3") as rows:
        assert rows.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return [
            int(rows.execute(f"SELECT COUNT(*) FROM leagues_{name}").fetchone()[0])
            for name in TABLES
        ]


def test_killed_in_the_middle_nothing_came_in_and_the_file_still_waits(
    club: Path, tmp_path: Path
) -> None:
    copy_of(club, tmp_path)
    before = counts(tmp_path)
    bringing = subprocess.Popen(
        [sys.executable, "-m", "tests.faults.bringing_in"],
        cwd=ROOT,
        env=environment(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert bringing.stdout is not None
    assert bringing.stdin is not None

    with bringing.stdout as said, bringing.stdin as go_on:
        assert said.readline() == "Nights, 5 March 2019\n"
        go_on.write("\n")
        go_on.flush()
        assert said.readline() == "Nights, 12 March 2019\n"
        bringing.send_signal(signal.SIGKILL)
        assert bringing.wait() == -signal.SIGKILL

    assert counts(tmp_path) == before
    with sqlite3.connect(tmp_path / "twenties.sqlite3") as rows:
        waits = rows.execute("SELECT name FROM leagues_resultsfile").fetchall()
    assert waits == [("Nights",)]
