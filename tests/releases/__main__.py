"""Keep the demo club as this release stores it: `make keep-release`, before a release is tagged.

It is named by the newest migration, and is a backup like any other.
"""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.releases import FOLDER
from tests.served import ROOT

MIGRATIONS = ROOT / "leagues" / "migrations"


def run_command(data_dir: str, *words: str) -> None:
    kept = {k: v for k, v in os.environ.items() if k != "DATABASE_URL"}
    subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env={**kept, "DATA_DIR": data_dir, "HTTPS": "0"},
        check=True,
    )


def newest_file() -> Path:
    """The file of this release, whether it exists or not."""
    newest = max(MIGRATIONS.glob("[0-9]*.py")).stem
    return FOLDER / f"{newest}.zip"


def keep_release() -> None:
    with TemporaryDirectory() as data_dir:
        run_command(data_dir, "migrate", "--verbosity=0")
        run_command(data_dir, "demo", "--today=2026-11-21", "--verbosity=0")
        run_command(data_dir, "back_up", str(newest_file()))


if __name__ == "__main__":
    keep_release()
