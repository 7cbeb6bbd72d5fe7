"""Ways to pay a round: from the totals on the board to the points of each side.

>>> MatchPoints().points(BySeat(95, 75)), Difference().points(BySeat(95, 75))
(BySeat(2, 0), BySeat(20, 0))
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import ClassVar, Protocol

from scoring.errors import RuleError
from scoring.outcome import Points
from scoring.serialization import stored_as
from scoring.sides import BySeat
from scoring.text import Joined, Listing, Text


class Pays(Protocol):
    """A way to turn the totals of a round into points."""

    def __hash__(self) -> int: ...

    @property
    def sides(self) -> range:
        """The numbers of sides that can play with this way of paying."""
        ...

    @property
    def sentences(self) -> tuple[Text, ...]: ...

    def points(self, scores: BySeat[int]) -> Points:
        """Return the points a round pays for these totals."""
        ...

    def possible(self, sides: int, discs: int) -> frozenset[Points]:
        """Return all points a round can pay when each side shoots ``discs`` discs."""
        ...

    def allowed(self, sides: int, discs: int) -> Text:
        """Describe what a round can pay, for a scorer who entered something else."""
        ...


@stored_as("match-points", Pays)
@dataclass(frozen=True)
class MatchPoints:
    """Two points to the winner of a round, one each when it is tied: always two a round."""

    sides: ClassVar[range] = range(2, 3)
    sentences: ClassVar[tuple[Text, ...]] = (
        Text("The higher total wins the round and 2 points; a tied round is 1 point each."),
    )

    def points(self, scores: BySeat[int]) -> Points:
        return scores.map(lambda score: 1 + (score == max(scores)) - (score == min(scores)))

    def possible(self, sides: int, discs: int) -> frozenset[Points]:
        return _in_every_order(self, sides)

    def allowed(self, sides: int, discs: int) -> Text:
        return _spelt_out(self, sides)


@stored_as("difference", Pays)
@dataclass(frozen=True)
class Difference:
    """The winner of a round is paid the difference of the totals, so at most one side scores."""

    sides: ClassVar[range] = range(2, 3)
    sentences: ClassVar[tuple[Text, ...]] = (
        Text("The higher total wins the difference of the two totals; a tied round pays nothing."),
    )

    def points(self, scores: BySeat[int]) -> Points:
        return scores.map(lambda score: score - min(scores))

    def possible(self, sides: int, discs: int) -> frozenset[Points]:
        return _possible_margins(20 * discs)

    def allowed(self, sides: int, discs: int) -> Text:
        return Text("only one side scores, in fives and at most {most}", most=20 * discs)


@stored_as("three-sides", Pays)
@dataclass(frozen=True)
class ThreeSides:
    """Two points for the highest of three sides, one for the second, none for the third.

    The rule sheets give 1-1-0 for a tie of two for first and 2-0-0 for a tie of two for second.
    They don't cover a tie of all three; we give 1-1-1, and the rules card mentions it.
    """

    two_level_for_first: int = 1
    two_level_for_second: int = 0
    three_level: int = 1

    sides: ClassVar[range] = range(3, 4)

    def __post_init__(self) -> None:
        if self.two_level_for_first < 1 or not 0 <= self.two_level_for_second <= 1:
            raise RuleError(Text("a better place in a round has to pay more"))
        if self.three_level < 0:
            raise RuleError(Text("a round can't pay less than 0"))

    @property
    def sentences(self) -> tuple[Text, ...]:
        return (
            Text("The highest total of a round gets 2 points, the second 1, the third 0."),
            Text(
                "Two sides tied for first get {first} each, the third 0. Two tied for second get {second} each.",
                first=self.two_level_for_first,
                second=self.two_level_for_second,
            ),
            Text("Three tied sides get {each} each.", each=self.three_level),
        )

    def points(self, scores: BySeat[int]) -> Points:
        best, second, last = sorted(scores, reverse=True)
        if best == last:
            return BySeat.repeat(self.three_level, 3)
        if best == second:
            return scores.map(lambda score: (score == best) * self.two_level_for_first)
        if second == last:
            return scores.map(lambda score: 2 if score == best else self.two_level_for_second)
        return scores.map(lambda score: (last, second, best).index(score))

    def possible(self, sides: int, discs: int) -> frozenset[Points]:
        return _in_every_order(self, sides)

    def allowed(self, sides: int, discs: int) -> Text:
        return _spelt_out(self, sides)


@stored_as("places", Pays)
@dataclass(frozen=True)
class PlacePoints:
    """Points for every place in a round; tied sides share the points of their places."""

    by_place: tuple[int, ...] = (8, 6, 4, 2)

    def __post_init__(self) -> None:
        if list(self.by_place) != sorted({*self.by_place}, reverse=True):
            raise RuleError(Text("a better place in a round has to pay more"))
        if not 2 <= len(self.by_place) <= 4 or min(self.by_place) < 0:
            raise RuleError(Text("a round has two to four places, and none can pay less than 0"))
        for start, end in combinations(range(len(self.by_place) + 1), 2):
            if sum(self.by_place[start:end]) % (end - start):
                raise RuleError(
                    Text(
                        "{sides} tied sides couldn't share {points} evenly",
                        sides=end - start,
                        points=Listing(self.by_place[start:end], Joined.COMMA),
                    )
                )

    @property
    def sides(self) -> range:
        return range(2, len(self.by_place) + 1)

    def evened(self, sides: int, most: int) -> PlacePoints:
        """The places of ``sides`` sides, worth as much on average as those of ``most`` sides.

        >>> PlacePoints().evened(3, most=4).by_place
        (7, 5, 3)
        """
        here = self.by_place[:sides]
        less = sum(here) // sides - sum(self.by_place[:most]) // most
        return PlacePoints(tuple(points - less for points in here))

    @property
    def sentences(self) -> tuple[Text, ...]:
        return (
            Text(
                "The places in a round are worth {points} points, highest total first.",
                points=Listing(self.by_place, Joined.COMMA),
            ),
            Text("Tied sides add up the points of the places they fill and share them evenly."),
        )

    def points(self, scores: BySeat[int]) -> Points:
        order = sorted(scores, reverse=True)

        def share(score: int) -> int:
            first, level = order.index(score), order.count(score)
            return sum(self.by_place[first : first + level]) // level

        return scores.map(share)

    def possible(self, sides: int, discs: int) -> frozenset[Points]:
        return _in_every_order(self, sides)

    def allowed(self, sides: int, discs: int) -> Text:
        return _spelt_out(self, sides)


@cache
def _possible_margins(most: int) -> frozenset[Points]:
    """Every difference two totals can have, to either side."""
    return frozenset(
        points for won in range(0, most + 1, 5) for points in (BySeat(won, 0), BySeat(0, won))
    )


@cache
def _in_every_order(pays: Pays, sides: int) -> frozenset[Points]:
    """Return what a round pays, for every order in which the sides can finish, ties included."""
    return frozenset(pays.points(BySeat(*scores)) for scores in product(range(sides), repeat=sides))


def _spelt_out(pays: Pays, sides: int) -> Text:
    """Describe the possible points of a round, best side first: "enter 2-0 or 1-1"."""
    results = {tuple(sorted(points, reverse=True)) for points in _in_every_order(pays, sides)}
    *some, last = ("-".join(map(str, points)) for points in sorted(results, reverse=True))
    return Text("enter {some} or {last}", some=Listing(tuple(some), Joined.COMMA), last=last)
