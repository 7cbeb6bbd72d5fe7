"""Shared parts of the commands: output, errors, and columns of text."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from textwrap import fill
from typing import Any


class ShellError(ValueError):
    """The arguments make no sense; the sentence explains why."""


@dataclass(frozen=True)
class ShellOutput:
    """The text to print, and notices for standard error."""

    text: str
    notices: Sequence[str] = ()


def as_json(data: Any) -> str:
    """Return JSON in plain ASCII, so that no terminal can spoil a name."""
    return json.dumps(data, indent=2)


def align_columns(rows: Iterable[Sequence[str]], left: Iterable[int]) -> str:
    """Align rows in columns: to the right, except for the columns in ``left``.

    >>> print(align_columns([("place", "name"), ("1", "Ann"), ("10", "Ben")], left=[1]))
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


def list_names(known: Iterable[str]) -> str:
    """Return the names as a list for a help text."""
    return fill(
        ", ".join(known),
        width=78,
        initial_indent="  ",
        subsequent_indent="  ",
        break_on_hyphens=False,
    )
