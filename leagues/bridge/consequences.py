"""What follows when a result changes: the event before, the event after, the difference.

Both are plain values, so nothing here asks the database and nothing is written. Whoever
reads the difference is told in sentences: who moves, who enters or leaves the cut, which
places in a bracket change hands, and which pairings would have been others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from django.utils.translation import gettext as _

Name: TypeAlias = Callable[[int], str]
Meeting: TypeAlias = tuple[int, ...]
"""Who sits together at a match, in a fixed order; one alone sits out."""

# --- How an event stands ------------------------------------------------------------


@dataclass(frozen=True)
class TableStands:
    """Everybody's place in one table."""

    name: str
    places: Mapping[int, int]


@dataclass(frozen=True)
class CutStands:
    """Who goes on into a stage, and into which of its pools."""

    stage: str
    pools: Mapping[int, str]
    is_seated: bool
    """Whether the stage has been opened: its seats were given away already."""


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
    meetings: frozenset[Meeting]
    has_begun: bool


@dataclass(frozen=True)
class EventStands:
    """Everything that a result moves."""

    tables: tuple[TableStands, ...] = ()
    cuts: tuple[CutStands, ...] = ()
    slots: Mapping[tuple[int, str], SlotStands] = field(default_factory=dict)
    """By pool and place in its bracket."""
    rounds: Mapping[int, RoundStands] = field(default_factory=dict)


# --- What is different ----------------------------------------------------------------


@dataclass(frozen=True)
class Moves:
    """An entry climbs or falls in a table."""

    table: str
    entry: int
    before: int
    after: int

    def says(self, name: Name) -> str:
        said = {"name": name(self.entry), "before": self.before, "after": self.after}
        if self.after < self.before:
            return _("%(name)s climbs from place %(before)s to %(after)s.") % said
        return _("%(name)s falls from place %(before)s to %(after)s.") % said


@dataclass(frozen=True)
class Crosses:
    """An entry enters or leaves the cut, or goes into another pool."""

    stage: str
    entry: int
    before: str | None
    after: str | None
    is_seated: bool

    def says(self, name: Name) -> str:
        said = {
            "name": name(self.entry),
            "stage": self.stage,
            "before": self.before,
            "after": self.after,
        }
        return self._sentence() % said

    def _sentence(self) -> str:
        if self.before is None:
            if self.is_seated:
                return _("%(name)s would be in %(stage)s, whose seats are given away.")
            return _("%(name)s goes on to %(stage)s.")
        if self.after is None:
            if self.is_seated:
                return _("%(name)s would not be in %(stage)s, but is seated there.")
            return _("%(name)s does not go on to %(stage)s any more.")
        if self.is_seated:
            return _("%(name)s would be in %(after)s of %(stage)s, not %(before)s.")
        return _("%(name)s goes into %(after)s of %(stage)s, not %(before)s.")


@dataclass(frozen=True)
class SlotChanges:
    """A place in a bracket changes hands."""

    label: str
    match: int | None
    before: tuple[int | None, ...]
    after: tuple[int | None, ...]
    has_begun: bool
    """Whether the match was begun by those who no longer belong there."""

    def says(self, name: Name) -> str:
        said = {
            "label": self.label,
            "before": _sides(self.before, name),
            "after": _sides(self.after, name),
        }
        if self.has_begun:
            return (
                _(
                    "%(label)s was begun by %(before)s, but belongs to %(after)s: "
                    "the bracket contradicts itself."
                )
                % said
            )
        return _("%(label)s is %(after)s, not %(before)s.") % said


@dataclass(frozen=True)
class RoundDiffers:
    """A published pairing round would have been drawn otherwise."""

    round: int
    stage: str
    number: int
    was: tuple[Meeting, ...]
    would_be: tuple[Meeting, ...]
    has_begun: bool

    def says(self, name: Name) -> str:
        said = {
            "stage": self.stage,
            "number": self.number,
            "was": _meetings(self.was, name),
            "would_be": _meetings(self.would_be, name),
        }
        return (
            _(
                "Round %(number)s of %(stage)s would have been %(would_be)s "
                "instead of %(was)s."
            )
            % said
        )


Change: TypeAlias = Moves | Crosses | SlotChanges | RoundDiffers


@dataclass(frozen=True)
class Consequences:
    """All that follows from a changed result, the most telling first."""

    crosses: tuple[Crosses, ...] = ()
    slots: tuple[SlotChanges, ...] = ()
    rounds: tuple[RoundDiffers, ...] = ()
    moves: tuple[Moves, ...] = ()

    def __iter__(self) -> Iterator[Change]:
        yield from self.crosses
        yield from self.slots
        yield from self.rounds
        yield from self.moves

    def __bool__(self) -> bool:
        return any(True for _change in self)

    def says(self, name: Name) -> tuple[str, ...]:
        return tuple(change.says(name) for change in self)

    @property
    def unplayed(self) -> tuple[int, ...]:
        """The pairing rounds that nobody has begun, and would have been drawn otherwise."""
        return tuple(each.round for each in self.rounds if not each.has_begun)

    @property
    def contradicts(self) -> bool:
        """Whether something was begun that would not have been like this."""
        begun = [each.has_begun for each in self.slots]
        return any(begun + [each.has_begun for each in self.rounds])

    @property
    def rivals(self) -> tuple[int, ...]:
        """Who loses a seat that is given away already, and who should have had it."""
        out = [each for each in self.crosses if each.is_seated]
        leaving = [each.entry for each in out if each.after is None]
        coming = [each.entry for each in out if each.before is None]
        return (*leaving, *coming) if leaving and coming else ()


def consequences(before: EventStands, after: EventStands) -> Consequences:
    return Consequences(
        crosses=tuple(_crosses(before, after)),
        slots=tuple(_slots(before, after)),
        rounds=tuple(_rounds(before, after)),
        moves=tuple(_moves(before, after)),
    )


def _moves(before: EventStands, after: EventStands) -> Iterator[Moves]:
    for old, new in zip(before.tables, after.tables, strict=True):
        for entry, place in sorted(new.places.items(), key=lambda line: line[1]):
            if old.places[entry] != place:
                yield Moves(new.name, entry, old.places[entry], place)


def _crosses(before: EventStands, after: EventStands) -> Iterator[Crosses]:
    for old, new in zip(before.cuts, after.cuts, strict=True):
        for entry in dict.fromkeys((*new.pools, *old.pools)):
            was, now = old.pools.get(entry), new.pools.get(entry)
            if was != now:
                yield Crosses(new.stage, entry, was, now, new.is_seated)


def _slots(before: EventStands, after: EventStands) -> Iterator[SlotChanges]:
    for key, new in after.slots.items():
        old = before.slots[key]
        if _known(old.sides) and set(old.sides) != set(new.sides):
            yield SlotChanges(new.label, new.match, old.sides, new.sides, new.has_begun)


def _known(sides: tuple[int | None, ...]) -> bool:
    """A place nobody had been given yet cannot change hands."""
    return any(side is not None for side in sides)


def _rounds(before: EventStands, after: EventStands) -> Iterator[RoundDiffers]:
    for key, new in after.rounds.items():
        old = before.rounds[key]
        if old.meetings != new.meetings:
            yield RoundDiffers(
                key,
                new.stage,
                new.number,
                was=tuple(sorted(old.meetings - new.meetings)),
                would_be=tuple(sorted(new.meetings - old.meetings)),
                has_begun=new.has_begun,
            )


# --- In words -----------------------------------------------------------------------------


def _sides(sides: tuple[int | None, ...], name: Name) -> str:
    return " – ".join(_("not known") if side is None else name(side) for side in sides)


def _meetings(meetings: tuple[Meeting, ...], name: Name) -> str:
    return ", ".join(_meeting(meeting, name) for meeting in meetings)


def _meeting(meeting: Meeting, name: Name) -> str:
    if len(meeting) == 1:
        return _("%(name)s sitting out") % {"name": name(meeting[0])}
    return " – ".join(map(name, meeting))
