"""Place tables: what a place in an event pays in tour points.

>>> [NCA_TOUR.points(place, Field(40)) for place in (1, 2, 3, 4, 5, 6, 25, 26, 40)]
[50, 47, 45, 43, 41, 40, 21, 20, 20]
>>> [HUNGARIAN.points(place, Field(13)) for place in range(1, 14)]
[400, 367, 333, 300, 267, 233, 200, 167, 133, 100, 67, 33, 1]

All tables have the same interface, so a season doesn't need to know which one it has.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import floor
from typing import Protocol

from scoring.errors import RuleError
from scoring.results import Number
from scoring.serialization import stored_as


@dataclass(frozen=True, slots=True)
class Field:
    """The field of an event: how many entries, and how strong they were.

    ``ratings`` has the ratings of the players of each entry that has any; only field-weighted
    points ask for them.
    """

    entries: int
    ratings: tuple[tuple[float, ...], ...] = ()


class PlaceTable(Protocol):
    """A table of what each place in an event pays, depending on the field."""

    def points(self, place: int, field: Field) -> Number:
        """Return the tour points of this place; first place is 1."""
        ...

    def highest(self) -> Number | None:
        """The most it pays any player; None if that grows with the size of the field."""
        ...


def round_half_up(number: Fraction) -> int:
    """Round to the nearest whole number, a half upwards.

    >>> round_half_up(Fraction(5, 2)), round(Fraction(5, 2))
    (3, 2)
    """
    return floor(number + Fraction(1, 2))


def check_falling(points: tuple[int, ...], what: str) -> None:
    """Raise ``RuleError`` if the list is empty or goes up."""
    if not points:
        raise RuleError(f"{what} is empty")
    for better, worse in pairwise(points):
        if worse > better:
            raise RuleError(f"{what} goes up from {better} to {worse}; it may only go down")


def at_least(least: int, **settings: Number | None) -> None:
    """Raise ``RuleError`` for a setting below ``least``, by its name on the form."""
    for name, value in settings.items():
        if value is not None and value < least:
            raise RuleError(f"{name.replace('_', ' ')} is at least {least}, not {value}")


@stored_as("listed", PlaceTable)
@dataclass(frozen=True)
class Listed:
    """Pay the first places by a list, and every later place the floor.

    With ``step`` the places after the list go down by that much each, until they reach the floor.
    """

    places: tuple[int, ...]
    floor: int = 0
    step: int | None = None

    def __post_init__(self) -> None:
        at_least(0, floor=self.floor)
        at_least(1, step=self.step)
        check_falling(self.places, "the list of places")
        check_falling((self.places[-1], self.floor), "the step to the floor")

    def points(self, place: int, field: Field) -> Number:
        if place <= len(self.places):
            return self.places[place - 1]
        if self.step is None:
            return self.floor
        return max(self.floor, self.places[-1] - self.step * (place - len(self.places)))

    def highest(self) -> Number:
        return self.places[0]


@stored_as("linear", PlaceTable)
@dataclass(frozen=True)
class Linear:
    """Pay from ``base`` for the winner in equal steps down to the floor for the last.

    Rounded half up. An entry without opponents is the winner.
    """

    base: int
    floor: int = 1

    def __post_init__(self) -> None:
        at_least(1, base=self.base)
        at_least(0, floor=self.floor)

    def points(self, place: int, field: Field) -> Number:
        if field.entries < 2:
            return max(self.floor, self.base)
        behind = max(0, field.entries - place)
        return max(self.floor, round_half_up(Fraction(self.base * behind, field.entries - 1)))

    def highest(self) -> Number:
        return max(self.floor, self.base)


@stored_as("by-field", PlaceTable)
@dataclass(frozen=True)
class ByField:
    """Pay the last place ``last``, and one point more for every place before it: N … 1.

    ``most`` limits what is paid, whatever the size of the field.

    >>> seven = Field(7)
    >>> [ByField().points(place, seven) for place in range(1, 8)]
    [7, 6, 5, 4, 3, 2, 1]
    >>> [ByField(most=5).points(place, seven) for place in range(1, 8)]
    [5, 5, 5, 4, 3, 2, 1]
    """

    last: int = 1
    most: int | None = None

    def __post_init__(self) -> None:
        at_least(0, last=self.last)
        at_least(self.last, most=self.most)

    def points(self, place: int, field: Field) -> Number:
        paid = self.last + max(0, field.entries - place)
        return paid if self.most is None else min(paid, self.most)

    def highest(self) -> Number | None:
        return self.most


# The tour of the National Crokinole Association, 2009/10 to 2019/20.
NCA_TOUR = Listed((50, 47, 45, 43, 41), floor=20, step=1)

# The World Championship and the season's finale, 2009 to 2015. Three places share a
# value from 20 on, two from 35 on.
WCC_55 = Listed(
    (
        *(55, 52, 50, 48),
        *range(47, 34, -1),  # places 5 to 17
        *(34, 34),
        *(points for points in range(33, 28, -1) for _ in range(3)),  # 20 to 34
        *(points for points in range(28, 20, -1) for _ in range(2)),  # 35 to 50
    ),
    floor=20,
)

BY_FIELD = ByField()

# The Hungarian tour 2012 to 2019: 400 for the national championship, 150 for the
# women's, 100 for a leisure event, 164 to 335 for a club's cup.
HUNGARIAN = Linear(400)
