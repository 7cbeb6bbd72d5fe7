"""The site's management commands, each in a separate process, as an operator runs them."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from tests.served import ROOT

Rows = dict[str, dict[object, dict[str, object]]]


def environment_of(data_dir: Path, **more: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k != "DATABASE_URL"}
    return {**kept, "DATA_DIR": str(data_dir), "HTTPS": "0", **more}


def run_command(data_dir: Path, *words: str, **more: str) -> str:
    """Run a command that must succeed, and return its output."""
    done = run_process(data_dir, *words, **more)
    assert done.returncode == 0, done.stderr
    return done.stdout


def refused_command(data_dir: Path, *words: str, **more: str) -> str:
    """Run a command that must fail, and return its error."""
    done = run_process(data_dir, *words, **more)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    return done.stderr


def run_process(data_dir: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=environment_of(data_dir, **more),
        capture_output=True,
        text=True,
        check=False,
        umask=0o022,  # as accounts on a server have it
    )


def rows_of(database: Path) -> Rows:
    """Every row by its table and its key, the first column."""
    with closing(sqlite3.connect(database)) as asking:
        asking.row_factory = sqlite3.Row
        tables = asking.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table'"
            " AND name NOT LIKE 'sqlite%' AND name <> 'django_migrations'"
        ).fetchall()
        return {
            table: {row[0]: dict(row) for row in asking.execute(f'SELECT * FROM "{table}"')}
            for (table,) in tables
        }
