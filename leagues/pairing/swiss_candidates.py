"""The pairs that a Swiss round chooses from, and their costs.

Only pairs near in the table are needed. Proof: take a match of two entries far apart, and any
match with an entry between them. Exchanging opponents, neighbour with neighbour, never
increases the sum of squared differences. Only an opponent that one of the far two should not
meet blocks an exchange, and each blocks at most one match. So if the matches in between
outnumber them, one exchange breaks no new rule: pairs further apart than twice that number are
never needed. The best draw from near pairs is the best of all, and if none exists, no draw does.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import lcm
from typing import Generic

from leagues.pairing.history import TURN, History, Nights
from leagues.pairing.matching import Edge
from leagues.pairing.values import E, Pairs

NEAR = 40  # neighbours in the table that are always considered, for the order among tied entries
SPREAD = 10  # places on either side of the wanted opponent that are considered too
CLASH = 10  # places that are given up so that first shots stay even


@dataclass(frozen=True)
class Candidates(Generic[E]):
    """The pairs by place in the table. A place past the last one is the bye.

    The cost of a pair, most important first: meetings before, byes before, keep-apart; with earlier
    nights how much each sat out and who met on them; the distance of the bye from its end of
    the table, the squared difference in points, and the wanted order.
    """

    entries: Sequence[E]
    points: Sequence[int | Fraction]
    history: History[E]
    apart: Pairs[E]
    forbidden: Pairs[E]
    partner: Callable[[int, int], int]
    bye_from_top: bool
    nights: Nights[E] = field(default_factory=Nights)

    def edges(self) -> Iterator[Edge]:
        """Yield the near pairs that are not forbidden, and with an odd number every bye."""
        size, whole = len(self.entries), self.whole
        nothing = (0, 0, 0, *self._of_season(), 0)
        for one in range(size):
            barred, wanted = self._barred[one], self._wanted(one)
            mine, clashes = whole[one], self._clashes[self._lead[one]]
            for other in self._near(one):
                apart = mine - whole[other]
                off = clashes[other] + (other - one if apart else abs(other - wanted))
                if other not in barred:
                    yield one, other, nothing + (apart * apart, off)  # noqa: RUF005 twice as fast
                elif broken := self._broken(one, other):
                    yield one, other, (*broken, 0, apart * apart, off)
        for one in range(size) if size % 2 else ():
            off = one if self.bye_from_top else size - 1 - one
            byes, season = self.history.byes[self.entries[one]], self._sat_out[one]
            yield one, size, (0, byes, 0, *self._of_season(season), off, 0, 0)

    def _of_season(self, sat_out: int = 0, met: int = 0) -> tuple[int, ...]:
        """Return the cost from earlier nights; empty without any."""
        return (sat_out, met) if self.nights.met or self.nights.rested else ()

    @cached_property
    def _sat_out(self) -> list[int]:
        """For each place, the rank of its entry's share of rounds sat out this season; 0 is least."""
        shares = [self.nights.rested.get(entry, 0) for entry in self.entries]
        order = sorted(set(shares))
        return [order.index(share) for share in shares]

    def _broken(self, one: int, other: int) -> tuple[int, ...] | None:
        """Return the cost of the rules that a meeting would break; None if it is forbidden."""
        mine, theirs = self.entries[one], self.entries[other]
        pair = frozenset((mine, theirs))
        if pair in self.forbidden:
            return None
        season = self._of_season(0, self.nights.meetings(mine, theirs))
        return self.history.meetings(mine, theirs), 0, int(pair in self.apart), *season

    @cached_property
    def whole(self) -> list[int]:
        """Points scaled to integers, because prorated points are fractions."""
        unit = lcm(*(points.denominator for points in self.points))
        return [int(points * unit) for points in self.points]

    @cached_property
    def _level(self) -> list[tuple[int, int]]:
        """For each place, the first place and the end of the group tied with it."""
        begins = {points: at for at, points in reversed([*enumerate(self.whole)])}
        count = Counter(self.whole)
        return [(begins[p], begins[p] + count[p]) for p in self.whole]

    @cached_property
    def _lead(self) -> list[int]:
        return [self.history.lead(entry) for entry in self.entries]

    @cached_property
    def _clashes(self) -> dict[int, list[int]]:
        """For each lead, the places given up to meet each entry. If both have had too many first
        shots, or too few, one of them would get another.
        """
        return {
            lead: [
                CLASH * (2 * min(abs(lead), abs(other)) // TURN) if lead * other > 0 else 0
                for other in self._lead
            ]
            for lead in set(self._lead)
        }

    @cached_property
    def _barred(self) -> list[set[int]]:
        """For each place, the places it should not meet."""
        place = {entry: at for at, entry in enumerate(self.entries)}
        barred = [
            {place[other] for other in self.history.opponents(entry) if other in place}
            for entry in self.entries
        ]
        for pair in self.apart | self.forbidden | self.nights.met.keys():
            if pair <= place.keys():
                one, other = (place[entry] for entry in pair)
                barred[one].add(other)
                barred[other].add(one)
        return barred

    @cached_property
    def _most_barred(self) -> int:
        return max(map(len, self._barred), default=0)

    def _near(self, one: int) -> Iterator[int]:
        size = len(self.entries)
        reach = max(NEAR, 2 * (len(self._barred[one]) + self._most_barred) + 2)
        close = range(one + 1, min(size, one + reach + 1))
        wanted = self._wanted(one)
        end = min(wanted + SPREAD + 1, self._level[one][1])
        return chain(close, range(max(close.stop, wanted - SPREAD), end))

    def _wanted(self, one: int) -> int:
        begin, end = self._level[one]
        return begin + self.partner(one - begin, end - begin)
