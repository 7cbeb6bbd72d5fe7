"""What the commands of the shell share: an answer, a complaint, and columns of text."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from textwrap import fill
from typing import Any


class ShellError(ValueError):
    """What was asked for makes no sense; the sentence says why."""


@dataclass(frozen=True)
class ShellOutput:
    """What to print, and what to say beside it."""

    text: str
    notices: Sequence[str] = ()


def as_json(data: Any) -> str:
    """JSON in plain ASCII, so that no terminal can spoil a name."""
    return json.dumps(data, indent=2)


def columns(rows: Iterable[Sequence[str]], left: Iterable[int]) -> str:
    """Rows under each other, numbers to the right, the columns in ``left`` to the left.

    >>> print(columns([("place", "name"), ("1", "Ann"), ("10", "Ben")], left=[1]))
    place  name
        1  Ann
       10  Ben
    """
    lines = list(rows)
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    to_the_left = set(left)
    return "\n".join(
        "  ".join(
            cell.ljust(width) if n in to_the_left else cell.rjust(width)
            for n, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def names(known: Iterable[str]) -> str:
    """Names for a help text."""
    return fill(
        ", ".join(known),
        width=78,
        initial_indent="  ",
        subsequent_indent="  ",
        break_on_hyphens=False,
    )
