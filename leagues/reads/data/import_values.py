"""The parts of an import: events with matches, events with places only, and seasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import date, datetime
from functools import cached_property
from typing import Protocol, TypeAlias

from leagues.files.event_copy import EventCopy, MatchCopy, RecordedCopy
from leagues.files.match_rows import MOST_POINTS, ROW
from leagues.models import Event
from leagues.models.names import fold_name, tidy_name
from leagues.reads.events.sheets import Sheet, sheet_of
from scoring.notation import MatchRecord, RoundRecord
from scoring.results import Number
from scoring.sides import BySeat, Seat

Who: TypeAlias = int | str
"""The number of a known player, or the key of a new one."""


@dataclass(frozen=True)
class ArrivingMatch:
    """A match to import, with its players identified."""

    record: MatchRecord
    sides: BySeat[tuple[Who, ...]]

    @property
    def row(self) -> int:
        return int(self.record.extra.get(ROW, 0))

    @property
    def day(self) -> date:
        played = self.record.played
        assert played is not None
        return played.date() if isinstance(played, datetime) else played

    @property
    def stage(self) -> str:
        context = self.record.context
        return tidy_name((context and context.stage) or "")

    @property
    def pool(self) -> str:
        context = self.record.context
        return tidy_name((context and context.pool) or "")

    @property
    def pairing_round(self) -> int:
        """The recorded number; 0 if there is none."""
        context = self.record.context
        if context is None:
            return 0
        game = context.game or ""
        return context.pairing_round or (int(game) if game.isdecimal() else 0)

    @cached_property
    def points(self) -> BySeat[int]:
        return BySeat(*(int(made or 0) for made in self.record.points))

    @property
    def rounds(self) -> tuple[RoundRecord, ...]:
        return self.record.rounds

    @property
    def twenties(self) -> BySeat[int | None]:
        return self.record.twenties.map(
            lambda made: made if made is not None and 0 <= made <= MOST_POINTS else None
        )

    @property
    def winner(self) -> Seat | None:
        return self.record.winner if self.record.winner is not None else self.points.leader


@dataclass(frozen=True)
class ArrivingEvent:
    """A finished event to import."""

    name: str
    kind: str
    sides: str
    division: str
    matches: tuple[ArrivingMatch, ...]
    sheet: Sheet
    is_sheet_sure: bool
    is_here: bool = False
    """Whether the club has an event with this name on this day."""

    @property
    def first_day(self) -> date:
        return min(match.day for match in self.matches)

    @property
    def last_day(self) -> date:
        return max(match.day for match in self.matches)

    @property
    def people(self) -> set[Who]:
        return {who for m in self.matches for side in m.sides for who in side}


@dataclass(frozen=True)
class ArrivingPlace:
    """The final place of an entry, with points and 20s if they are recorded."""

    who: tuple[Who, ...]
    place: int
    points: Number | None = None
    twenties: int | None = None


@dataclass(frozen=True)
class ArrivingRanking:
    """An event to import of which only the final places are known."""

    name: str
    day: date
    sides: str
    places: tuple[ArrivingPlace, ...]
    is_here: bool = False
    """Whether the club has an event with this name on this day."""

    @property
    def people(self) -> set[Who]:
        return {who for each in self.places for who in each.who}

    @property
    def first_day(self) -> date:
        return self.day

    @property
    def last_day(self) -> date:
        return self.day


@dataclass(frozen=True)
class ArrivingTotals:
    """A player's points night by night, with the total and place as recorded."""

    who: Who
    totals: tuple[Number | None, ...]
    total: Number | None = None
    place: int | None = None


@dataclass(frozen=True)
class ArrivingSeason:
    """A closed league to import. Each player's ``best`` highest nights count."""

    name: str
    days: tuple[date, ...]
    rows: tuple[ArrivingTotals, ...]
    best: int
    is_here: bool = False
    """Whether the club has a league with this name that began on this day."""

    @property
    def first_day(self) -> date:
        return self.days[0]

    @property
    def last_day(self) -> date:
        return self.days[-1]

    @property
    def people(self) -> set[Who]:
        return {row.who for row in self.rows}


@dataclass(frozen=True)
class ArrivingCopy:
    """An event from another Twenties site, with its people identified."""

    copy: EventCopy
    name: str
    who: Mapping[str, Who]
    """By folded name (see ``fold_name``)."""
    is_here: bool = False
    is_sheet_sure = True

    @property
    def first_day(self) -> date:
        return self.copy.day

    @property
    def last_day(self) -> date:
        return self.copy.day

    @property
    def sheet(self) -> Sheet:
        return sheet_of(Event(rules=dict(self.copy.rules)))

    @property
    def matches(self) -> tuple[MatchCopy, ...]:
        return tuple(self.copy.all_matches())

    @property
    def places(self) -> tuple[RecordedCopy, ...]:
        return () if self.copy.stages else self.copy.places

    @property
    def people(self) -> set[Who]:
        return {self.who[fold_name(name)] for name in self.copy.names()}

    def of(self, names: Iterable[str]) -> list[Who]:
        return [self.who[fold_name(name)] for name in names]


class Arriving(Protocol):
    """Any event or season to import."""

    @property
    def name(self) -> str: ...
    @property
    def first_day(self) -> date: ...
    @property
    def last_day(self) -> date: ...
    @property
    def people(self) -> set[Who]: ...


@dataclass(frozen=True)
class ArrivingResults:
    """Everything that an import would create, with warnings in ``doubts``."""

    events: tuple[ArrivingEvent, ...] = ()
    doubts: tuple[str, ...] = ()
    left_out: int = 0
    """The number of matches and lines that are skipped."""
    here: tuple[Arriving, ...] = ()
    """Events and seasons that are skipped because the club has them."""
    rankings: tuple[ArrivingRanking, ...] = ()
    seasons: tuple[ArrivingSeason, ...] = ()
    copies: tuple[ArrivingCopy, ...] = ()

    @property
    def all(self) -> tuple[Arriving, ...]:
        return (*self.events, *self.copies, *self.rankings, *self.seasons)

    @property
    def matches(self) -> int:
        of_events = sum(len(each.matches) for each in self.events)
        return of_events + sum(len(each.matches) for each in self.copies)

    @property
    def event_count(self) -> int:
        return len(self.events) + len(self.copies) + len(self.rankings)

    @property
    def places(self) -> int:
        of_rankings = sum(len(each.places) for each in self.rankings)
        return of_rankings + sum(len(each.places) for each in self.copies)

    @property
    def nights(self) -> int:
        return sum(len(season.days) for season in self.seasons)

    @property
    def people(self) -> set[Who]:
        return {who for each in self.all for who in each.people}

    @property
    def days(self) -> tuple[date, date] | None:
        if not self.all:
            return None
        return (min(each.first_day for each in self.all), max(each.last_day for each in self.all))

    def with_more(self, other: ArrivingResults) -> ArrivingResults:
        """Both imports together."""
        return ArrivingResults(
            *(getattr(self, each.name) + getattr(other, each.name) for each in fields(self))
        )
