"""The waiting list of a night with limited spots.

The first to answer get the spots; the others wait in the order of their answers. A spot that
becomes free is reserved for the first player on the list. Players who let the time to accept
run out are passed over.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from heapq import merge


@dataclass(frozen=True)
class ComingAnswer:
    """An answer of a player: they come, or they do not."""

    at: datetime
    player: int
    comes: bool


@dataclass(frozen=True)
class PlaceHeld:
    """An offer that reserves a spot for a player until a time."""

    at: datetime
    player: int
    until: datetime


class NightTurns:
    """The spots and the waiting list of a night, built up from answers and offers in order."""

    def __init__(self, most: int | None) -> None:
        self.most = most
        self.inside: dict[int, None] = {}
        self.waiting: dict[int, None] = {}
        self.held: dict[int, datetime] = {}
        self.passed: set[int] = set()

    def hear(self, change: ComingAnswer | PlaceHeld) -> None:
        self.pass_time(change.at)
        if isinstance(change, PlaceHeld):
            if change.player not in self.inside:
                self.held[change.player] = change.until
                self.passed.discard(change.player)
        elif change.comes:
            self._come(change.player)
        else:
            self._leave(change.player)

    def pass_time(self, now: datetime) -> None:
        """Release the reserved spots whose time has run out."""
        for player, until in list(self.held.items()):
            if until <= now:
                del self.held[player]
                self.passed.add(player)

    def has_place_for(self, player: int) -> bool:
        """True if this player gets a spot if they accept now."""
        if player in self.inside or player in self.held:
            return True
        room = self.room
        return room is None or room > len(self._before(player))

    @property
    def room(self) -> int | None:
        """The number of spots that are neither taken nor reserved; None if there is no limit."""
        if self.most is None:
            return None
        return max(0, self.most - len(self.inside) - len(self.held))

    @property
    def next_ones(self) -> list[int]:
        """The players to offer the free spots to, in order."""
        return self._unasked()[: self.room]

    def _come(self, player: int) -> None:
        if player in self.inside:
            return
        if self.has_place_for(player):
            self._leave(player)
            self.inside[player] = None
        else:
            self.waiting.setdefault(player)

    def _leave(self, player: int) -> None:
        self.inside.pop(player, None)
        self.waiting.pop(player, None)
        self.held.pop(player, None)
        self.passed.discard(player)

    def _unasked(self) -> list[int]:
        """Waiting players who have no reserved spot and did not let one expire."""
        return [p for p in self.waiting if p not in self.held and p not in self.passed]

    def _before(self, player: int) -> list[int]:
        """The waiting players whose turn comes before this player's."""
        unasked = self._unasked()
        return unasked[: unasked.index(player)] if player in unasked else unasked


def compute_turns(
    most: int | None, answers: Iterable[ComingAnswer], held: Iterable[PlaceHeld], now: datetime
) -> NightTurns:
    """Work out the spots and the waiting list at ``now`` from answers and offers, each in order
    of time.
    """
    found = NightTurns(most)
    in_order: Iterable[ComingAnswer | PlaceHeld] = merge(answers, held, key=_time_of)
    for each in in_order:
        found.hear(each)
    found.pass_time(now)
    return found


def _time_of(change: ComingAnswer | PlaceHeld) -> datetime:
    return change.at
