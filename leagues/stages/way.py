"""What every way of pairing a stage answers, and what it is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import ClassVar, Generic, Protocol

from leagues.pairing.history import History, Nights
from leagues.pairing.values import E, PairingRound, Pairs
from scoring.errors import RuleError


@dataclass(frozen=True)
class Field(Generic[E]):
    """Who is to be paired, and what a way may want to know of them."""

    entries: tuple[E, ...]
    dice: Random
    history: History[E] = field(default_factory=History)
    apart: Pairs[E] = frozenset()
    forbidden: Pairs[E] = frozenset()
    points: Mapping[E, int | Fraction] = field(default_factory=dict)
    then: Mapping[E, int | Fraction] = field(default_factory=dict)
    clubs: Mapping[E, str] = field(default_factory=dict)
    boards: int | None = None
    nights: Nights[E] = field(default_factory=Nights)


class Way(Protocol):
    """What every way of pairing answers."""

    drawn_ahead: ClassVar[bool]

    @property
    def rounds(self) -> int | None:
        """How many pairing rounds there are to be; nothing where the entries decide."""
        ...

    @property
    def bye_points(self) -> int:
        """What sitting out pays; paying nothing, it is no game and totals are prorated."""
        ...

    def draw(self, field: Field[E]) -> tuple[PairingRound[E], ...]:
        """The pairing rounds that can be drawn now."""
        ...

    def matches(self, entries: int) -> tuple[int, ...]:
        """How many matches each pairing round has, for the timetable."""
        ...


class Stored:
    """Every way is stored by its kind, in one family."""


def between(least: int, most: int, value: int, what: str) -> None:
    if not least <= value <= most:
        raise RuleError(f"{what}: {least} to {most}, not {value}")


class Ahead(Stored):
    """The whole stage is drawn at once. Whoever comes or goes changes what is not begun."""

    drawn_ahead: ClassVar[bool] = True


class ByTheTable(Stored):
    """Each pairing round is drawn from the table before it."""

    drawn_ahead: ClassVar[bool] = False
