"""The protocol of the ways of pairing, and the values they take."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import ClassVar, Generic, Protocol

from leagues.pairing.attendance import with_entry, without_entry
from leagues.pairing.history import History, Nights
from leagues.pairing.two_against_one import same_kind
from leagues.pairing.values import E, PairedRound, Pairs
from scoring.errors import RuleError
from scoring.text import Text


@dataclass(frozen=True)
class StageField(Generic[E]):
    """The entries to pair, and the facts that a way of pairing may need."""

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
    kinds: Mapping[E, int] = field(default_factory=dict)
    """How many players form each entry, if the sheet is two against one."""
    seeds: Mapping[E, int] = field(default_factory=dict)
    """Saved seeds, for a stage that begins with them."""
    three_play: bool = True
    """True if three left over play where the way allows it, also in a set number of games."""

    @property
    def never(self) -> Pairs[E]:
        """Pairs that may never meet."""
        return self.forbidden | same_kind(self.entries, self.kinds)


@dataclass(frozen=True)
class ExpectedField:
    """The expected field of a pool, as far as a plan knows it."""

    entries: int
    boards: int | None = None
    clubs: tuple[int, ...] = ()
    """The number of entries of each club, once entries are known."""


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """The numbers of matches and byes of a pairing round."""

    matches: int
    byes: int = 0


def in_twos(entries: int, rounds: int) -> tuple[PlannedRound, ...]:
    """Return rounds in which all entries play, except one of an odd number."""
    return (PlannedRound(entries // 2, entries % 2),) * rounds


@dataclass(frozen=True)
class ToMend(Generic[E]):
    """Drawn rounds that have not begun, and the entries that left or joined."""

    rounds: tuple[PairedRound[E], ...]
    gone: tuple[E, ...] = ()
    come: tuple[E, ...] = ()
    busy: tuple[frozenset[E], ...] = ()
    """Entries that have something in each round that may not move, such as a walkover."""


class PairingWay(Protocol):
    """The protocol of the ways of pairing."""

    drawn_ahead: ClassVar[bool]
    meets_everybody: ClassVar[bool]
    """True if late-comers get all their matches, if need be in added rounds."""

    def __hash__(self) -> int: ...

    @property
    def rounds(self) -> int | None:
        """The number of pairing rounds, or None if the number of entries decides it."""
        ...

    @property
    def bye_points(self) -> int | None:
        """The points of a bye; None is as much as a clean win.

        A bye that pays 0 is no match, and totals are compared over equally many matches.
        """
        ...

    def draw(self, field: StageField[E]) -> tuple[PairedRound[E], ...]:
        """Draw the pairing rounds that can be drawn now."""
        ...

    def mend(self, coming: ToMend[E], field: StageField[E]) -> tuple[PairedRound[E], ...]:
        """Return the coming rounds with the entries present now, and more rounds if needed."""
        ...

    def planned(self, coming: ExpectedField) -> tuple[PlannedRound, ...]:
        """Return the expected sizes of the rounds, in no particular order."""
        ...

    def matches(self, coming: ExpectedField) -> tuple[int, ...]:
        """Return the number of matches of each round, for the timetable."""
        ...

    def refusal(self, coming: ExpectedField) -> Text | None:
        """Return the reason why this field can't be paired, or None."""
        ...


class StoredWay(ABC):
    """The family under which all ways are stored, by their kinds."""

    meets_everybody: ClassVar[bool] = False

    def mend(self, coming: ToMend[E], field: StageField[E]) -> tuple[PairedRound[E], ...]:
        """Mend by ``without_entry`` and ``with_entry``, without adding rounds."""
        rounds, never = coming.rounds, field.forbidden
        for entry in coming.gone:
            rounds = without_entry(rounds, entry, field.history, field.dice, never)
        for entry in coming.come:
            rounds = with_entry(rounds, entry, field.history, field.dice, never, field.nights)
        return rounds

    @abstractmethod
    def planned(self, coming: ExpectedField) -> tuple[PlannedRound, ...]: ...

    def matches(self, coming: ExpectedField) -> tuple[int, ...]:
        return tuple(each.matches for each in self.planned(coming))

    def refusal(self, coming: ExpectedField) -> Text | None:
        return None


def check_between(least: int, most: int, value: int, what: Text) -> None:
    if not least <= value <= most:
        raise RuleError(
            Text(
                "{what}: {least} to {most}, not {value}",
                what=what,
                least=least,
                most=most,
                value=value,
            )
        )


def pays_for_a_bye(points: int | None) -> None:
    """Refuse points that no match pays; None is a clean win."""
    if points is not None:
        check_between(0, 99, points, Text("points for a bye"))


class Ahead(StoredWay):
    """A stage drawn at once. Late and leaving entries change only rounds that have not begun."""

    drawn_ahead: ClassVar[bool] = True


class ByTheTable(StoredWay):
    """Each pairing round is drawn from the table before it."""

    drawn_ahead: ClassVar[bool] = False
