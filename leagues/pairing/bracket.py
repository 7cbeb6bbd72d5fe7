"""Brackets: slots with the sources of their two sides, and ``fill_slots``, which fills them.

Knockout, double elimination and the Page play-off differ only in the sources of their slots.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Generic, TypeAlias

from leagues.pairing.values import E, Pairing, Why
from scoring.sides import Seat
from scoring.text import Text

FEEDS = Why("you meet {them} here as {yours} against {theirs}")


@dataclass(frozen=True, slots=True)
class Seeded:
    """An entry from outside the bracket, by its seed."""

    seed: int


@dataclass(frozen=True, slots=True)
class WinnerOf:
    slot: str


@dataclass(frozen=True, slots=True)
class LoserOf:
    slot: str


Source: TypeAlias = Seeded | WinnerOf | LoserOf


@dataclass(frozen=True, slots=True)
class Slot:
    """One match of the bracket. Slots of one ``step`` can be played at the same time.

    ``if_upset`` is the key of a slot: this match is played only if that slot's second side won.
    """

    key: str
    label: Text
    step: int
    sources: tuple[Source, Source]
    if_upset: str = ""
    heading: Text | None = None
    """The heading of its column, if the names of the column's matches differ only in a number."""


@dataclass(frozen=True)
class Bracket:
    """Slots in an order they can be played in, and the final places.

    ``places`` counts down from the winner; sources in one group share their places.
    """

    slots: tuple[Slot, ...]
    places: tuple[tuple[Source, ...], ...]

    @cached_property
    def by_key(self) -> dict[str, Slot]:
        return {slot.key: slot for slot in self.slots}

    def describe(self, source: Source) -> Text:
        """Describe the source in words, such as *winner of Semi-final 1*, without names."""
        if isinstance(source, Seeded):
            return Text("seed {seed}", seed=source.seed)
        match = self.by_key[source.slot].label
        if isinstance(source, WinnerOf):
            return Text("winner of {match}", match=match)
        return Text("loser of {match}", match=match)

    def goes_to(self, source: Source) -> Slot | None:
        """Return the slot in which the winner or loser of a slot plays next; None after the last
        match.
        """
        return next((slot for slot in self.slots if source in slot.sources), None)


class EmptySide(Enum):
    """A side without an entry: not yet known, or a bye."""

    UNKNOWN = "unknown"
    ABSENT = "absent"


class SlotStatus(Enum):
    WAITING = "waiting"
    READY = "ready"
    PLAYED = "played"
    BYE = "bye"
    """One side or both have no entry, and never will."""
    NOT_NEEDED = "not-needed"
    CONTRADICTED = "contradicted"
    """The recorded winner is no longer a side here, or the match is not needed."""


@dataclass(frozen=True)
class Spot(Generic[E]):
    """One slot with its sides, winner and status, after the results so far."""

    slot: Slot
    sides: tuple[E | EmptySide, E | EmptySide]
    status: SlotStatus
    winner: E | EmptySide
    loser: E | EmptySide
    pairing: Pairing[E] | None


def fill_slots(
    bracket: Bracket, seeded: Sequence[E], winners: Mapping[str, E]
) -> dict[str, Spot[E]]:
    """Return every slot by its key, filled from the entries in seed order and the winners by
    slot key.
    """
    return _Reading(bracket, seeded, winners).spots


def final_places(
    bracket: Bracket, seeded: Sequence[E], winners: Mapping[str, E]
) -> list[tuple[int, int, E]]:
    """Yield entries whose places are decided: the first and last place they share, and the
    entry.
    """
    reading = _Reading(bracket, seeded, winners)
    ended: list[tuple[int, int, E]] = []
    place = 1
    for sources in bracket.places:
        whose = [reading.who(source) for source in sources]
        coming = [who for who in whose if who is not EmptySide.ABSENT]
        last = place + len(coming) - 1
        ended += [(place, last, who) for who in coming if not isinstance(who, EmptySide)]
        place = last + 1
    return ended


class _Reading(Generic[E]):
    """One pass through a bracket, slot by slot."""

    def __init__(self, bracket: Bracket, seeded: Sequence[E], winners: Mapping[str, E]) -> None:
        self.bracket, self.seeded, self.winners = bracket, seeded, winners
        self.spots: dict[str, Spot[E]] = {}
        for slot in bracket.slots:
            self.spots[slot.key] = self._spot(slot)

    def who(self, source: Source) -> E | EmptySide:
        if isinstance(source, Seeded):
            at = source.seed - 1
            return self.seeded[at] if at < len(self.seeded) else EmptySide.ABSENT
        spot = self.spots[source.slot]
        return spot.winner if isinstance(source, WinnerOf) else spot.loser

    def _spot(self, slot: Slot) -> Spot[E]:
        sides = (self.who(slot.sources[0]), self.who(slot.sources[1]))
        status = self._status(slot, sides)
        winner: E | EmptySide = EmptySide.UNKNOWN
        loser: E | EmptySide = EmptySide.UNKNOWN
        match status:
            case SlotStatus.PLAYED:
                winner = self.winners[slot.key]
                loser = sides[1] if winner == sides[0] else sides[0]
            case SlotStatus.BYE:
                winner, loser = sides if sides[1] is EmptySide.ABSENT else sides[::-1]
            case SlotStatus.NOT_NEEDED:
                winner, loser = sides
        is_paired = status in {SlotStatus.READY, SlotStatus.PLAYED} and not any(
            isinstance(side, EmptySide) for side in sides
        )
        pairing = self._pairing(slot) if is_paired else None
        return Spot(slot, sides, status, winner, loser, pairing)

    def _status(self, slot: Slot, sides: tuple[E | EmptySide, E | EmptySide]) -> SlotStatus:
        settled = bool(slot.if_upset) and self._no_upset(self.spots[slot.if_upset])
        if slot.key in self.winners:
            fits = self.winners[slot.key] in sides and not settled
            return SlotStatus.PLAYED if fits else SlotStatus.CONTRADICTED
        if EmptySide.UNKNOWN in sides:
            return SlotStatus.WAITING
        if settled:
            return SlotStatus.NOT_NEEDED
        return SlotStatus.BYE if EmptySide.ABSENT in sides else SlotStatus.READY

    def _no_upset(self, spot: Spot[E]) -> bool:
        return spot.winner == spot.sides[0]

    def _pairing(self, slot: Slot) -> Pairing[E]:
        """Pair a slot. The better seed has the hammer, so the other side shoots first."""
        entries = [self.who(source) for source in slot.sources]
        known = [entry for entry in entries if not isinstance(entry, EmptySide)]
        seeds = [self.seeded.index(entry) for entry in known]
        return Pairing(
            sides=Pairing.between(*known).sides,
            first=Seat.A if seeds[0] > seeds[1] else Seat.B,
            why=replace(FEEDS, by_side=tuple(map(self._came_as, slot.sources))),
        )

    def _came_as(self, source: Source) -> Text:
        """Describe the source in words; a win by a bye is traced back to where the entry came
        from.
        """
        if not isinstance(source, Seeded):
            spot = self.spots[source.slot]
            if spot.status is SlotStatus.BYE:
                coming = spot.sides.index(self.who(source))
                return self._came_as(spot.slot.sources[coming])
        return self.bracket.describe(source)
