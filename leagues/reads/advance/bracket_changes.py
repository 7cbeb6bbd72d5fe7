"""Changes to a bracket's matches after a result was entered or corrected."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import Enum

from leagues.models import Match
from leagues.pairing.bracket import EmptySide, SlotStatus, Spot
from leagues.reads.advance.bracket_play import BracketPlay, entries_at
from leagues.say import say


class Clash(Enum):
    """Why a match that has begun no longer fits the bracket."""

    WRONG_ENTRY = "somebody else should have sat here"
    TOO_SOON = "who sits here is not known any more"
    NOT_NEEDED = "this match is not needed any more"
    NO_WINNER = "nobody won it, so nobody goes on"


@dataclass(frozen=True)
class Contradiction:
    """A match that has begun although it no longer fits the earlier results."""

    match: Match
    label: str
    clash: Clash


@dataclass(frozen=True)
class BracketChanges:
    """Matches to add, reseat and remove, and contradictions that the organiser has to resolve."""

    add: tuple[Spot[int], ...] = ()
    reseat: tuple[tuple[Match, Spot[int]], ...] = ()
    remove: tuple[Match, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.add or self.reseat or self.remove)


def changes_of(play: BracketPlay) -> BracketChanges:
    """Work out the changes to a bracket. Matches that have begun are never changed, only
    reported if they no longer fit.

    An entry at a match that has begun gets no other match of the same step.
    """
    placed = [(spot, play.matches.get(key)) for key, spot in play.spots.items()]
    there = [(spot, match) for spot, match in placed if match is not None]
    begun = [(spot, match) for spot, match in there if has_begun(match)]
    busy = {(spot.slot.step, entry) for spot, m in begun for entry in entries_at(m)}
    waiting = [(spot, match) for spot, match in there if not has_begun(match)]
    unfit = [(m, s) for s, m in waiting if not (s.pairing and s.sides == entries_at(m))]
    return BracketChanges(
        add=tuple(s for s, match in placed if match is None and _can_sit(s, busy)),
        reseat=tuple((match, spot) for match, spot in unfit if _can_sit(spot, busy)),
        remove=tuple(match for match, spot in unfit if not _can_sit(spot, busy)),
        contradictions=tuple(
            Contradiction(match, say(spot.slot.label), clash)
            for spot, match in begun
            if (clash := _clash_of(spot, match))
        ),
    )


def _can_sit(spot: Spot[int], busy: Collection[tuple[int, int]]) -> bool:
    if spot.pairing is None:
        return False
    return not any((spot.slot.step, entry) in busy for entry in spot.pairing.entries)


def contradictions_in(plays: Iterable[BracketPlay]) -> tuple[Contradiction, ...]:
    return tuple(each for play in plays for each in changes_of(play).contradictions)


def has_begun(match: Match) -> bool:
    return match.started_at is not None or match.state == Match.State.FINISHED


def _clash_of(spot: Spot[int], match: Match) -> Clash | None:
    """The first reason why a match that has begun does not fit, or None."""
    if EmptySide.UNKNOWN in spot.sides:
        return Clash.TOO_SOON
    if spot.status in {SlotStatus.NOT_NEEDED, SlotStatus.BYE}:
        return Clash.NOT_NEEDED
    if set(spot.sides) != set(entries_at(match)):
        return Clash.WRONG_ENTRY
    if spot.status is SlotStatus.CONTRADICTED:
        return Clash.NOT_NEEDED
    has_no_winner = match.state == Match.State.FINISHED and match.winner is None
    return Clash.NO_WINNER if has_no_winner else None
