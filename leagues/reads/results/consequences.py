"""Compare an event before and after a correction.

Both are plain values, so nothing here uses the database. The differences are given as
sentences: changed places, entries that enter or leave a cut, changed slots in a bracket,
and pairings that would have been different.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from leagues.reads.results.differences import (
    BecomesTied,
    Change,
    Crosses,
    DrawnSince,
    Name,
    PlaceChange,
    Rivals,
    RoundDiffers,
    SlotChanges,
)
from leagues.reads.results.event_state import EventState, RoundState

T = TypeVar("T")


@dataclass(frozen=True)
class Consequences:
    """All differences after a changed result, most important first."""

    crosses: tuple[Crosses, ...] = ()
    slots: tuple[SlotChanges, ...] = ()
    rounds: tuple[RoundDiffers, ...] = ()
    since: tuple[DrawnSince, ...] = ()
    moves: tuple[PlaceChange, ...] = ()
    level: tuple[BecomesTied, ...] = ()

    def __iter__(self) -> Iterator[Change]:
        yield from self.crosses
        yield from self.level
        yield from self.slots
        yield from self.rounds
        yield from self.moves
        yield from self.since

    def __bool__(self) -> bool:
        return any(True for _change in self)

    def sentences(self, name: Name) -> tuple[str, ...]:
        return tuple(change.sentence(name) for change in self)

    @property
    def unplayed(self) -> tuple[int, ...]:
        """The keys of rounds that have not begun and would have been drawn differently."""
        return tuple(each.round for each in self.rounds)

    @property
    def contradicts(self) -> bool:
        """Whether something has begun that would have been different."""
        return bool(self.since) or any(each.has_begun for each in self.slots)

    @property
    def stages_to_refill(self) -> tuple[int, ...]:
        """The keys of stages that have not begun and need other entries in their seats."""
        found = [each.later for each in self._wrong_seats if not each.has_begun]
        return tuple(dict.fromkeys(found))

    @property
    def _wrong_seats(self) -> list[Crosses]:
        return [c for c in self.crosses if c.is_seated and not c.is_right]

    @property
    def too_late_for(self) -> tuple[str, ...]:
        """The names of stages that have begun with the wrong entries."""
        found = [each.stage for each in self._wrong_seats if each.has_begun]
        found += [each.stage for each in self.level if each.has_begun]
        return tuple(dict.fromkeys(found))

    @property
    def play_off(self) -> Rivals | None:
        """Two entries that may play off for a seat, or None.

        They are tied at the cut, or one has the seat that the other should have.
        """
        level = [
            Rivals(each.earlier, each.entries)
            for each in self.level
            if len(each.entries) == TWO and not each.has_begun
        ]
        return next(iter(level + self._rivals()), None)

    def _rivals(self) -> list[Rivals]:
        """The two entries of each stage in which exactly one seat should change hands."""
        found = []
        for later in self.stages_to_refill:
            here = [each for each in self._wrong_seats if each.later == later]
            if len(here) == TWO:
                both = tuple(each.entry for each in here)
                found.append(Rivals(here[0].earlier, both))
        return found


TWO = 2


def consequences_of(before: EventState, after: EventState) -> Consequences:
    return Consequences(
        crosses=tuple(_cut_changes(before, after)),
        slots=tuple(_slot_changes(before, after)),
        rounds=tuple(_changed_rounds(before, after)),
        since=tuple(_rounds_drawn_since(before, after)),
        moves=tuple(_place_changes(before, after)),
        level=tuple(_new_ties(before, after)),
    )


def _in_both(
    before: Iterable[T], after: Iterable[T], key: Callable[[T], object]
) -> Iterator[tuple[T, T]]:
    """Tables or cuts that exist before and after: an act may open a stage or clear one."""
    known = {key(each): each for each in before}
    for new in after:
        if old := known.get(key(new)):
            yield old, new


def _place_changes(before: EventState, after: EventState) -> Iterator[PlaceChange]:
    for old, new in _in_both(before.tables, after.tables, lambda table: (table.stage, table.name)):
        for entry, place in sorted(new.places.items(), key=lambda line: line[1]):
            if old.places.get(entry, place) != place:
                yield PlaceChange(new.name, entry, old.places[entry], place)


def _cut_changes(before: EventState, after: EventState) -> Iterator[Crosses]:
    for old, new in _in_both(before.cuts, after.cuts, lambda cut: (cut.earlier, cut.later)):
        for entry in dict.fromkeys((*new.pools, *old.pools)):
            was, now = old.pools.get(entry), new.pools.get(entry)
            if was != now:
                yield Crosses(
                    new.stage,
                    entry,
                    was,
                    now,
                    new.is_seated,
                    new.has_begun,
                    new.earlier,
                    new.later,
                    is_right=bool(new.seats) and new.seats.get(entry) == now,
                )


def _new_ties(before: EventState, after: EventState) -> Iterator[BecomesTied]:
    for old, new in _in_both(before.cuts, after.cuts, lambda cut: (cut.earlier, cut.later)):
        for entries in new.level:
            if set(entries) not in map(set, old.level):
                yield BecomesTied(new.stage, entries, new.is_seated, new.has_begun, new.earlier)


def _slot_changes(before: EventState, after: EventState) -> Iterator[SlotChanges]:
    for key, new in after.slots.items():
        old = before.slots.get(key, new)
        if _has_known_side(old.sides) and set(old.sides) != set(new.sides):
            yield SlotChanges(new.label, new.match, old.sides, new.sides, new.has_begun)


def _has_known_side(sides: tuple[int | None, ...]) -> bool:
    """Whether any side was known. An empty slot can't change."""
    return any(side is not None for side in sides)


def _changed_rounds(before: EventState, after: EventState) -> Iterator[RoundDiffers]:
    for key, new in after.rounds.items():
        old = before.rounds.get(key, new)
        if not new.has_begun and (differs := round_difference(key, old, new)):
            yield differs


def round_difference(key: int, old: RoundState, new: RoundState) -> RoundDiffers | None:
    """The difference between two draws of a round, or None if they are the same."""
    if not new.may_differ_from(old) or new.meetings == old.meetings:
        return None
    return RoundDiffers(
        key,
        new.stage,
        new.number,
        was=tuple(sorted(old.meetings - new.meetings)),
        would_be=tuple(sorted(new.meetings - old.meetings)),
    )


def _rounds_drawn_since(before: EventState, after: EventState) -> Iterator[DrawnSince]:
    for key, new in after.rounds.items():
        if new.has_begun and new.may_differ_from(before.rounds.get(key, new)):
            yield DrawnSince(key, new.stage, new.number)
