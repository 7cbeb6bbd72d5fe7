"""Backups and restores that are killed leave nothing half-done, and lose no confirmed round."""

import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID

import pytest

from leagues.backup.placing import DATABASE
from tests.examples import rare_but
from tests.postgres import copy_in_postgres
from tests.served import ROOT, copy_of
from tests.site.managed import environment_of, run_command

pytestmark = pytest.mark.long

PATIENCE = 120  # seconds; a busy machine is slow, which proves nothing


def killed_everywhere(data_dir: Path, *words: str) -> list[str]:
    """What was there after a kill at each step."""
    more = {"DJANGO_SETTINGS_MODULE": "crokinole_site.settings", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.killed", *words],
        cwd=ROOT,
        env=environment_of(data_dir, **more),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_a_backup_killed_anywhere_is_whole_or_not_there(bare: Path, tmp_path: Path) -> None:
    found = killed_everywhere(copy_of(bare, tmp_path), "back_up")

    assert len(found) >= 10
    assert found == sorted(found), "nothing first, then all of it"
    assert found[0] == "nothing"
    assert found[-1] == "whole"


@pytest.mark.rare
def test_a_restore_killed_anywhere_is_whole_or_can_be_done_again(
    bare: Path, tmp_path: Path
) -> None:
    file = tmp_path / "club.zip"
    run_command(copy_of(bare, tmp_path / "club"), "back_up", str(file))

    found = killed_everywhere(tmp_path / "new", "restore", str(file))

    assert len(found) >= 10
    assert found == sorted(found), "nothing first, then all of it"
    assert found[0] == "nothing"
    assert found[-1] == "whole"


@dataclass
class BusyDesk:
    """A process that enters round after round, and the lines of those the site confirmed."""

    process: subprocess.Popen[str]
    acknowledged: set[str] = field(default_factory=set)
    heard: threading.Condition = field(default_factory=threading.Condition)

    def listen(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            for line in lines:
                with self.heard:
                    self.acknowledged.add(line.strip())
                    self.heard.notify_all()

    def wait_for(self, rounds: int) -> set[str]:
        with self.heard:
            assert self.heard.wait_for(lambda: len(self.acknowledged) >= rounds, PATIENCE)
            return set(self.acknowledged)


@contextmanager
def busy_desk(data_dir: Path, **more: str) -> Iterator[BusyDesk]:
    settings = {
        "DJANGO_SETTINGS_MODULE": "crokinole_site.settings",
        "PYTHONPATH": str(ROOT),
        **more,
    }
    with subprocess.Popen(
        [sys.executable, "-m", "tests.faults.entering"],
        cwd=ROOT,
        env=environment_of(data_dir, **settings),
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        desk = BusyDesk(process)
        listener = threading.Thread(target=desk.listen)
        listener.start()
        try:
            yield desk
        finally:
            process.kill()
            listener.join()


@pytest.mark.parametrize("kind", rare_but(["sqlite", "postgresql"], "sqlite"))
def test_a_backup_made_under_load_holds_every_round_that_was_acknowledged(
    kind: str, club: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if kind == "sqlite":
        back_up_under_load(copy_of(club, tmp_path / "club"), tmp_path)
        return
    there = request.getfixturevalue("club_on_postgresql")
    with copy_in_postgres(there, "under_load") as url:
        back_up_under_load(tmp_path / "club", tmp_path, DATABASE_URL=url)


def back_up_under_load(data_dir: Path, tmp_path: Path, **more: str) -> None:
    file, restored = tmp_path / "under-load.zip", tmp_path / "restored"
    with busy_desk(data_dir, **more) as desk:
        acknowledged = desk.wait_for(5)
        run_command(data_dir, "back_up", str(file), **more)
        assert len(desk.wait_for(len(acknowledged) + 1)) > len(acknowledged)
    run_command(restored, "restore", str(file))

    with closing(sqlite3.connect(restored / DATABASE)) as rows:
        kept = {str(UUID(key)) for (key,) in rows.execute("SELECT key FROM leagues_roundreport")}
        half_done = rows.execute(
            "SELECT COUNT(*) FROM leagues_roundreport r WHERE NOT EXISTS ("
            "SELECT 1 FROM leagues_round x WHERE x.match_id = r.match_id"
            " AND x.game = r.game AND x.number = r.number)"
        ).fetchone()
    assert acknowledged - kept == set()
    assert half_done == (0,), "a report without its round: half a transaction"
