"""The total of a player's scores.

>>> from scoring.season.scheme import NIGHTS
>>> TotalParts(scores=(10, 8, 6), always=(5,), nights=4).total(NIGHTS, many=2)
23
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.results import Number
from scoring.season.event import Score, ScoreFor
from scoring.season.scheme import Scheme, SeasonTotal


@dataclass(frozen=True, slots=True)
class TotalParts:
    """The parts of a total: scores of which the best count, those that always do, and extras.

    ``nights`` were played, and ``adjusted`` are points given by hand.
    """

    scores: tuple[Number, ...] = ()
    always: tuple[Number, ...] = ()
    nights: int = 0
    adjusted: Number = 0

    @classmethod
    def of(cls, scores: Sequence[Score], adjusted: Number) -> TotalParts:
        return cls(
            tuple(score.total for score in scores if not score.always_counts),
            tuple(score.total for score in scores if score.always_counts),
            sum(score.score_for is ScoreFor.PLAYED for score in scores),
            adjusted,
        )

    def total(self, scheme: Scheme, many: int) -> Number:
        """Return the total, when the best ``many`` scores count."""
        best = sorted(self.scores, reverse=True)[:many]
        counted = sum(best) + sum(self.always)
        if scheme.total is SeasonTotal.AVERAGE:
            counted = exact_average(counted, len(best) + len(self.always))
        return counted + self.adjusted + scheme.attendance * self.nights


def exact_average(total: Number, number: int) -> Number:
    """Return the exact average; 0 if there is nothing to average."""
    return Fraction(total, number) if number else 0
