"""Notations for matches: read them, check them for oddities, and write them.

>>> reading = recorded_in(b'{"games": [{"a": "Ann", "b": "Ben", "points": [5, 2]}]}')
>>> [result.points for record in reading.matches for result in results_of(record)]
[5, 2]
"""

from scoring.notation.archive import (
    Archive,
    archive_of,
    archive_sheets,
    read_archive_csv,
    write_archive_csv,
)
from scoring.notation.archive_lines import ArchiveLine
from scoring.notation.cmn import CmnFile, read_cmn, write_cmn
from scoring.notation.doubts import find_doubts
from scoring.notation.files import read_file, recorded_in
from scoring.notation.plain_json import read_plain
from scoring.notation.record import (
    Context,
    Length,
    MatchRecord,
    NotationError,
    PlayerRecord,
    Recorded,
    RoundRecord,
    SideRecord,
    side_of,
)
from scoring.notation.results import results_of

__all__ = [
    "Archive",
    "ArchiveLine",
    "CmnFile",
    "Context",
    "Length",
    "MatchRecord",
    "NotationError",
    "PlayerRecord",
    "Recorded",
    "RoundRecord",
    "SideRecord",
    "archive_of",
    "archive_sheets",
    "find_doubts",
    "read_archive_csv",
    "read_cmn",
    "read_file",
    "read_plain",
    "recorded_in",
    "results_of",
    "side_of",
    "write_archive_csv",
    "write_cmn",
]
