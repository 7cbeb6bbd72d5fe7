"""How many points some games can hand out when their sides have only so much room.

The one piece of graph theory that questions about games left need: the largest flow
from games through their two sides.

>>> absorbed([("Ann", "Ben", 8), ("Ben", "Cy", 8)], {"Ann": 3, "Ben": 9, "Cy": 2})
14
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from typing import Generic, TypeVar

E = TypeVar("E", bound=Hashable)

Game = tuple[E, E, int]


def absorbed(games: Sequence[Game[E]], room: Mapping[E, int]) -> int:
    """The most points the games can give to sides that have room; the others take none."""
    return _Flow(games, room).total()


class _Flow(Generic[E]):
    def __init__(self, games: Sequence[Game[E]], room: Mapping[E, int]) -> None:
        self.games = games
        self.room = dict(room)
        self.given: dict[E, dict[int, int]] = {side: defaultdict(int) for side in room}

    def total(self) -> int:
        return sum(self._hand_out(number) for number in range(len(self.games)))

    def _hand_out(self, number: int) -> int:
        points = waiting = self.games[number][2]
        while waiting:
            moved = self._give(number, waiting, set())
            if not moved:
                break
            waiting -= moved
        return points - waiting

    def _give(self, number: int, points: int, asked: set[E]) -> int:
        """Give points of one game to a side with room, or to one that can make some."""
        a, b, _ = self.games[number]
        for side in (a, b):
            if side in self.room and side not in asked:
                asked.add(side)
                moved = min(points, self.room[side]) or self._make_room(
                    side, points, asked
                )
                if moved:
                    self.room[side] -= moved
                    self.given[side][number] += moved
                    return moved
        return 0

    def _make_room(self, side: E, points: int, asked: set[E]) -> int:
        """Let another game give its points to its other side instead."""
        for number, has in list(self.given[side].items()):
            moved = self._give(number, min(points, has), asked) if has else 0
            if moved:
                self.given[side][number] -= moved
                self.room[side] += moved
                return moved
        return 0
