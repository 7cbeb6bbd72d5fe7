"""What one event of a season pays, and to whom.

>>> from scoring.season.scheme import TOUR
>>> event = SeasonEvent("Turtle Island", (
...     Finish(("Ann",), 1, pool="A"),
...     Finish(("Ben",), 2, pool="A"),
...     Finish(("Cy",), 3, pool="B"),
...     Finish(("Di",), 4, pool="B"),
... ))
>>> [(name, score.tour_points, score.bonus) for name, score in paid(event, TOUR).items()]
[('Ann', 50, 0), ('Ben', 47, 0), ('Cy', 45, 2), ('Di', 43, 1)]
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Generic, TypeVar

from scoring.results import Number
from scoring.season.scheme import GuestPlaces, Scheme, SharedPlace
from scoring.season.tables import Field, PlaceTable

P = TypeVar("P", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Finish(Generic[P]):
    """One line of an event's final order: who, where, and in which afternoon pool.

    Who took part but was given no place is there for the attendance only.
    """

    players: tuple[P, ...]
    place: int | None = None
    pool: str | None = None

    def __post_init__(self) -> None:
        if self.place is not None and self.place < 1:
            raise ValueError(f"places begin at 1, not {self.place}")


@dataclass(frozen=True)
class SeasonEvent(Generic[P]):
    """An event that counts for the season, finished.

    ``table`` is a table of this event's own: a major's, or a series. ``ratings`` are
    the players' at the start, for field-weighted points.
    """

    name: str
    finishes: tuple[Finish[P], ...]
    table: PlaceTable | None = None
    guests: frozenset[P] = frozenset()
    ratings: Mapping[P, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        seen: set[P] = set()
        for finish in self.finishes:
            if twice := seen & set(finish.players):
                raise ValueError(f"{twice.pop()} finished {self.name} twice")
            seen |= set(finish.players)

    def only_guests(self, finish: Finish[P]) -> bool:
        return self.guests.issuperset(finish.players)


@dataclass(frozen=True, slots=True)
class Score:
    """What one event paid one player, and whether it counts."""

    event: str
    place: int | None
    tour_points: Number = 0
    bonus: int = 0
    counts: bool = True

    @property
    def total(self) -> Number:
        return self.tour_points + self.bonus


def paid(event: SeasonEvent[P], scheme: Scheme) -> dict[P, Score]:
    """What the event pays every member who played in it."""
    finishes = _in_their_places(event, scheme)
    table = event.table or scheme.table
    played_in = Field(len(finishes), _ratings(event, finishes))
    return {
        player: _score(event.name, finish, finishes, table, played_in, scheme)
        for finish in finishes
        for player in finish.players
        if player not in event.guests
    }


def _in_their_places(event: SeasonEvent[P], scheme: Scheme) -> list[Finish[P]]:
    """The final order as the season sees it: with its guests, or closed up without them."""
    if scheme.guest_places is GuestPlaces.HOLD:
        return list(event.finishes)
    aside = [
        finish.place
        for finish in event.finishes
        if event.only_guests(finish) and finish.place is not None
    ]
    return [
        finish
        if finish.place is None
        else replace(finish, place=finish.place - _before(finish.place, aside))
        for finish in event.finishes
        if not event.only_guests(finish)
    ]


def _before(place: int, places: list[int]) -> int:
    return sum(other < place for other in places)


def _ratings(
    event: SeasonEvent[P], finishes: list[Finish[P]]
) -> tuple[tuple[float, ...], ...]:
    """The ratings behind each entry; whoever has none yet does not weigh in."""
    return tuple(
        tuple(
            event.ratings[player]
            for player in finish.players
            if player in event.ratings
        )
        for finish in finishes
    )


def _score(
    name: str,
    finish: Finish[P],
    finishes: list[Finish[P]],
    table: PlaceTable,
    played_in: Field,
    scheme: Scheme,
) -> Score:
    place = finish.place
    if place is None:
        return Score(name, None)
    level = sum(other.place == place for other in finishes)
    covered = range(place, place + level)
    if scheme.shared_place is SharedPlace.EACH:
        covered = covered[:1]
    points = [table.points(each, played_in) for each in covered]
    average = points[0] if len(points) == 1 else Fraction(sum(points), len(points))
    return Score(name, place, average, _bonus(place, finish.pool, finishes, scheme))


def _bonus(
    place: int, pool: str | None, finishes: list[Finish[P]], scheme: Scheme
) -> int:
    """For the best of every pool but the one the event's winner came from."""
    pools = [(f.place, f.pool) for f in finishes if f.place is not None and f.pool]
    if not pool or pool == min(pools)[1]:
        return 0
    ahead = sum(other < place for other, where in pools if where == pool)
    return scheme.lower_pools[ahead] if ahead < len(scheme.lower_pools) else 0
