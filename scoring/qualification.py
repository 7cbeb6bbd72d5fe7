"""The way to the cut: who is in, who is out, and how many points the others still need.

Only points are looked at. A tie on points is left to the tie chain, whose result can't be
known before: an entry tied at the cut is neither in nor out.

>>> table = {"Ann": 20, "Ben": 15, "Cy": 11, "Di": 2}
>>> left = [Left("Ann", "Ben", 8), Left("Cy", "Di", 8)]
>>> for entry, outlook in what_it_takes(table, left, cut=2).items():
...     print(entry, outlook.sentence())
Ann is in
Ben needs 5 of 8 points to be sure of it
Cy needs at least 4 of 8 points and others to lose
Di is out
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from math import ceil, comb, floor
from typing import Generic, TypeVar

from scoring.point_limits import max_points_absorbed
from scoring.results import Number
from scoring.text import Text

E = TypeVar("E", bound=Hashable)


class Gives(Enum):
    """The total that a game left will have given its two sides when it is over."""

    EXACTLY = "all its points, split in any whole numbers"
    AT_MOST = "its points or fewer"


@dataclass(frozen=True, slots=True)
class Left(Generic[E]):
    """A game still to be played: its sides and the points it can give them.

    A game of four rounds worth two points each gives exactly eight. A game scored by
    difference gives at most its cap, and a match of 3/1/0 at most three.
    """

    a: E
    b: E
    points: int
    gives: Gives = Gives.EXACTLY


class Status(Enum):
    IN = "in"
    OUT = "out"
    OPEN = "open"


class Certainty(Enum):
    """Whether the numbers are exact, or only safe bounds."""

    EXACT = "no fewer points would do"
    BOUND = "these are enough, perhaps fewer would do; below the least it is over"


@dataclass(frozen=True, slots=True)
class Outlook:
    """What one entry still needs to make the cut.

    ``left`` is how many points it can still make. ``sure`` is how many of them make the cut
    certain, whatever all others do; None if nothing makes it certain. ``least`` is how many it
    needs if all other results suit it best; None if no number is enough.
    """

    left: int
    sure: int | None
    least: int | None
    certainty: Certainty

    @property
    def status(self) -> Status:
        if self.sure == 0:
            return Status.IN
        return Status.OUT if self.least is None else Status.OPEN

    def sentence(self) -> Text:
        """The rest of a sentence that begins with the entry's name."""
        if self.status is Status.IN:
            return Text("is in")
        if self.status is Status.OUT:
            return Text("is out")
        if self.sure is not None:
            sure, left = self.sure, self.left
            return Text("needs {sure} of {left} points to be sure of it", sure=sure, left=left)
        if self.left == 0:
            return Text("needs others to lose, or the tie-breaks")
        if not self.least:
            return Text("needs others to lose")
        return Text(
            "needs at least {least} of {left} points and others to lose",
            least=self.least,
            left=self.left,
        )


def what_it_takes(
    points: Mapping[E, Number], left: Sequence[Left[E]], cut: int, effort: int = 6000
) -> dict[E, Outlook]:
    """Return the outlook of every entry for one of the first ``cut`` places.

    It is exact while every game left gives exactly its points, and the number of ways to fill
    the places times the number of games left is at most ``effort``; otherwise it is a bound.
    """
    if cut < 1:
        raise ValueError("a cut leaves at least one place")
    strangers = [e for game in left for e in (game.a, game.b) if e not in points]
    if strangers:
        raise ValueError(f"{strangers[0]} has a game left but no points in the table")
    return {entry: _find_outlook(_Hope(entry, points, left, cut, effort)) for entry in points}


def _find_outlook(hope: _Hope[E]) -> Outlook:
    sure = _find_fewest(hope.most, hope.is_sure)
    least = _find_fewest(hope.most, hope.is_possible)
    proven = sure == 0 or least is None or hope.is_exact
    return Outlook(hope.most, sure, least, Certainty.EXACT if proven else Certainty.BOUND)


def _find_fewest(most: int, enough: Callable[[int], bool]) -> int | None:
    """Return the fewest points that are enough, by bisection: more points never hurt."""
    if not enough(most):
        return None
    low, high = 0, most
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle + 1, high)
    return low


class _Hope(Generic[E]):
    """One entry that hopes for one of the first places.

    All ways in which others can take the other places are tried; ``is_exact`` is false if there
    are too many to try.
    """

    def __init__(
        self, entry: E, points: Mapping[E, Number], left: Sequence[Left[E]], cut: int, effort: int
    ) -> None:
        self.entry = entry
        self.points = points
        self.left = left
        self.cut = cut
        self.effort = effort
        self.others = [other for other in points if other != entry]
        self.can_make = {o: sum(g.points for g in left if o in (g.a, g.b)) for o in points}
        self.most = self.can_make[entry]
        self.is_exact = all(game.gives is Gives.EXACTLY for game in left)

    def is_sure(self, made: int) -> bool:
        """True if, with ``made`` more points, fewer others than there are places can catch it."""
        short = self._distances(made, ceil)
        level = sum(points <= 0 for points in short.values())
        chasers = [o for o in self.others if 0 < short[o] <= self.can_make[o]]
        places = self.cut - level
        if places <= 0 or self._too_many(chasers, places):
            return False
        return not any(
            self._all_reach({**{o: short[o] for o in takers}, self.entry: made})
            for takers in combinations(sorted(chasers, key=short.__getitem__), places)
        )

    def is_possible(self, made: int) -> bool:
        """True if, with ``made`` more points, it can end with fewer others above it than places."""
        room = self._distances(made, floor)
        above = sum(points < 0 for points in room.values())
        rivals = [o for o in self.others if 0 <= room[o] < self.can_make[o]]
        places = self.cut - 1 - above
        if places < 0:
            return False
        if places >= len(rivals) or self._too_many(rivals, places):
            return True
        return any(
            self._all_stay({**{o: room[o] for o in rivals if o not in takers}, self.entry: made})
            for takers in combinations(sorted(rivals, key=room.__getitem__), places)
        )

    def _distances(self, made: int, whole: Callable[[Number], int]) -> dict[E, int]:
        target = self.points[self.entry] + made
        return {other: whole(target - self.points[other]) for other in self.others}

    def _too_many(self, candidates: Sequence[E], places: int) -> bool:
        if comb(len(candidates), places) * len(self.left) <= self.effort:
            return False
        self.is_exact = False
        return True

    def _all_reach(self, short: Mapping[E, int]) -> bool:
        """True if the games left can give each of these sides the points it is short of."""
        games = [(game.a, game.b, game.points) for game in self.left]
        return max_points_absorbed(games, short) == sum(short.values())

    def _all_stay(self, room: Mapping[E, int]) -> bool:
        """True if the games between these sides can end with no side making more than its room."""
        games = [
            (game.a, game.b, game.points)
            for game in self.left
            if game.gives is Gives.EXACTLY and game.a in room and game.b in room
        ]
        return max_points_absorbed(games, room) == sum(points for _, _, points in games)
