"""An acknowledged report is never lost, not even by kill -9.

``KILLS=20 pytest tests/faults/test_kill.py tests/faults/test_phones.py`` kills that often, each
time at another moment; the daily run kills a few times.
"""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random
from uuid import UUID

import pytest

from tests.served import ROOT, copy_of

KILLS = int(os.environ.get("KILLS", "2"))


def environment_of(data_dir: Path) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k != "DATABASE_URL"}
    return {
        **kept,
        "DATA_DIR": str(data_dir),
        "DJANGO_SETTINGS_MODULE": "crokinole_site.settings",
        "PYTHONPATH": str(ROOT),
        "HTTPS": "0",
    }


def enter_until_killed(data_dir: Path, after: int) -> set[str]:
    """Let a desk enter rounds, kill it after ``after`` of them, and return the confirmed ones."""
    desk = subprocess.Popen(
        [sys.executable, "-m", "tests.faults.entering"],
        cwd=ROOT,
        env=environment_of(data_dir),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert desk.stdout is not None
    with desk.stdout as output:
        acknowledged = {output.readline().strip() for _ in range(after)}
        desk.send_signal(signal.SIGKILL)
        acknowledged |= {line.strip() for line in output if line.endswith("\n")}
    assert desk.wait() == -signal.SIGKILL
    return acknowledged


@pytest.fixture(scope="module")
def killed(club: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, set[str]]:
    """The data folder that killed desks leave, and the reports that were confirmed to them."""
    data_dir = copy_of(club, tmp_path_factory.mktemp("killed"))
    dice = Random(20)
    acknowledged: set[str] = set()
    for _ in range(KILLS):
        acknowledged |= enter_until_killed(data_dir, after=dice.randint(1, 12))
    return data_dir, acknowledged


def test_every_acknowledged_round_survives_being_killed(killed: tuple[Path, set[str]]) -> None:
    data_dir, acknowledged = killed
    with sqlite3.connect(data_dir / "twenties.sqlite3") as rows:
        kept = {str(UUID(key)) for (key,) in rows.execute("SELECT key FROM leagues_roundreport")}
        half_done = rows.execute(
            "SELECT COUNT(*) FROM leagues_roundreport r WHERE NOT EXISTS ("
            "SELECT 1 FROM leagues_round x WHERE x.match_id = r.match_id"
            " AND x.game = r.game AND x.number = r.number)"
        ).fetchone()
        assert rows.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert acknowledged <= kept
    assert half_done == (0,), "a report without its round: half a transaction"
