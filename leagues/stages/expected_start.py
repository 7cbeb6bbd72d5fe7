"""Estimate when a match begins, from the pace of the day.

>>> from datetime import datetime
>>> noon = datetime(2026, 11, 21, 12, 0)
>>> of_wave(noon, wave=2, minutes=14).strftime("%H:%M")
'12:14'
>>> in_queue(noon, before=3, boards=2, minutes=14).strftime("%H:%M")
'12:28'
"""

from datetime import datetime, timedelta

STEP = 60


def of_wave(begins: datetime, *, wave: int, minutes: int) -> datetime:
    """Return when a later wave of a pairing round begins; ``minutes`` from one to the next."""
    return begins + timedelta(minutes=(wave - 1) * minutes)


def in_queue(now: datetime, *, before: int, boards: int, minutes: int) -> datetime | None:
    """Return when a match with ``before`` others ahead of it gets a board; None without boards.

    It assumes that boards become free at even intervals. Rounded to ``STEP`` seconds.
    """
    if not boards:
        return None
    seconds = (before + 1) * minutes * 60 / boards
    return now + timedelta(seconds=round(seconds / STEP) * STEP)
