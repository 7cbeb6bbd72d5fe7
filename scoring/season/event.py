"""One event of a season, and the points it pays each player.

>>> from scoring.season.scheme import TOUR
>>> event = SeasonEvent("Turtle Island", (
...     Finish(("Ann",), 1, pool="A"),
...     Finish(("Ben",), 2, pool="A"),
...     Finish(("Cy",), 3, pool="B"),
...     Finish(("Di",), 4, pool="B"),
... ))
>>> [(name, score.tour_points, score.bonus) for name, score in scores_for(event, TOUR).items()]
[('Ann', 50, 0), ('Ben', 47, 0), ('Cy', 45, 2), ('Di', 43, 1)]
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from typing import Generic

from scoring.results import Number
from scoring.season.finish import Finish, Meeting, P
from scoring.season.scheme import GuestPlaces, PaidBy, Scheme, SharedPlace
from scoring.season.tables import Field, PlaceTable


@dataclass(frozen=True)
class SeasonEvent(Generic[P]):
    """An event that counts for the season, finished.

    * ``table`` is a table of this event's own: a major's, or a series.
    * ``guests`` play and are never paid.
    * ``ratings`` are the players' at the start, for field-weighted points.
    * In an event of one ``division`` members of another are guests.
    * ``meetings`` are its matches, for a tie that head-to-head decides.
    * ``handicaps`` are what each player took into it, for every game.
    """

    name: str
    finishes: tuple[Finish[P], ...]
    table: PlaceTable | None = None
    guests: frozenset[P] = frozenset()
    ratings: Mapping[P, float] = field(default_factory=dict)
    division: str | None = None
    meetings: tuple[Meeting[P], ...] = ()
    handicaps: Mapping[P, Number] = field(default_factory=dict)

    def __post_init__(self) -> None:
        seen: set[P] = set()
        for finish in self.finishes:
            if twice := seen & set(finish.players):
                raise ValueError(f"{twice.pop()} finished {self.name} twice")
            seen |= set(finish.players)

    def only_guests(self, finish: Finish[P]) -> bool:
        return self.guests.issuperset(finish.players)

    def has(self, player: P) -> bool:
        """True if the player took part, and did not leave before the first game."""
        return any(player in f.players for f in self.finishes if f.games != 0)


class ScoreFor(Enum):
    """What a score was given for."""

    PLAYED = "played"
    EXCUSED = "excused"
    HOSTED = "hosted"


@dataclass(frozen=True, slots=True)
class Score:
    """The points of one player for one event or night, and whether they count.

    ``night`` is its number in the season. A score that always counts is in addition to the best
    ones. ``rounds`` are those whose 20s were recorded one by one.
    """

    event: str
    place: int | None
    tour_points: Number = 0
    bonus: int = 0
    counts: bool = True
    night: int = 0
    score_for: ScoreFor = ScoreFor.PLAYED
    always_counts: bool = False
    twenties: int | None = None
    rounds: int | None = None

    @property
    def total(self) -> Number:
        return self.tour_points + self.bonus


def scores_for(
    event: SeasonEvent[P], scheme: Scheme, night: int = 0, always_counts: bool = False
) -> dict[P, Score]:
    """Return what the event pays every member who played in it."""
    finishes = _in_their_places(event, scheme)
    paying = Paying(finishes, scheme, event.table, event.ratings)
    return {
        player: Score(
            event.name,
            finish.place,
            paying.tour_points(finish),
            paying.bonus(finish),
            night=night,
            always_counts=always_counts,
            twenties=finish.twenties,
            rounds=finish.rounds,
        )
        for finish in finishes
        for player in finish.players
        if player not in event.guests
    }


def _in_their_places(event: SeasonEvent[P], scheme: Scheme) -> list[Finish[P]]:
    """Return the final order for the season: guests hold their places, or are left out."""
    played = [finish for finish in event.finishes if finish.games != 0]
    if scheme.guest_places is GuestPlaces.HOLD:
        return played
    aside = [
        finish.place for finish in played if event.only_guests(finish) and finish.place is not None
    ]
    return [
        finish
        if finish.place is None
        else replace(finish, place=finish.place - _count_before(finish.place, aside))
        for finish in played
        if not event.only_guests(finish)
    ]


def _count_before(place: int, places: list[int]) -> int:
    return sum(other < place for other in places)


@dataclass(frozen=True)
class Paying(Generic[P]):
    """An event's final order, and how it is paid: by place, in a group, or by points made.

    ``own`` is a table for this event only.

    >>> order = [Finish((name,), n) for n, name in enumerate(("Ann", "Ben", "Cy"), 1)]
    >>> beaten = Scheme(paid_by=PaidBy.BEATEN)
    >>> [Paying(order, beaten).tour_points(finish) for finish in order]
    [3, 2, 1]
    """

    finishes: Sequence[Finish[P]]
    scheme: Scheme
    own: PlaceTable | None = None
    ratings: Mapping[P, float] = field(default_factory=dict)

    @property
    def paid_by(self) -> PaidBy:
        return PaidBy.PLACE if self.own else self.scheme.paid_by

    def tour_points(self, finish: Finish[P]) -> Number:
        """Return what the event pays this line, without any bonus."""
        if self.paid_by is PaidBy.POINTS:
            return finish.points or 0
        if finish.place is None:
            return 0
        if self.paid_by is PaidBy.BEATEN:
            level = sum(other.place == finish.place for other in self.finishes)
            return len(self.finishes) - _count_ahead(finish.place, self.finishes) - level + 1
        if self.paid_by is PaidBy.PLACE:
            return self._by_place(finish.place, finish.place, self.finishes)
        group = [other for other in self.finishes if other.pool == finish.pool]
        return self._by_place(_count_ahead(finish.place, group) + 1, finish.place, group)

    def bonus(self, finish: Finish[P]) -> int:
        """Return the bonus for the best of every pool, except the pool of the event's winner."""
        bonuses = self.scheme.lower_pools
        if self.paid_by is not PaidBy.PLACE or not finish.pool or finish.place is None:
            return 0
        pools = [(f.place, f.pool) for f in self.finishes if f.place and f.pool]
        if finish.pool == min(pools)[1]:
            return 0
        ahead = sum(p < finish.place for p, where in pools if where == finish.pool)
        return bonuses[ahead] if ahead < len(bonuses) else 0

    def _by_place(self, first: int, place: int, among: Sequence[Finish[P]]) -> Number:
        """Return what this place pays; players who share it share the places from ``first`` on."""
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
        """The ratings of the players of each entry; players without a rating are left out."""
        return tuple(
            tuple(self.ratings[p] for p in finish.players if p in self.ratings) for finish in among
        )


def _count_ahead(place: int, finishes: Sequence[Finish[P]]) -> int:
    return sum(f.place is not None and f.place < place for f in finishes)
