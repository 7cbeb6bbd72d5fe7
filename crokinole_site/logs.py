"""Log records of requests: secrets masked, length limited, at most 30 of one kind a minute.

Otherwise a stranger, or a full disk, could fill the log. Of each kind of record a process writes
30 a minute, and then how many it left out.
"""

import json
import logging
import re
from collections.abc import Hashable
from dataclasses import dataclass
from datetime import UTC, datetime
from time import monotonic

MOST = 3_500  # characters of one record, including its traceback
LONG = re.compile(r"(\S{150})\S{50,}")  # usually an address
RECORDS_A_MINUTE = 30  # records of one kind
UNAVAILABLE = 503
# Addresses that let in everyone who knows them; the secret follows the slash.
SECRETS = re.compile(
    r"(/(?:me|play|kiosk|invited|join|calendar|captain|b|mail/stop|mail/act|reset/key|confirm-email)/)([^/\s?#\"']{6,})"
)


def mask_secrets(text: str) -> str:
    return SECRETS.sub(r"\1…", text)


def shorten_text(text: str, most: int = MOST) -> str:
    """Cut the middle: the beginning names what was done, the end what went wrong."""
    if len(text) <= most:
        return text
    head = most // 4
    tail = most - head
    left_out = len(text) - most
    return f"{text[:head]}\n… {left_out} characters …\n{text[-tail:]}"


class ShortLines(logging.Formatter):
    """Formats one record, masked and shortened."""

    def format(self, record: logging.LogRecord) -> str:
        if getattr(record, "status_code", None) == UNAVAILABLE:
            record = without_traceback(record)
        text = super().format(record)
        if left_out := getattr(record, "left_out", 0):
            text = f"{text}\n… and {left_out} more of these"
        return shorten_text(LONG.sub(r"\1…", mask_secrets(text)))


class JsonLines(ShortLines):
    """Formats one record as a JSON object in one line."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(
            {
                "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
                "level": record.levelname,
                "logger": record.name,
                "message": super().format(record),
            },
            ensure_ascii=False,
        )


def without_traceback(record: logging.LogRecord) -> logging.LogRecord:
    """Drop the traceback: the cause of a 503 is enough."""
    why = record.exc_info[1] if record.exc_info else None
    facts = record.__dict__ | {"exc_info": None, "exc_text": None}
    if why is not None:
        facts |= {"msg": f"{record.getMessage()}: {why!r}", "args": None}
    return logging.makeLogRecord(facts)


@dataclass
class Minute:
    """The number of records of one kind since a moment."""

    begun: float
    records: int = 0
    left_out: int = 0


class Sparing(logging.Filter):
    """Lets ``RECORDS_A_MINUTE`` records of one kind through."""

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
    """Return where in the code a record was written, or where its exception was raised."""
    trouble = record.exc_info[1] if record.exc_info else None
    place: Hashable = None
    if trouble is not None:
        step = trouble.__traceback__
        while step and step.tb_next:
            step = step.tb_next
        place = type(trouble), step and (step.tb_frame.f_code, step.tb_lineno)
    line = record.name, record.pathname, record.lineno
    return *line, record.levelno, getattr(record, "status_code", None), place
