"""One stage as a value: who is in it, how they are paired, what a match is, what breaks ties."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from leagues.stages.takes import Everyone, Takes
from leagues.stages.ways import Way
from scoring.matches import FORMATS, MatchFormat, SingleGame, format_from_dict
from scoring.rules import GameRule
from scoring.tiebreaks import CHAINS


@dataclass(frozen=True, kw_only=True)
class StagePlan:
    """A stage of a shape, before it has rows."""

    name: str
    way: Way
    takes: Takes = field(default_factory=Everyone)
    match_format: str = ""
    """A name out of ``FORMATS``; empty: one game of the event's sheet."""
    chain: tuple[str, ...] = CHAINS["round-robin"]
    carries_over: bool = False
    minutes: int | None = None
    """For a match, where it is not the event's usual."""


def match_format(stored: Mapping[str, Any], sheet: GameRule) -> MatchFormat:
    """The format a row stores, by name or whole; nothing stored is one game of the sheet.

    Formats in the list are written for singles; they are played by the event's sides.
    """
    if not stored:
        return SingleGame(sheet)
    if "name" in stored:
        return FORMATS[stored["name"]].on(sheet)
    return format_from_dict(dict(stored))
