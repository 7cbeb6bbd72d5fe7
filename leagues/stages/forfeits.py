"""Forfeits: the points and games they pay, both settings of the league, and no 20s.

>>> from scoring.sides import Seat
>>> pays = ForfeitTerms(points=8, games=2)
>>> pays.to(Seat.B)
Payment(points=(0, 8), games=(0, 2))
>>> pays.to(Seat.B, wins=[6, 7, 5]).points
(0, 6)
>>> pays.to(None).points
(0, 0)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scoring.sides import Seat

ByTwo: TypeAlias = tuple[int, int]


@dataclass(frozen=True)
class Payment:
    """What each of two sides gets without play."""

    points: ByTwo
    games: ByTwo


@dataclass(frozen=True)
class ForfeitTerms:
    """The points and games of the side that was ready. The other side gets nothing.

    ``is_capped`` pays no more points than a win brought on average: a walkover should be
    worth no more than playing.
    """

    points: int
    games: int = 0
    is_capped: bool = True

    def to(self, winner: Seat | None, *, wins: Sequence[int] = ()) -> Payment:
        """Return what this side, or neither, is paid.

        ``wins`` are the points of the winners of all matches played in this league.
        """
        return Payment(
            points=_given_to(winner, self.capped(wins)), games=_given_to(winner, self.games)
        )

    def capped(self, wins: Sequence[int]) -> int:
        """Return the points, limited to the average of ``wins``, rounded down."""
        if not (self.is_capped and wins):
            return self.points
        return min(self.points, sum(wins) // len(wins))


def _given_to(winner: Seat | None, paid: int) -> ByTwo:
    return (paid if winner is Seat.A else 0, paid if winner is Seat.B else 0)
