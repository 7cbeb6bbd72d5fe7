"""Pair a Swiss round block by block, which is faster than the whole table and finds the same.

A boundary is a place in the table where the points change; its gap is the difference. The squared
difference of a pair is at least the sum of the squared gaps that the pair crosses. Below an odd
number of entries a boundary is crossed at least once, so these squared gaps are the *least* that
a draw costs. Below an even number it is crossed twice or not at all: there the table is cut.

The *excess* of a block is its cost, if it is paired alone, beyond its least. A draw that crosses
the cuts between several blocks costs at least twice their squared gaps beyond the least of these
blocks. If that is more than their excess, pairing each of them alone is better. Blocks for which it
isn't more are paired together.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from leagues.pairing.matching import Weighed, least_weight

Two = tuple[int, int]
"""Two places, or the start and the end of a block."""


def pair_blocks(
    points: Sequence[int], weighed: Sequence[Weighed], units: Sequence[int]
) -> list[Two] | None:
    """Return the draw of the least weight; None if it has to break a rule.

    ``points`` are whole numbers by place; ``weighed`` is ordered by the first place, and the bye
    is the place past the last. The last two of ``units`` are those of the squared difference and
    of the order: a pair that breaks no rule weighs less than one of the unit before.
    """
    if not weighed:
        return None
    size, least_broken = len(points), units[-3]
    byes = [(weight, one) for one, other, weight in weighed if other == size] if size % 2 else []
    bye = min(byes)[1] if byes else size
    free = [each for each in weighed if each[2] < least_broken and each[1] != size]
    if byes:
        free = [
            (one - (one > bye), other - (other > bye), weight)
            for one, other, weight in free
            if one != bye != other
        ]
    playing = [place for place in range(size) if place != bye]
    found = _EvenTable([points[place] for place in playing], free).pair()
    if found is None:
        return None
    pairs = [(playing[one], playing[other]) for one, other in found]
    return sorted([*pairs, (bye, size)] if byes else pairs)


@dataclass(frozen=True)
class _EvenTable:
    """An even number of entries in order: their points, and the free pairs by the first place."""

    points: Sequence[int]
    free: Sequence[Weighed]

    def pair(self) -> list[Two] | None:
        """Return the lightest pairing of free pairs, or None if there is none."""
        alone = self._pair_alone()
        if alone is None:
            return None
        crossed = self._crossed(alone)
        cuts = [0, *(end for _, end in alone if end not in crossed)]
        drawn = (alone.get(block) or self._pair_block(*block) for block in pairwise(cuts))
        return [two for pairs in drawn for two in pairs]

    def _pair_alone(self) -> dict[Two, list[Two]] | None:
        """Pair the smallest blocks for which there are free pairs."""
        start, size, found = 0, len(self.points), dict[Two, list[Two]]()
        for end in range(2, size + 1, 2):
            is_cut = end == size or self._gap(end)
            if is_cut and (pairs := self._pair_block(start, end)):
                found[start, end] = pairs
                start = end
        while start < size:
            if not found:
                return None
            (start, _), _ = found.popitem()
            if pairs := self._pair_block(start, size):
                found[start, size] = pairs
                start = size
        return found

    def _pair_block(self, start: int, end: int) -> list[Two]:
        """Return the lightest pairing of a block, empty if there is none."""
        first, last = (bisect_left(self.free, (place,)) for place in (start, end))
        inside = [
            (one - start, other - start, weight)
            for one, other, weight in self.free[first:last]
            if other < end
        ]
        found = least_weight(end - start, inside) or ()
        return [(start + one, start + other) for one, other in found]

    def _crossed(self, alone: Mapping[Two, Sequence[Two]]) -> set[int]:
        """Return the cuts that the lightest pairing may cross."""
        excess = [self._excess(block, pairs) for block, pairs in alone.items()]
        starts, crossed = [start for start, _ in alone], set[int]()
        for first, most in enumerate(excess):
            for last in range(first + 1, len(starts)):
                most += excess[last] - 2 * self._gap(starts[last]) ** 2
                if most >= 0:
                    crossed.update(starts[first + 1 : last + 1])
        return crossed

    def _excess(self, block: Two, pairs: Sequence[Two]) -> int:
        start, end = block
        cost = sum((self.points[one] - self.points[other]) ** 2 for one, other in pairs)
        return cost - sum(self._gap(at) ** 2 for at in range(start + 1, end, 2))

    def _gap(self, at: int) -> int:
        """Return the difference in points between an entry and the one before."""
        return self.points[at - 1] - self.points[at]
