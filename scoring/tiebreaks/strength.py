"""How good the opponents were: Buchholz and Sonneborn-Berger."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from scoring.results import Number, Result
from scoring.tiebreaks.measures import PLAYED, TIED, WON
from scoring.tiebreaks.record import Record


def buchholz(lowest: int = 0, highest: int = 0) -> Callable[[Record[Any], Any], Number]:
    """The sum of the opponents' totals, without the lowest and the highest few."""

    def value(record: Record[Any], entry: Any) -> Number:
        met = sorted(_opposition(record, entry, r) for r in record.counting(entry))
        kept = met[lowest : len(met) - highest]
        return record.prorated(sum(kept), len(kept), fewer=lowest + highest)

    return value


def sonneborn_berger(record: Record[Any], entry: Any) -> Number:
    """The totals of the opponents beaten, and half the totals of those tied with."""
    beaten: Number = 0
    tied: Number = 0
    results = record.counting(entry)
    for result in results:
        if result.ending is WON:
            beaten += _opposition(record, entry, result)
        elif result.ending is TIED:
            tied += _opposition(record, entry, result)
    return record.prorated(beaten + Fraction(tied, 2) if tied else beaten, len(results))


def _opposition(record: Record[Any], entry: Any, result: Result[Any]) -> Number:
    """What the opponents of one match made in the stage: the mean, if there were several.

    A bye, walkover or forfeit counts as meeting somebody exactly as good as oneself,
    so that luck in the pairing neither helps nor hurts.
    """
    met = result.opponents if result.fact is PLAYED else (entry,)
    if len(met) == 1:
        return record.strength(met[0])
    return Fraction(sum(map(record.strength, met)), len(met))
