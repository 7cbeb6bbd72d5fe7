"""Which scores count: all, the best few, a share of them, or all but the worst few.

>>> which_count([36, 50, 47, 43, 45], BestScores(4).how_many(events=5))
(False, True, True, True, True)
>>> which_count([36, 50, 47], DropWorst(2).how_many(events=4))
(False, True, True)

``events`` is the number of events of the whole season, coming ones included: a player who played
two of the first three doesn't lose one of them. Cancelled events are not counted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Protocol

from scoring.errors import RuleError
from scoring.results import Number
from scoring.season.tables import at_least, check_falling
from scoring.serialization import stored_as


class Counting(Protocol):
    """A rule for how many scores of a season count."""

    def how_many(self, events: int, cancelled: int = 0) -> int:
        """Return how many scores count at most; ``events`` of the season doesn't include
        cancelled ones.
        """
        ...


@stored_as("every-score", Counting)
@dataclass(frozen=True)
class EveryScore:
    """Every score counts, as in the Spanish Liga anual."""

    def how_many(self, events: int, cancelled: int = 0) -> int:
        return events


ALL_SCORES = EveryScore()


@stored_as("best-scores", Counting)
@dataclass(frozen=True)
class BestScores:
    """The best scores count: four on the tour, three in its recreational division.

    ``after_cancelled`` is how many count if one event is cancelled, two, and so on; the last
    number holds for more cancelled events.

    >>> eight = BestScores(8, after_cancelled=(8, 7))
    >>> [eight.how_many(12 - cancelled, cancelled) for cancelled in range(4)]
    [8, 8, 7, 7]
    """

    number: int
    after_cancelled: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        at_least(1, number=self.number)
        if self.after_cancelled:
            check_falling((self.number, *self.after_cancelled), "the number that counts")
            at_least(1, last_number=self.after_cancelled[-1])

    def how_many(self, events: int, cancelled: int = 0) -> int:
        announced = (self.number, *self.after_cancelled)
        return announced[min(cancelled, len(self.after_cancelled))]


@stored_as("best-share", Counting)
@dataclass(frozen=True)
class BestShare:
    """As many of the best scores count as ``share`` of the season's events, rounded up.

    >>> [BestShare().how_many(events) for events in (12, 11, 10, 1)]
    [8, 8, 7, 1]
    """

    share: Fraction = Fraction(2, 3)

    def __post_init__(self) -> None:
        if not 0 < self.share <= 1:
            raise RuleError(f"the share is a part of the whole, not {self.share}")

    def how_many(self, events: int, cancelled: int = 0) -> int:
        return max(1, ceil(self.share * events))


@stored_as("drop-worst", Counting)
@dataclass(frozen=True)
class DropWorst:
    """All but the worst scores count; a missed event is a worst score.

    One score counts from the first evening on, so that there is a table to look at.
    """

    number: int

    def __post_init__(self) -> None:
        at_least(1, number=self.number)

    def how_many(self, events: int, cancelled: int = 0) -> int:
        return max(1, events - self.number)


def which_count(scores: Sequence[Number], many: int) -> tuple[bool, ...]:
    """For each score, whether it is among the best ``many``; of equal scores the earlier counts."""
    best = sorted(range(len(scores)), key=lambda n: (-scores[n], n))[:many]
    return tuple(n in best for n in range(len(scores)))
