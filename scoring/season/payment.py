"""What an event pays one finish: by its place, its place in a group, or what it earned.

>>> order = [Finish((name,), n) for n, name in enumerate(("Ann", "Ben", "Cy"), 1)]
>>> beaten = Scheme(paid_by=PaidBy.BEATEN)
>>> [Paying(order, beaten).tour_points(finish) for finish in order]
[3, 2, 1]
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic

from scoring.results import Number
from scoring.season.finish import Finish, P
from scoring.season.scheme import PaidBy, Scheme, SharedPlace
from scoring.season.tables import Field, PlaceTable


@dataclass(frozen=True)
class Paying(Generic[P]):
    """An event's final order, and how it is paid: ``own`` is a table of the event's own."""

    finishes: Sequence[Finish[P]]
    scheme: Scheme
    own: PlaceTable | None = None
    ratings: Mapping[P, float] = field(default_factory=dict)

    @property
    def paid_by(self) -> PaidBy:
        return PaidBy.PLACE if self.own else self.scheme.paid_by

    def tour_points(self, finish: Finish[P]) -> Number:
        """What the event pays this line, without any bonus."""
        if self.paid_by is PaidBy.POINTS:
            return finish.points or 0
        if finish.place is None:
            return 0
        if self.paid_by is PaidBy.BEATEN:
            level = sum(other.place == finish.place for other in self.finishes)
            return len(self.finishes) - _ahead(finish.place, self.finishes) - level + 1
        if self.paid_by is PaidBy.PLACE:
            return self._by_place(finish.place, finish.place, self.finishes)
        group = [other for other in self.finishes if other.pool == finish.pool]
        return self._by_place(_ahead(finish.place, group) + 1, finish.place, group)

    def bonus(self, finish: Finish[P]) -> int:
        """For the best of every pool but the one the event's winner came from."""
        bonuses = self.scheme.lower_pools
        if self.paid_by is not PaidBy.PLACE or not finish.pool or finish.place is None:
            return 0
        pools = [(f.place, f.pool) for f in self.finishes if f.place and f.pool]
        if finish.pool == min(pools)[1]:
            return 0
        ahead = sum(p < finish.place for p, where in pools if where == finish.pool)
        return bonuses[ahead] if ahead < len(bonuses) else 0

    def _by_place(self, first: int, place: int, among: Sequence[Finish[P]]) -> Number:
        """What this place pays, of the places that all who share it cover from ``first`` on."""
        table = self.own or self.scheme.table
        played_in = Field(len(among), self._ratings(among))
        if self.scheme.shared_place is SharedPlace.EACH:
            return table.points(first, played_in)
        level = sum(other.place == place for other in among)
        covered = [table.points(first + n, played_in) for n in range(level)]
        average = covered[0] if level == 1 else Fraction(sum(covered), level)
        if self.scheme.shared_place is SharedPlace.AVERAGE_DOWN and level > 1:
            return average.numerator // average.denominator
        return average

    def _ratings(self, among: Sequence[Finish[P]]) -> tuple[tuple[float, ...], ...]:
        """The ratings behind each entry; whoever has none yet does not weigh in."""
        return tuple(
            tuple(self.ratings[p] for p in finish.players if p in self.ratings) for finish in among
        )


def _ahead(place: int, finishes: Sequence[Finish[P]]) -> int:
    return sum(f.place is not None and f.place < place for f in finishes)
