"""Strength of the opponents: Buchholz and Sonneborn-Berger."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from scoring.results import Number
from scoring.tiebreaks.measures import TIED, WON
from scoring.tiebreaks.record import Record


def buchholz_sum(lowest: int = 0, highest: int = 0) -> Callable[[Record[Any], Any], Number]:
    """Return a sum of the opponents' totals, without the ``lowest`` and the ``highest`` ones."""

    def value(record: Record[Any], entry: Any) -> Number:
        met = record.opposition(entry)
        kept = sorted(met)[lowest : len(met) - highest] if lowest or highest else met
        return record.prorated(entry, _exact_sum(kept), len(kept), fewer=lowest + highest)

    return value


def sonneborn_berger(record: Record[Any], entry: Any) -> Number:
    """Return the totals of the opponents beaten, and half the totals of those tied with."""
    results = record.counting(entry)
    met = list(zip(results, record.opposition(entry), strict=True))
    beaten = _exact_sum([worth for result, worth in met if result.went is WON])
    tied = _exact_sum([worth for result, worth in met if result.went is TIED])
    total = beaten + Fraction(tied, 2) if tied else beaten
    return record.prorated(entry, total, len(results))


def _exact_sum(values: Sequence[Number]) -> Number:
    """Add exactly over one common denominator: much quicker than adding fractions."""
    scale = lcm(*(value.denominator for value in values))
    scaled = sum(value.numerator * (scale // value.denominator) for value in values)
    return scaled if scale == 1 else Fraction(scaled, scale)
