"""Which scores count: all, the best few, or all but the worst few.

>>> counting([36, 50, 47, 43, 45], BestScores(4).how_many(events=5))
(False, True, True, True, True)
>>> counting([36, 50, 47], DropWorst(2).how_many(events=4))
(False, True, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from scoring.results import Number
from scoring.season.tables import at_least
from scoring.stored import stored


class Counting(Protocol):
    """How many scores of a season count."""

    def how_many(self, events: int) -> int:
        """At most so many count, after so many events of the season."""
        ...


@stored("every-score", Counting)
@dataclass(frozen=True)
class EveryScore:
    """Every score counts, as in the Spanish Liga anual."""

    def how_many(self, events: int) -> int:
        return events


ALL_SCORES = EveryScore()


@stored("best-scores", Counting)
@dataclass(frozen=True)
class BestScores:
    """The best scores count: four on the tour, three in its recreational division."""

    number: int

    def __post_init__(self) -> None:
        at_least(1, number=self.number)

    def how_many(self, events: int) -> int:
        return self.number


@stored("drop-worst", Counting)
@dataclass(frozen=True)
class DropWorst:
    """All but the worst scores count. An event missed is a worst score: nothing.

    One score counts from the first evening on, so that there is a table to look at.
    """

    number: int

    def __post_init__(self) -> None:
        at_least(1, number=self.number)

    def how_many(self, events: int) -> int:
        return max(1, events - self.number)


def counting(scores: Sequence[Number], many: int) -> tuple[bool, ...]:
    """For each score, whether it is among the best so many; of equal ones the earlier is."""
    best = sorted(range(len(scores)), key=lambda n: (-scores[n], n))[:many]
    return tuple(n in best for n in range(len(scores)))
