"""Bring a club in, and say after each kind of row that it is written.

Run as a process of its own, so that a test can kill it in the middle.
"""

import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import django

django.setup()

from leagues.actions.data import import_club as importing  # noqa: E402
from leagues.files.club_tables import RowKind  # noqa: E402

read_table = importing._read_table


def read_and_say(archive: ZipFile, table: RowKind) -> Any:
    count = read_table(archive, table)
    sys.stdout.write(f"{table.path}\n")
    sys.stdout.flush()
    sys.stdin.readline()  # nothing is written until whoever watches has read this
    return count


if __name__ == "__main__":
    importing._read_table = read_and_say
    with Path(sys.argv[1]).open("rb") as file:
        importing.import_club(file)
