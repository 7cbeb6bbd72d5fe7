"""Field-weighted points: the stronger the field, the more every place pays.

>>> strong = Field(40, ratings=((4.62,),) * 40)  # 1.4 times the usual field
>>> FIELD_WEIGHTED.strength(strong)
1.4
>>> [str(float(FIELD_WEIGHTED.points(place, strong))) for place in (1, 2, 20, 40)]
['70.0', '62.8', '8.8', '1.0']
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import fmean

from scoring.errors import RuleError
from scoring.results import Number
from scoring.season.tables import Field, PlaceTable, at_least
from scoring.serialization import stored_as


@stored_as("field-weighted", PlaceTable)
@dataclass(frozen=True)
class FieldWeighted:
    """Pay the winner ``base`` times the field's strength, and others down along a curve to 1.

    The strength is the mean rating of the best entries divided by ``par``, the mean
    of the usual best: 1 is a usual field. It stays between ``weakest`` and
    ``strongest``. In a pair the better partner's rating weighs ``better`` of the whole.
    ``par`` belongs to the scale of the ratings; set it when yours are on another one.
    """

    base: int = 50
    par: Fraction = Fraction("3.3")
    weakest: Fraction = Fraction("0.35")
    strongest: Fraction = Fraction("1.4")
    best_singles: int = 20
    best_pairs: int = 10
    better: Fraction = Fraction("0.6")

    def __post_init__(self) -> None:
        at_least(1, base=self.base)
        at_least(1, best_singles=self.best_singles, best_pairs=self.best_pairs)
        if self.par <= 0:
            raise RuleError(f"par is more than 0, not {self.par}")
        if not 0 < self.weakest <= self.strongest:
            raise RuleError("the weakest field is above 0 and not above the strongest")
        if not 0 <= self.better <= 1:
            raise RuleError(f"better is a part of a whole, not {self.better}")

    def points(self, place: int, field: Field) -> Number:
        """Return the points, rounded to a tenth and then exact, so that seasons add up."""
        best = self.base * self.strength(field)
        behind = 0.0 if field.entries < 2 else (place - 1) / (field.entries - 1)
        return _round_to_tenth(best ** (1 - min(behind, 1.0)))

    def highest(self) -> Number:
        return _round_to_tenth(self.base * float(self.strongest))

    def strength(self, field: Field) -> float:
        """Return how strong the field was, as a multiple of the usual one."""
        rated = [self._entry(ratings) for ratings in field.ratings if ratings]
        if not rated:
            raise RuleError("field-weighted points need the ratings of those who played")
        pairs = any(len(ratings) > 1 for ratings in field.ratings)
        best = self.best_pairs if pairs else self.best_singles
        mean = fmean(sorted(rated, reverse=True)[:best])
        return min(max(mean / float(self.par), float(self.weakest)), float(self.strongest))

    def _entry(self, ratings: Sequence[float]) -> float:
        better = float(self.better)
        return better * max(ratings) + (1 - better) * min(ratings)


def _round_to_tenth(points: float) -> Fraction:
    return Fraction(str(round(max(1.0, points), 1)))


# The National Crokinole Association from 2022 on. Its ratings are through-time means.
FIELD_WEIGHTED = FieldWeighted()
