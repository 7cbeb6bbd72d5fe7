"""What the log says of a request: no secret of anybody's, and never more than a page."""

from __future__ import annotations

import logging
import re

MOST = 3_500  # characters of one record, its traceback included
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
        return shorten(mask(super().format(record)))
