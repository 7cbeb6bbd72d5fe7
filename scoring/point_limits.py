"""The most points that games can give to sides that have limited room.

This is a maximum-flow problem: points flow from the games through their two sides.

>>> max_points_absorbed([("Ann", "Ben", 8), ("Ben", "Cy", 8)], {"Ann": 3, "Ben": 9, "Cy": 2})
14
"""

from collections import defaultdict, deque
from collections.abc import Hashable, Mapping, Sequence
from typing import Generic, TypeVar

E = TypeVar("E", bound=Hashable)

Game = tuple[E, E, int]


def max_points_absorbed(games: Sequence[Game[E]], room: Mapping[E, int]) -> int:
    """Return the most points the games can give to sides in ``room``; other sides take none."""
    return _Flow(games, room).total()


class _Flow(Generic[E]):
    def __init__(self, games: Sequence[Game[E]], room: Mapping[E, int]) -> None:
        self.games = games
        self.room = dict(room)
        self.given: dict[E, dict[int, int]] = {side: defaultdict(int) for side in room}

    def total(self) -> int:
        return sum(self._hand_out(number) for number in range(len(self.games)))

    def _hand_out(self, number: int) -> int:
        """Give away as many points of one game as possible, directly or by making room first."""
        points = waiting = self.games[number][2]
        while waiting and (way := self._way_to_room(number)):
            waiting -= self._shift_points(way, waiting)
        return points - waiting

    def _way_to_room(self, number: int) -> list[tuple[int, E]]:
        """Return the path of games and sides from a side with room back to this game.

        A full side makes room when another game gives its points to its other side.
        """
        giver = dict.fromkeys(self._sides(number), number)
        asking = deque(giver)
        while asking:
            side = asking.popleft()
            if self.room[side]:
                return self._back(side, giver, number)
            for game, has in self.given[side].items():
                for other in self._sides(game) if has else ():
                    if other not in giver:
                        giver[other] = game
                        asking.append(other)
        return []

    def _back(self, side: E, giver: dict[E, int], number: int) -> list[tuple[int, E]]:
        way = [(giver[side], side)]
        while giver[side] != number:
            side = self._across(giver[side], side)
            way.append((giver[side], side))
        return way

    def _shift_points(self, way: list[tuple[int, E]], points: int) -> int:
        """Give away at most ``points`` of the game at the end of ``way``; return how many.

        Only the first side of ``way`` has room. So each game gives its side more points and its
        other side, the next one of the path, fewer. The last game only gives.
        """
        freed = [(game, self._across(game, side)) for game, side in way[:-1]]
        moved = min([points, self.room[way[0][1]], *(self.given[s][g] for g, s in freed)])
        self.room[way[0][1]] -= moved
        for game, side in way:
            self.given[side][game] += moved
        for game, side in freed:
            self.given[side][game] -= moved
        return moved

    def _sides(self, game: int) -> list[E]:
        return [side for side in self.games[game][:2] if side in self.room]

    def _across(self, game: int, side: E) -> E:
        a, b, _ = self.games[game]
        return b if side == a else a
