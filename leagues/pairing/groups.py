"""Groups of a night, each a round robin, of entries that have met least this season.

In this priority: no keep-apart pairs, fewest meetings of earlier nights, similar strength.
A local search exchanges two entries at a time, from several starts.

>>> from leagues.pairing.seeds import roll_dice
>>> met = frozenset("AB"), frozenset("CD")
>>> nights = Nights(met=dict.fromkeys(met, 1))
>>> [sorted(group) for group in unmet_groups("ABCD", [2, 2], roll_dice("spring"), nights)]
[['A', 'C'], ['B', 'D']]
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Generic

from leagues.pairing.history import Nights
from leagues.pairing.pools import deal_bands
from leagues.pairing.values import E, Pairs

BEGINNINGS = 8


def unmet_groups(
    order: Sequence[E],
    sizes: Sequence[int],
    dice: Random,
    nights: Nights[E],
    apart: Pairs[E] = frozenset(),
) -> list[list[E]]:
    """Return groups of these sizes, the larger first; ``order`` is by strength, the best first."""
    strength = {entry: at for at, entry in enumerate(order)}
    deal = _Deal(strength, nights, apart)
    beginning = list(order)
    best = deal.improved(deal_bands(beginning, sizes))
    for _ in range(BEGINNINGS):
        dice.shuffle(beginning)
        best = min(best, deal.improved(deal_bands(beginning, sizes)), key=deal.cost)
    by_strength = [sorted(group, key=strength.__getitem__) for group in best]
    return sorted(by_strength, key=lambda group: (-len(group), strength[group[0]]))


def least_group_repeats(entries: Collection[E], sizes: Iterable[int], nights: Nights[E]) -> int:
    """Return a lower bound of the repeated meetings in groups of these sizes.

    It assumes that every entry is in the smallest group and meets as many new opponents as
    possible.
    """
    others = min(sizes) - 1
    short = 0
    for entry in entries:
        new = sum(not nights.meetings(entry, other) for other in entries) - 1
        short += max(0, others - new)
    return -(-short // 2)


Cost = tuple[int, int, int, int]


@dataclass(frozen=True)
class _Deal(Generic[E]):
    """The cost of groups, and the local search that lowers it."""

    strength: dict[E, int]
    nights: Nights[E]
    apart: Pairs[E]

    def cost(self, groups: Iterable[Collection[E]]) -> Cost:
        costs = [self._cost_of(group) for group in groups]
        apart, met, again, spread = map(sum, zip(*costs, strict=True))
        return apart, met, again, spread

    def _cost_of(self, group: Collection[E]) -> Cost:
        """Return keep-apart pairs, repeated meetings, their number, and differences in strength."""
        apart = met = again = spread = 0
        for one, other in combinations(group, 2):
            times = self.nights.meetings(one, other)
            apart += frozenset((one, other)) in self.apart
            met += times > 0
            again += times
            spread += (self.strength[one] - self.strength[other]) ** 2
        return apart, met, again, spread

    def improved(self, groups: Sequence[Sequence[E]]) -> list[list[E]]:
        """Exchange two entries while that lowers the cost."""
        now = [list(group) for group in groups]
        while any(self._exchange(one, other) for one, other in combinations(now, 2)):
            pass
        return now

    def _exchange(self, one: list[E], other: list[E]) -> bool:
        """Exchange two entries of these groups if that lowers the cost; return whether it did."""
        before = self.cost((one, other))
        for a in range(len(one)):
            for b in range(len(other)):
                one[a], other[b] = other[b], one[a]
                if self.cost((one, other)) < before:
                    return True
                one[a], other[b] = other[b], one[a]
        return False
