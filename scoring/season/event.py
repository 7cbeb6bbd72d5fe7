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

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Generic

from scoring.results import Number
from scoring.season.finish import Finish, Meeting, P
from scoring.season.payment import Paying
from scoring.season.scheme import GuestPlaces, Scheme
from scoring.season.tables import PlaceTable


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
        """Whether somebody played in it, and did not leave before the first game."""
        return any(player in f.players for f in self.finishes if f.games != 0)


class ScoreFor(Enum):
    """What a player has a score for."""

    PLAYED = "played"
    EXCUSED = "excused"
    HOSTED = "hosted"


@dataclass(frozen=True, slots=True)
class Score:
    """What one event or night brought one player, and whether it counts.

    ``night`` is its number in the season. What always counts takes no other score's place.
    ``rounds`` are those whose 20s are known one by one.
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


def paid(
    event: SeasonEvent[P], scheme: Scheme, night: int = 0, always_counts: bool = False
) -> dict[P, Score]:
    """What the event pays every member who played in it."""
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
    """The final order as the season sees it: with its guests, or closed up without them."""
    played = [finish for finish in event.finishes if finish.games != 0]
    if scheme.guest_places is GuestPlaces.HOLD:
        return played
    aside = [
        finish.place for finish in played if event.only_guests(finish) and finish.place is not None
    ]
    return [
        finish
        if finish.place is None
        else replace(finish, place=finish.place - _before(finish.place, aside))
        for finish in played
        if not event.only_guests(finish)
    ]


def _before(place: int, places: list[int]) -> int:
    return sum(other < place for other in places)
