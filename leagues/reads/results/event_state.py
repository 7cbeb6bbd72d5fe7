"""How an event stands, as plain values: tables, cuts, brackets and drawn rounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

Meeting: TypeAlias = tuple[int, ...]
"""Who sits together at a match, in a fixed order; one alone sits out."""


@dataclass(frozen=True)
class TableStands:
    """Everybody's place in one table."""

    name: str
    places: Mapping[int, int]
    stage: int = 0


@dataclass(frozen=True)
class CutStands:
    """Who goes on into a stage, and into which of its pools."""

    stage: str
    pools: Mapping[int, str]
    is_seated: bool
    """Whether the stage has been opened: its seats were given away already."""
    has_begun: bool = False
    """Whether somebody plays there: then no seat changes hands any more."""
    earlier: int = 0
    later: int = 0
    """The stage that is cut, and the one they go into, by their keys."""
    level: tuple[Meeting, ...] = ()
    """Who is level although the line runs between them."""
    seats: Mapping[int, str] = field(default_factory=dict)
    """Who is really seated there, and in which of its pools."""


@dataclass(frozen=True)
class SlotStands:
    """One match of a bracket: who should sit there by the results, and who does."""

    label: str
    sides: tuple[int | None, ...]
    match: int | None = None
    has_begun: bool = False


@dataclass(frozen=True)
class RoundStands:
    """A pairing round as its draw gives it from the table before."""

    stage: str
    number: int
    follows_from: object
    """All that had been played before: from the same the same is drawn."""
    draw: Callable[[], frozenset[Meeting]] = field(compare=False)
    has_begun: bool

    @cached_property
    def meetings(self) -> frozenset[Meeting]:
        return self.draw()

    def may_differ_from(self, other: RoundStands) -> bool:
        """Most rounds follow from what has not changed, and need not be drawn to know."""
        return self.follows_from != other.follows_from


@dataclass(frozen=True)
class EventState:
    """Everything that a result moves."""

    tables: tuple[TableStands, ...] = ()
    cuts: tuple[CutStands, ...] = ()
    slots: Mapping[tuple[int, str], SlotStands] = field(default_factory=dict)
    """By pool and place in its bracket."""
    rounds: Mapping[int, RoundStands] = field(default_factory=dict)
