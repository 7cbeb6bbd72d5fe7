"""Credit for a night that a member did not play.

>>> Credit(share=Fraction(1, 3), most=2).worth([12, 9])
Fraction(7, 2)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.errors import RuleError
from scoring.results import Number
from scoring.season.tables import at_least
from scoring.serialization import stored_as


@dataclass(frozen=True)
class Credit:
    """Fixed points, or a share of the player's average night, at most ``most`` times a season.

    Without a limit, staying at home could pay more than losing.
    """

    points: Fraction = Fraction(0)
    share: Fraction = Fraction(0)
    most: int = 1

    def __post_init__(self) -> None:
        at_least(0, points=self.points)
        at_least(1, most=self.most)
        if not 0 <= self.share <= 1:
            raise RuleError(f"the share is a part of the whole, not {self.share}")

    def worth(self, played: Sequence[Number]) -> Number:
        """Return the points for a player with these scores on the nights they played."""
        average = Fraction(sum(played), len(played)) if played else Fraction(0)
        worth = self.points + self.share * average
        return worth.numerator if worth.denominator == 1 else worth


stored_as("credit", Credit)(Credit)
