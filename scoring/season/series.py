"""The Spanish series: a winner's points that grow with the field, spread down to 1.

>>> [SERIES_15.points(place, Field(10)) for place in range(1, 11)]
[15, 12, 10, 8, 6, 5, 4, 3, 2, 1]
>>> SERIES_35.spread(30)[:8], SERIES_35.spread(30)[-1]
((35, 32, 30, 28, 26, 25, 24, 23), 1)

In a smaller field the winner gets less, and the last still gets 1:

>>> SERIES_15.spread(8)
(12, 9, 7, 6, 4, 3, 2, 1)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import floor
from operator import sub

from scoring.results import Number
from scoring.season.tables import Field, PlaceTable, at_least, check_falling, round_half_up
from scoring.serialization import stored_as


@stored_as("series", PlaceTable)
@dataclass(frozen=True)
class Series:
    """Pay the winner of a full field ``base``, and the winner of a smaller one in proportion.

    Each place pays less than the one before by ``drops``; the last of them repeats. The last place
    must pay 1: drops that are too steep are scaled down, and drops that are too flat are
    raised, the smallest first.
    """

    base: int
    full_field: int
    drops: tuple[int, ...]

    def __post_init__(self) -> None:
        at_least(1, base=self.base, full_field=self.full_field)
        check_falling(self.drops, "the list of drops")
        at_least(1, last_drop=self.drops[-1])

    def points(self, place: int, field: Field) -> Number:
        return self.spread(max(place, field.entries))[place - 1]

    def highest(self) -> Number:
        return self.base

    def spread(self, entries: int) -> tuple[int, ...]:
        """Return what every place of a field of this size pays, first place first."""
        full = min(Fraction(1), Fraction(entries, self.full_field))
        winner = max(1, round_half_up(self.base * full))
        last = self.drops[-1:] * (entries - 1)
        drops = [*self.drops, *last][: entries - 1]
        if sum(drops) > winner - 1:
            return _interpolate_points(winner, drops)
        return tuple(accumulate((winner, *_raise_drops(drops, winner - 1)), sub))


def _interpolate_points(winner: int, drops: Sequence[int]) -> tuple[int, ...]:
    """Return drops of this shape from the winner down to 1, in whole points.

    Remainders of rounding go to the places with the largest ones. The points are rounded, not the
    drops: this gives the 8, 6, 4, 3, 2, 2, 1, 1 that eight pairs are paid.
    """
    scale = Fraction(winner - 1, sum(drops))
    exact = list(accumulate((Fraction(winner), *(drop * scale for drop in drops)), sub))
    whole = [floor(points) for points in exact]
    by_remainder = sorted(range(len(exact)), key=lambda n: whole[n] - exact[n])
    for n in by_remainder[: round_half_up(sum(exact, Fraction())) - sum(whole)]:
        whole[n] += 1
    return tuple(whole)


def _raise_drops(drops: Sequence[int], total: int) -> list[int]:
    """Add 1 to the smallest drop, the best place first, until the sum is ``total``."""
    raised = list(drops)
    for _ in range(total - sum(drops) if drops else 0):
        raised[raised.index(min(raised))] += 1
    return raised


SINGLES, PAIRS = (3, 2, 2, 2, 1), (5, 4, 2, 1)

SERIES_35 = Series(35, full_field=30, drops=SINGLES)
SERIES_25 = Series(25, full_field=20, drops=SINGLES)
SERIES_15 = Series(15, full_field=10, drops=SINGLES)
SERIES_35_PAIRS = Series(35, full_field=35, drops=PAIRS)
SERIES_25_PAIRS = Series(25, full_field=25, drops=PAIRS)
SERIES_15_PAIRS = Series(15, full_field=15, drops=PAIRS)
