"""Which pairs a Swiss round chooses from, and what each costs.

Take two entries far apart in the table who meet, and any other match with somebody between
them. Trading opponents between the two matches, neighbours with neighbours, never makes the
sum of squared differences greater. Only an opponent that the far two should not meet can
stand in the way of a trade, and each of those blocks one match at most. So as soon as the
matches in between outnumber them, some trade is free and breaks nothing new: pairs further
apart than twice that number are never needed. The best of the near pairs is the best there
is, whatever must be broken; and if the near pairs cannot pair everybody, nothing can.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Generic

from leagues.pairing.history import TURN, History
from leagues.pairing.matching import Edge
from leagues.pairing.values import E, Pairs

NEAR = 40  # places in the table that are always considered, for the order among equals
SPREAD = 10  # places either side of the wanted opponent that are considered too
CLASH = 10  # places that are worth giving up so that first shots stay even


@dataclass(frozen=True)
class Candidates(Generic[E]):
    """The pairs by place in the table. A place past the last one is the bye.

    What a pair costs, most important first: meetings before, byes before, kept apart, how
    far the bye is from its end of the table, the squared difference, and the wanted order.
    """

    entries: Sequence[E]
    points: Sequence[int | Fraction]
    history: History[E]
    apart: Pairs[E]
    forbidden: Pairs[E]
    partner: Callable[[int, int], int]
    bye_from_top: bool

    def edges(self) -> Iterator[Edge]:
        """The near pairs that are not forbidden, and with an odd number every bye."""
        for one, other in self._near():
            mine, theirs = self.entries[one], self.entries[other]
            broken = (0, 0, 0)
            if other in self._barred[one]:
                pair = frozenset((mine, theirs))
                if pair in self.forbidden:
                    continue
                broken = (
                    self.history.meetings(mine, theirs),
                    0,
                    int(pair in self.apart),
                )
            yield one, other, (*broken, *self._distance(one, other))
        size = len(self.entries)
        for one in range(size) if size % 2 else ():
            off = one if self.bye_from_top else size - 1 - one
            yield one, size, (0, self.history.byes[self.entries[one]], 0, off, 0, 0)

    @cached_property
    def _whole(self) -> list[int]:
        """Points as whole numbers: prorated ones are fractions."""
        unit = lcm(*(points.denominator for points in self.points))
        return [int(points * unit) for points in self.points]

    @cached_property
    def _level(self) -> list[tuple[int, int]]:
        """For each place, where the entries level with it begin and end."""
        begins = {points: at for at, points in reversed([*enumerate(self._whole)])}
        count = Counter(self._whole)
        return [(begins[p], begins[p] + count[p]) for p in self._whole]

    @cached_property
    def _lead(self) -> list[int]:
        return [self.history.lead(entry) for entry in self.entries]

    @cached_property
    def _barred(self) -> list[set[int]]:
        """For each place, the places it should not meet."""
        place = {entry: at for at, entry in enumerate(self.entries)}
        barred = [
            {place[other] for other in self.history.opponents(entry) if other in place}
            for entry in self.entries
        ]
        for pair in self.apart | self.forbidden:
            if pair <= place.keys():
                one, other = (place[entry] for entry in pair)
                barred[one].add(other)
                barred[other].add(one)
        return barred

    def _near(self) -> Iterator[tuple[int, int]]:
        size = len(self.entries)
        most = max(map(len, self._barred), default=0)
        for one in range(size):
            reach = max(NEAR, 2 * (len(self._barred[one]) + most) + 2)
            close = range(one + 1, min(size, one + reach + 1))
            wanted = self._wanted(one)
            end = min(wanted + SPREAD + 1, self._level[one][1])
            liked: Iterable[int] = range(max(close.stop, wanted - SPREAD), end)
            yield from ((one, other) for other in (*close, *liked))

    def _wanted(self, one: int) -> int:
        begin, end = self._level[one]
        return begin + self.partner(one - begin, end - begin)

    def _distance(self, one: int, other: int) -> tuple[int, int, int]:
        apart = self._whole[one] - self._whole[other]
        off = abs(other - self._wanted(one)) if apart == 0 else other - one
        return 0, apart * apart, off + CLASH * self._clash(one, other)

    def _clash(self, one: int, other: int) -> int:
        """Turns that both had too many or too few of: one of them would get another."""
        mine, theirs = self._lead[one], self._lead[other]
        return 2 * min(abs(mine), abs(theirs)) // TURN if mine * theirs > 0 else 0
