"""A match as it was written down: the value that every notation is read into and written from.

A record is what a file contains, not what the rules allow. Numbers that can't have happened
are kept as recorded, and ``doubts`` lists what is odd about them.

>>> record = MatchRecord(BySeat(side_of("Ann"), side_of("Ben")), rounds=(
...     RoundRecord(BySeat(2, 0)), RoundRecord(BySeat(1, 1)), RoundRecord(BySeat(2, 0))))
>>> record.points
BySeat(5, 1)
>>> record.twenties
BySeat(None, None)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from scoring.results import Number
from scoring.sides import BySeat, Seat

Extra = Mapping[str, Any]
"""Unknown fields, kept so that they are written as they were read."""

UNKNOWN: BySeat[Any] = BySeat(None, None)


class NotationError(ValueError):
    """A file can't be read, or a record can't be written; the sentence reports where."""


@dataclass(frozen=True)
class PlayerRecord:
    """A player of a side. ``cid`` identifies the player across clubs; None if they have none."""

    name: str
    cid: str | None = None
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True)
class SideRecord:
    """One side: a player, or the partners of a pair."""

    players: tuple[PlayerRecord, ...]
    extra: Extra = field(default_factory=dict)

    @property
    def name(self) -> str:
        return "/".join(player.name for player in self.players)


def side_of(*names: str) -> SideRecord:
    """Return the side of these players."""
    return SideRecord(tuple(PlayerRecord(name) for name in names))


@dataclass(frozen=True)
class RoundRecord:
    """One round; None for every value that was not written down."""

    points: BySeat[int | None]
    score: BySeat[int] | None = None
    twenties: BySeat[int | None] = UNKNOWN
    first: Seat | None = None
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True)
class Length:
    """How the length of a match was set: a number of rounds, or first to a number of points."""

    kind: str
    number: int
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True)
class Context:
    """Where a match belongs: the event, and its slot in the event."""

    event: str | None = None
    kind: str | None = None
    pairing_round: int | None = None
    venue: str | None = None
    location: Extra | None = None
    division: str | None = None
    category: str | None = None
    stage: str | None = None
    pool: str | None = None
    game: str | None = None
    board: str | None = None
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True)
class MatchRecord:
    """One match between two sides.

    ``recorded_points`` and ``recorded_twenties`` are totals that were written down. They count
    even if they are not the sum of the rounds.
    """

    sides: BySeat[SideRecord]
    rounds: tuple[RoundRecord, ...] = ()
    recorded_points: BySeat[Number | None] = UNKNOWN
    recorded_twenties: BySeat[int | None] = UNKNOWN
    winner: Seat | None = None
    played: date | datetime | None = None
    length: Length | None = None
    id: str | None = None
    context: Context | None = None
    source: Extra | None = None
    extra: Extra = field(default_factory=dict)
    envelope: Extra = field(default_factory=dict)
    """Unknown fields next to the match object, not in it."""

    @property
    def points(self) -> BySeat[Number | None]:
        """The points of the match: the recorded total, or else the sum of the rounds."""
        return _recorded_or_sum(self.recorded_points, [played.points for played in self.rounds])

    @property
    def twenties(self) -> BySeat[int | None]:
        """The 20s of the match; None for a side with a round in which they are missing."""
        return _recorded_or_sum(self.recorded_twenties, [played.twenties for played in self.rounds])

    @property
    def names(self) -> BySeat[str]:
        return self.sides.map(lambda seated: seated.name)


def _recorded_or_sum(recorded: BySeat[Any], by_round: Sequence[BySeat[int | None]]) -> BySeat[Any]:
    if None not in recorded:
        return recorded
    sums = added_up(by_round)
    return BySeat(*(sums[seat] if total is None else total for seat, total in recorded.items()))


def added_up(by_round: Sequence[BySeat[int | None]]) -> BySeat[int | None]:
    """Return the sum of each side over all rounds, None if it is missing in one of them."""
    columns = [[values[seat] for values in by_round] for seat in UNKNOWN.seats]
    return BySeat(*map(_sum_known, columns))


def _sum_known(values: Sequence[int | None]) -> int | None:
    known = [value for value in values if value is not None]
    return sum(known) if known and len(known) == len(values) else None


@dataclass(frozen=True)
class Recorded:
    """The content of a file, and what is odd about it, one sentence each."""

    matches: tuple[MatchRecord, ...]
    notices: tuple[str, ...] = ()
