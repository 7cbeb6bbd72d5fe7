"""Whose turn it is where more want to come than a night has room for.

Whoever said so first is in; the others wait in their order. A place that comes free is held for
the first of those who wait, and whoever lets their time run out is passed over.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from heapq import merge


@dataclass(frozen=True)
class ComingSaid:
    """Somebody said whether they come."""

    at: datetime
    player: int
    comes: bool


@dataclass(frozen=True)
class PlaceHeld:
    """A place was offered to somebody, until a time."""

    at: datetime
    player: int
    until: datetime


class NightTurns:
    """Who is in and who waits, as told one after the other."""

    def __init__(self, most: int | None) -> None:
        self.most = most
        self.inside: dict[int, None] = {}
        self.waiting: dict[int, None] = {}
        self.held: dict[int, datetime] = {}
        self.passed: set[int] = set()

    def hear(self, said: ComingSaid | PlaceHeld) -> None:
        self.pass_time(said.at)
        if isinstance(said, PlaceHeld):
            if said.player not in self.inside:
                self.held[said.player] = said.until
                self.passed.discard(said.player)
        elif said.comes:
            self._come(said.player)
        else:
            self._leave(said.player)

    def pass_time(self, now: datetime) -> None:
        """Let go of the places whose time has run out."""
        for player, until in list(self.held.items()):
            if until <= now:
                del self.held[player]
                self.passed.add(player)

    def has_place_for(self, player: int) -> bool:
        """Whether this player is in by saying so now."""
        if player in self.inside or player in self.held:
            return True
        room = self.room
        return room is None or room > len(self._before(player))

    @property
    def room(self) -> int | None:
        """Places that nobody has and that are held for nobody; None where there is no end."""
        if self.most is None:
            return None
        return max(0, self.most - len(self.inside) - len(self.held))

    @property
    def next_ones(self) -> list[int]:
        """Who is to be offered the places that are free, in their order."""
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
        """Who waits and has neither a place held for them nor let one go by."""
        return [p for p in self.waiting if p not in self.held and p not in self.passed]

    def _before(self, player: int) -> list[int]:
        """Whose turn is before this player's."""
        unasked = self._unasked()
        return unasked[: unasked.index(player)] if player in unasked else unasked


def turns(
    most: int | None, spoken: Iterable[ComingSaid], held: Iterable[PlaceHeld], now: datetime
) -> NightTurns:
    """Who is in and who waits after all that was said and offered, both in their order."""
    found = NightTurns(most)
    in_order: Iterable[ComingSaid | PlaceHeld] = merge(spoken, held, key=_at)
    for each in in_order:
        found.hear(each)
    found.pass_time(now)
    return found


def _at(said: ComingSaid | PlaceHeld) -> datetime:
    return said.at
