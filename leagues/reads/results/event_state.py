"""The state of an event as plain values: tables, cuts, brackets and drawn rounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

Meeting: TypeAlias = tuple[int, ...]
"""The entries of a match in a fixed order. A single entry has a bye."""


@dataclass(frozen=True)
class TableState:
    """The place of every entry in one table."""

    name: str
    places: Mapping[int, int]
    stage: int = 0


@dataclass(frozen=True)
class CutState:
    """The entries that advance to a stage, by pool."""

    stage: str
    pools: Mapping[int, str]
    is_seated: bool
    """Whether the stage is open, so its seats are already assigned."""
    has_begun: bool = False
    """Whether play has begun in the stage, so its seats can't change."""
    earlier: int = 0
    later: int = 0
    """The keys of the stage with the cut, and of the one that entries advance to."""
    level: tuple[Meeting, ...] = ()
    """Groups of entries that are tied at the cut."""
    seats: Mapping[int, str] = field(default_factory=dict)
    """The entries that are actually seated in the stage, by pool."""


@dataclass(frozen=True)
class SlotState:
    """A bracket match: the entries it should have according to the results."""

    label: str
    sides: tuple[int | None, ...]
    match: int | None = None
    has_begun: bool = False


@dataclass(frozen=True)
class RoundState:
    """A pairing round, as drawn from the table before it."""

    stage: str
    number: int
    follows_from: object
    """All matches played before. Equal ones give an equal draw."""
    draw: Callable[[], frozenset[Meeting]] = field(compare=False)
    has_begun: bool

    @cached_property
    def meetings(self) -> frozenset[Meeting]:
        return self.draw()

    def may_differ_from(self, other: RoundState) -> bool:
        """Whether the draws may differ. Saves drawing again for rounds whose input is the same."""
        return self.follows_from != other.follows_from


@dataclass(frozen=True)
class EventState:
    """Everything in an event that depends on results."""

    tables: tuple[TableState, ...] = ()
    cuts: tuple[CutState, ...] = ()
    slots: Mapping[tuple[int, str], SlotState] = field(default_factory=dict)
    """By pool and key of the slot in its bracket."""
    rounds: Mapping[int, RoundState] = field(default_factory=dict)
