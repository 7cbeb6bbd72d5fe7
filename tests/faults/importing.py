"""Import a club, and print each kind of row once it is written.

It runs as a separate process, so that a test can kill it in the middle.
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
    sys.stdin.readline()  # wait for the test: nothing more is written until it has read this line
    return count


if __name__ == "__main__":
    importing._read_table = read_and_say
    with Path(sys.argv[1]).open("rb") as file:
        importing.import_club(file)
