"""The results of every way of pairing: ``Pairing``, ``Bye``, ``PairedRound`` and ``Draw``.

>>> final = Pairing.between("Ann", "Ben", why=Why("you meet {them} because you both won"))
>>> str(final.because("Ann"))
'you meet Ben because you both won'
>>> final.opponents_of("Ben")
('Ann',)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from scoring.errors import Refusal
from scoring.sides import BySeat, Seat
from scoring.text import Gap, Listing, Text, from_data, to_data

DECIMAL = re.compile(r"[0-9]{1,9}\.[0-9]{1,9}")


class Sortable(Protocol):
    """The protocol of an entry: sortable and hashable, such as an integer or a name."""

    def __lt__(self, other: Any, /) -> bool: ...
    def __hash__(self) -> int: ...


E = TypeVar("E", bound=Sortable)
Side: TypeAlias = tuple[E, ...]
Pair: TypeAlias = frozenset[E]
Pairs: TypeAlias = frozenset[frozenset[E]]


def pair_up(families: Iterable[Collection[E]]) -> Pairs[E]:
    """Return every two of each family: a keep-apart list, from families, couples or clubs."""
    return frozenset(frozenset(two) for family in families for two in combinations(set(family), 2))


@dataclass(frozen=True, slots=True)
class Why:
    """A reason as data: a sentence with gaps, and each side's values for them.

    ``template`` may use ``{them}`` (the other names), ``{partner}``, ``{yours}`` and
    ``{theirs}`` (values of ``by_side``).
    """

    template: str
    by_side: tuple[Gap, ...] = ()

    def sentence(self, seat: int = 0, them: Gap = "", partner: Gap = "") -> Text:
        yours = _read_value(self.by_side[seat]) if self.by_side else ""
        theirs = _read_value(self.by_side[1 if seat == 0 else 0]) if self.by_side else ""
        return Text(self.template, them=them, partner=partner, yours=yours, theirs=theirs)

    @property
    def as_data(self) -> dict[str, Any]:
        """The JSON that a row stores."""
        return {"template": self.template, "by_side": list(map(to_data, self.by_side))}

    @classmethod
    def from_data(cls, kept: Mapping[str, Any]) -> Why:
        return cls(kept["template"], tuple(map(from_data, kept.get("by_side", ()))))


def _read_value(kept: Gap) -> Gap:
    """Read fractions, stored as "4.3", as numbers, so that each language can format them."""
    is_number = isinstance(kept, str) and DECIMAL.fullmatch(kept)
    return Fraction(kept) if is_number else kept  # type: ignore[arg-type]


BY_HAND = Why("you meet {them} because the organiser paired you by hand")


@dataclass(frozen=True)
class Pairing(Generic[E]):
    """One match: its sides, which side shoots first, and the board and wave once assigned."""

    sides: BySeat[Side[E]]
    first: Seat = Seat.A
    why: Why = BY_HAND
    board: int | None = None
    wave: int = 1

    @classmethod
    def between(cls, *entries: E, why: Why = BY_HAND) -> Pairing[E]:
        """Return a match with one entry on each side."""
        return cls(BySeat(*((entry,) for entry in entries)), why=why)

    @cached_property
    def entries(self) -> tuple[E, ...]:
        return tuple(entry for side in self.sides for entry in side)

    def seat_of(self, entry: E) -> Seat:
        return next(seat for seat, side in self.sides.items() if entry in side)

    def opponents_of(self, entry: E) -> tuple[E, ...]:
        others = self.sides.others(self.seat_of(entry))
        return tuple(other for side in others for other in side)

    def partners_of(self, entry: E) -> tuple[E, ...]:
        side = self.sides[self.seat_of(entry)]
        return tuple(other for other in side if other != entry)

    def meetings(self) -> Iterator[tuple[E, E]]:
        """All pairs of opponents in this match."""
        for one, other in combinations(self.sides, 2):
            yield from product(one, other)

    def partnerships(self) -> Iterator[tuple[E, E]]:
        for side in self.sides:
            yield from combinations(side, 2)

    def because(self, entry: E, name: Callable[[E], str] = str) -> Text:
        """Return the reason for this pairing, addressed to the entry."""
        return self.why.sentence(
            self.seat_of(entry),
            them=Listing(tuple(map(name, self.opponents_of(entry)))),
            partner=Listing(tuple(map(name, self.partners_of(entry)))),
        )


@dataclass(frozen=True)
class Bye(Generic[E]):
    """An entry that sits out this pairing round, and the reason."""

    entry: E
    why: Why = Why("you have a bye because the organiser gave you one")

    def because(self) -> Text:
        return self.why.sentence()


@dataclass(frozen=True)
class PairedRound(Generic[E]):
    """Matches played at the same time, and the byes."""

    pairings: tuple[Pairing[E], ...] = ()
    byes: tuple[Bye[E], ...] = ()

    @property
    def entries(self) -> tuple[E, ...]:
        """All entries with a match or a bye, with repeats."""
        playing = tuple(entry for pairing in self.pairings for entry in pairing.entries)
        return playing + tuple(bye.entry for bye in self.byes)

    def pairing_of(self, entry: E) -> Pairing[E] | None:
        return next((p for p in self.pairings if entry in p.entries), None)


@dataclass(frozen=True)
class Draw(Generic[E]):
    """Pairing rounds and the seed they came from, so that anyone can draw them again."""

    seed: str
    rounds: tuple[PairedRound[E], ...]


class NoPairing(Refusal):
    """No draw is possible as asked; the message gives the reason."""
