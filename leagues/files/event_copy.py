"""An event as data, read from our own event file: the plan, the entries and the results.

Entries are referenced by their number in the file (docs/files.md, "An event").
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

Plain = Mapping[str, Any]
"""Rules as the site stores them. The code that creates rows has to check them."""


@dataclass(frozen=True)
class EntryCopy:
    number: int
    name: str
    players: tuple[str, ...]
    seed: int | None
    state: str


@dataclass(frozen=True)
class SideCopy:
    seat: int
    entries: tuple[int, ...]
    players: tuple[str, ...]
    points: int
    result: int
    twenties: int | None
    by_game: tuple[int, ...]


@dataclass(frozen=True)
class RoundCopy:
    game: int
    number: int
    first: int
    points: list[int | None] | None
    score: list[int | None] | None
    twenties: list[int | None] | None


@dataclass(frozen=True)
class MatchCopy:
    number: int
    pool: int | None
    slot: str
    first: int
    ending: str
    winner: int | None
    started_at: datetime | None
    finished_at: datetime | None
    sides: tuple[SideCopy, ...]
    rounds: tuple[RoundCopy, ...]


@dataclass(frozen=True)
class PairingRoundCopy:
    number: int
    is_play_off: bool
    starts_at: datetime | None
    matches: tuple[MatchCopy, ...]


@dataclass(frozen=True)
class PoolCopy:
    number: int
    name: str
    entries: tuple[int, ...]


@dataclass(frozen=True)
class SettlementCopy:
    """A settled tie: a decision lists entries best first, a shoot-out each entry with its 20s."""

    kind: str
    result: tuple[Any, ...]


@dataclass(frozen=True)
class StageCopy:
    number: int
    name: str
    way: str
    options: Plain
    match_format: Plain
    chain: tuple[str, ...]
    ranking: Plain
    takes: Plain
    carries_over: bool
    walkover_points: int | None
    pools: tuple[PoolCopy, ...]
    rounds: tuple[PairingRoundCopy, ...]
    settlements: tuple[SettlementCopy, ...]


@dataclass(frozen=True)
class RecordedCopy:
    """A final place in an event that was itself imported."""

    place: int
    entry: int
    points: str
    twenties: int | None


@dataclass(frozen=True)
class EventCopy:
    name: str
    kind: str
    sides: str
    division: str
    starts_at: datetime
    zone: str
    place: str
    rules: Plain
    entries: tuple[EntryCopy, ...]
    stages: tuple[StageCopy, ...]
    places: tuple[RecordedCopy, ...]

    @property
    def day(self) -> date:
        return self.starts_at.astimezone(ZoneInfo(self.zone)).date()

    def all_matches(self) -> Iterator[MatchCopy]:
        for stage in self.stages:
            for turn in stage.rounds:
                yield from turn.matches

    def names(self) -> Iterator[str]:
        """Yield all names in the file, with repeats."""
        for entry in self.entries:
            yield from entry.players
        for match in self.all_matches():
            for side in match.sides:
                yield from side.players
