"""One stage as a value: its entries, the way of pairing, the match format and the tie-breaks."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from leagues.pairing.timetable import Break
from leagues.stages.entry_sources import Everyone, Source, source_from
from leagues.stages.pairing_ways import PairingWay, kind_and_options, way_from
from leagues.stages.ranking import USUAL, Ranking, ranking_from
from scoring.errors import RuleError
from scoring.matches import (
    BY_SHEET,
    FORMATS,
    MatchFormat,
    SingleGame,
    format_from_dict,
    with_decider,
)
from scoring.rules import GameRule
from scoring.serialization import to_dict
from scoring.tiebreaks import CHAINS
from scoring.tiebreaks.chains import steps_of

ONE_GAME = "sheet-deciding-round"
"""One game of the event's sheet that must have a winner: the default of brackets."""
BETWEEN_STAGES = 20
"""Minutes of break before a stage that sets none."""
OWN = "own"
"""The name for a match format that a row stores whole, without a known name."""


@dataclass(frozen=True, kw_only=True)
class StagePlan:
    """A stage as a value, from a ready-made event or from the columns of its row."""

    name: str
    way: PairingWay
    takes: Source = field(default_factory=Everyone)
    match_format: str = ""
    """A name in ``FORMATS`` or ``BY_SHEET``; empty: one game of the event's sheet."""
    chain: tuple[str, ...] = CHAINS["round-robin"]
    """The tie-breaks in force; empty: those usual for the way."""
    ranking: Ranking = USUAL
    carries_over: bool = False
    minutes: int | None = None
    """Minutes of a match; None are those of the event."""
    is_queue: bool = False
    """True if the next match goes to the next free board."""
    walkover: int | None = None
    """The points of a walkover for the winner; None are those of a clean win."""
    break_minutes: int | None = None
    """The shortest break before it; None is ``BETWEEN_STAGES``."""
    not_before: int | None = None
    """The earliest start, as a minute of the event's day."""

    def __post_init__(self) -> None:
        try:
            steps_of(self.chain)
        except ValueError as unknown:
            raise RuleError(*unknown.args) from None

    @property
    def pause(self) -> Break:
        """The break before it, if it is not the first stage."""
        minutes = self.break_minutes
        return Break(BETWEEN_STAGES if minutes is None else minutes, self.not_before or 0)


def match_format(
    stored: Mapping[str, Any], sheet: GameRule, *, needs_winner: bool = False
) -> MatchFormat:
    """Return the format that a row stores, by name or whole; an empty one is one game of the sheet.

    Formats are written for singles and adapted to the sides of the sheet. With ``needs_winner``, a
    format that may end in a tie gets a deciding round.
    """
    found = _as_stored(stored, sheet)
    return with_decider(found) if needs_winner else found


def _as_stored(stored: Mapping[str, Any], sheet: GameRule) -> MatchFormat:
    if not stored:
        return SingleGame(sheet)
    name = stored.get("name", "")
    if name in BY_SHEET:
        return BY_SHEET[name](sheet)
    named = FORMATS[name] if name else None
    return (named or format_from_dict(dict(stored))).on(sheet)


def format_name(stored: Mapping[str, Any]) -> str:
    """Return the name of the format that a row stores; empty for one game, ``OWN`` if unnamed.

    >>> format_name({"name": "quinte"}), format_name({})
    ('quinte', '')
    >>> format_name(to_dict(FORMATS["first-to-9"]))
    'first-to-9'
    """
    if not stored or "name" in stored:
        return str(stored.get("name", ""))
    whole = format_from_dict(dict(stored))
    return next((name for name, known in FORMATS.items() if known == whole), OWN)


def row_of(plan: StagePlan) -> dict[str, Any]:
    """Return the plan as columns of a row. A format without a name is left as the row has it."""
    kind, options = kind_and_options(plan.way)
    row = {
        "name": plan.name,
        "format": kind,
        "options": options,
        "match_format": {"name": plan.match_format} if plan.match_format else {},
        "chain": list(plan.chain),
        "ranking": plan.ranking.stored,
        "source": to_dict(plan.takes),
        "carries_over": plan.carries_over,
        "match_minutes": plan.minutes,
        "is_queue": plan.is_queue,
        "walkover_points": plan.walkover,
        "break_minutes": plan.break_minutes,
        "not_before": plan.not_before,
    }
    if plan.match_format == OWN:
        del row["match_format"]
    return row


def plan_from(row: Mapping[str, Any]) -> StagePlan:
    """Return the plan from the columns of a row."""
    return StagePlan(
        name=row["name"],
        way=way_from(row["format"], row["options"]),
        takes=source_from(row["source"]),
        match_format=format_name(row["match_format"]),
        chain=tuple(row["chain"]),
        ranking=ranking_from(row["ranking"]),
        carries_over=row["carries_over"],
        minutes=row["match_minutes"],
        is_queue=row["is_queue"],
        walkover=row["walkover_points"],
        break_minutes=row["break_minutes"],
        not_before=row["not_before"],
    )
