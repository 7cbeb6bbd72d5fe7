"""Log records of requests: secrets masked, a page long at most, 30 of one kind a minute.

A stranger, or a disk that is full, could fill the log all the same: of each kind of record a
process writes 30 a minute, and then how many it left out.
"""

import logging
import re
from collections.abc import Hashable
from dataclasses import dataclass
from time import monotonic

MOST = 3_500  # characters of one record, its traceback included
LONG = re.compile(r"(\S{150})\S{50,}")  # an address, mostly
RECORDS_A_MINUTE = 30  # records of one kind
UNAVAILABLE = 503
# Addresses in which whoever knows them is let in; what follows the slash is the secret.
SECRETS = re.compile(
    r"(/(?:me|play|kiosk|invited|join|calendar|captain|b|mail/stop|reset/key|confirm-email)/)([^/\s?#\"']{6,})"
)


def mask(text: str) -> str:
    return SECRETS.sub(r"\1…", text)


def shorten(text: str, most: int = MOST) -> str:
    """Its beginning says what was done, its end what went wrong."""
    if len(text) <= most:
        return text
    head = most // 4
    tail = most - head
    left_out = len(text) - most
    return f"{text[:head]}\n… {left_out} characters …\n{text[-tail:]}"


class ShortLines(logging.Formatter):
    """One record, masked and shortened."""

    def format(self, record: logging.LogRecord) -> str:
        if getattr(record, "status_code", None) == UNAVAILABLE:
            record = without_traceback(record)
        text = super().format(record)
        if left_out := getattr(record, "left_out", 0):
            text = f"{text}\n… and {left_out} more of these"
        return shorten(LONG.sub(r"\1…", mask(text)))


def without_traceback(record: logging.LogRecord) -> logging.LogRecord:
    """Drop the traceback: of a 503 the cause is enough."""
    why = record.exc_info[1] if record.exc_info else None
    facts = record.__dict__ | {"exc_info": None, "exc_text": None}
    if why is not None:
        facts |= {"msg": f"{record.getMessage()}: {why!r}", "args": None}
    return logging.makeLogRecord(facts)


@dataclass
class Minute:
    """How many records of one kind came since a moment."""

    begun: float
    records: int = 0
    left_out: int = 0


class Sparing(logging.Filter):
    """Let ``RECORDS_A_MINUTE`` records of one kind through."""

    def __init__(self) -> None:
        super().__init__()
        self.minutes: dict[Hashable, Minute] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        now, kind = monotonic(), kind_of(record)
        minute = self.minutes.get(kind)
        if minute is None or now - minute.begun >= 60:
            record.left_out = minute.left_out if minute else 0
            minute = self.minutes[kind] = Minute(now)
        minute.records += 1
        minute.left_out += minute.records > RECORDS_A_MINUTE
        return minute.records <= RECORDS_A_MINUTE


def kind_of(record: logging.LogRecord) -> Hashable:
    """Where in the code it was written, and of an exception where it was raised."""
    trouble = record.exc_info[1] if record.exc_info else None
    place: Hashable = None
    if trouble is not None:
        step = trouble.__traceback__
        while step and step.tb_next:
            step = step.tb_next
        place = type(trouble), step and (step.tb_frame.f_code, step.tb_lineno)
    line = record.name, record.pathname, record.lineno
    return *line, record.levelno, getattr(record, "status_code", None), place
