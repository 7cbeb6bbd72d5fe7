"""A club is imported whole or not at all, even if kill -9 ends the import."""

import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from leagues.files.club_tables import TABLES
from tests.faults.test_kill import environment_of
from tests.served import ROOT, copy_of

pytestmark = pytest.mark.long


def run_command(data_dir: Path, *words: str) -> str:
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=environment_of(data_dir),
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def import_until_killed(file: Path, data_dir: Path, after: int) -> None:
    """Kill an import once the rows of ``after`` kinds are written."""
    bringing = subprocess.Popen(
        [sys.executable, "-m", "tests.faults.importing", str(file)],
        cwd=ROOT,
        env=environment_of(data_dir),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert bringing.stdout is not None
    assert bringing.stdin is not None
    with bringing.stdout as output, bringing.stdin as go_on:
        for at, table in enumerate(TABLES[:after]):
            if at:
                go_on.write("\n")
                go_on.flush()
            assert output.readline().strip() == table.path
        bringing.send_signal(signal.SIGKILL)
        assert bringing.wait() == -signal.SIGKILL


@pytest.mark.rare
def test_a_killed_import_leaves_nothing_and_the_next_brings_all(
    club: Path, bare: Path, tmp_path: Path
) -> None:
    """Killed half-way, and when nothing was missing but the commit."""
    here, there = copy_of(club, tmp_path / "here"), copy_of(bare, tmp_path / "there")
    file, again = tmp_path / "club.zip", tmp_path / "again.zip"
    run_command(here, "export_club", str(file))

    for after in (len(TABLES) // 2, len(TABLES)):
        import_until_killed(file, there, after)
        with sqlite3.connect(there / "twenties.sqlite3") as rows:
            tables = [table.model._meta.db_table for table in TABLES]
            left = [rows.execute(f"SELECT COUNT(*) FROM {name}").fetchone() for name in tables]
            assert rows.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert set(left) == {(0,)}

    assert "is imported" in run_command(there, "import_club", str(file))
    run_command(there, "export_club", str(again))
    assert again.read_bytes() == file.read_bytes()
