"""A bracket: slots that say where their two sides come from, and one way to read them.

Knockout, double elimination and the Page play-off are all brackets: only who feeds whom is
different. ``advance`` plays the results so far into one and says where everybody stands.
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
    """Comes in from outside the bracket."""

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

    ``if_upset`` names a slot: this match takes place only if that one's second side won.
    """

    key: str
    label: Text
    step: int
    sources: tuple[Source, Source]
    if_upset: str = ""
    heading: Text | None = None
    """What the matches of its column have in common, where they differ in a number alone."""


@dataclass(frozen=True)
class Bracket:
    """Slots in an order they can be played in, and who ends where.

    ``places`` counts down from the winner; those named together share their places.
    """

    slots: tuple[Slot, ...]
    places: tuple[tuple[Source, ...], ...]

    @cached_property
    def by_key(self) -> dict[str, Slot]:
        return {slot.key: slot for slot in self.slots}

    def says(self, source: Source) -> Text:
        """The source in words, as it stands on an empty bracket."""
        if isinstance(source, Seeded):
            return Text("seed {seed}", seed=source.seed)
        match = self.by_key[source.slot].label
        if isinstance(source, WinnerOf):
            return Text("winner of {match}", match=match)
        return Text("loser of {match}", match=match)

    def goes_to(self, source: Source) -> Slot | None:
        """Where the winner or loser of a slot plays next; nowhere after the last match."""
        return next((slot for slot in self.slots if source in slot.sources), None)


class Nobody(Enum):
    """Who sits on a side where no entry does."""

    UNKNOWN = "unknown"
    ABSENT = "absent"


class SlotStatus(Enum):
    WAITING = "waiting"
    READY = "ready"
    PLAYED = "played"
    BYE = "bye"
    """One side or both never come."""
    NOT_NEEDED = "not-needed"
    CONTRADICTED = "contradicted"
    """The result is of somebody who no longer sits here."""


@dataclass(frozen=True)
class Spot(Generic[E]):
    """One slot as it stands now."""

    slot: Slot
    sides: tuple[E | Nobody, E | Nobody]
    status: SlotStatus
    winner: E | Nobody
    loser: E | Nobody
    pairing: Pairing[E] | None


def advance(bracket: Bracket, seeded: Sequence[E], winners: Mapping[str, E]) -> dict[str, Spot[E]]:
    """Every slot as it stands, from the entries by seed and the winner of each slot played."""
    return _Reading(bracket, seeded, winners).spots


def final_places(
    bracket: Bracket, seeded: Sequence[E], winners: Mapping[str, E]
) -> list[tuple[int, int, E]]:
    """Who ended where so far: the first and last place of each span, and the entry."""
    reading = _Reading(bracket, seeded, winners)
    ended: list[tuple[int, int, E]] = []
    place = 1
    for sources in bracket.places:
        whose = [reading.who(source) for source in sources]
        coming = [who for who in whose if who is not Nobody.ABSENT]
        last = place + len(coming) - 1
        ended += [(place, last, who) for who in coming if not isinstance(who, Nobody)]
        place = last + 1
    return ended


class _Reading(Generic[E]):
    """One pass through a bracket, slot by slot."""

    def __init__(self, bracket: Bracket, seeded: Sequence[E], winners: Mapping[str, E]) -> None:
        self.bracket, self.seeded, self.winners = bracket, seeded, winners
        self.spots: dict[str, Spot[E]] = {}
        for slot in bracket.slots:
            self.spots[slot.key] = self._spot(slot)

    def who(self, source: Source) -> E | Nobody:
        if isinstance(source, Seeded):
            at = source.seed - 1
            return self.seeded[at] if at < len(self.seeded) else Nobody.ABSENT
        spot = self.spots[source.slot]
        return spot.winner if isinstance(source, WinnerOf) else spot.loser

    def _spot(self, slot: Slot) -> Spot[E]:
        sides = (self.who(slot.sources[0]), self.who(slot.sources[1]))
        status = self._status(slot, sides)
        winner: E | Nobody = Nobody.UNKNOWN
        loser: E | Nobody = Nobody.UNKNOWN
        match status:
            case SlotStatus.PLAYED:
                winner = self.winners[slot.key]
                loser = sides[1] if winner == sides[0] else sides[0]
            case SlotStatus.BYE:
                winner, loser = sides if sides[1] is Nobody.ABSENT else sides[::-1]
            case SlotStatus.NOT_NEEDED:
                winner, loser = sides
        is_paired = status in {SlotStatus.READY, SlotStatus.PLAYED} and not any(
            isinstance(side, Nobody) for side in sides
        )
        pairing = self._pairing(slot) if is_paired else None
        return Spot(slot, sides, status, winner, loser, pairing)

    def _status(self, slot: Slot, sides: tuple[E | Nobody, E | Nobody]) -> SlotStatus:
        settled = bool(slot.if_upset) and self._no_upset(self.spots[slot.if_upset])
        if slot.key in self.winners:
            fits = self.winners[slot.key] in sides and not settled
            return SlotStatus.PLAYED if fits else SlotStatus.CONTRADICTED
        if Nobody.UNKNOWN in sides:
            return SlotStatus.WAITING
        if settled:
            return SlotStatus.NOT_NEEDED
        return SlotStatus.BYE if Nobody.ABSENT in sides else SlotStatus.READY

    def _no_upset(self, spot: Spot[E]) -> bool:
        return spot.winner == spot.sides[0]

    def _pairing(self, slot: Slot) -> Pairing[E]:
        """The better seed has the hammer: the other side shoots first."""
        entries = [self.who(source) for source in slot.sources]
        known = [entry for entry in entries if not isinstance(entry, Nobody)]
        seeds = [self.seeded.index(entry) for entry in known]
        return Pairing(
            sides=Pairing.between(*known).sides,
            first=Seat.A if seeds[0] > seeds[1] else Seat.B,
            why=replace(FEEDS, by_side=tuple(map(self._came_as, slot.sources))),
        )

    def _came_as(self, source: Source) -> Text:
        """The source in words, seeing through byes: nobody wins against an empty chair."""
        if not isinstance(source, Seeded):
            spot = self.spots[source.slot]
            if spot.status is SlotStatus.BYE:
                coming = spot.sides.index(self.who(source))
                return self._came_as(spot.slot.sources[coming])
        return self.bracket.says(source)
