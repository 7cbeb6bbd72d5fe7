"""A scheme: how the events and nights of a season turn into tour points and a table.

>>> from dataclasses import replace
>>> club = replace(TOUR, counting=BestScores(3), attendance=5)
>>> Scheme.from_dict(club.to_dict()) == club
True
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Any

from scoring.season.counting import ALL_SCORES, BestScores, BestShare, Counting
from scoring.season.credit import Credit
from scoring.season.field_weighted import FIELD_WEIGHTED
from scoring.season.series import SERIES_25
from scoring.season.tables import BY_FIELD, HUNGARIAN, NCA_TOUR, PlaceTable, at_least, check_falling
from scoring.serialization import from_dict, stored_as, to_dict


class PaidBy(Enum):
    """What an event pays for. A table that an event brings along pays places."""

    PLACE = "the place, by the table"
    GROUP = "the place in one's own group, by the table"
    BEATEN = "one point for every entry beaten, and one more"
    POINTS = "the points earned"


class SharedPlace(Enum):
    """What entries get that share a place in an event."""

    EACH = "each is paid for the place they share"
    AVERAGE = "they are paid the average of the places they cover"
    AVERAGE_DOWN = "they are paid that average, rounded down"


class GuestPlaces(Enum):
    """How a guest's place affects the members behind. A guest is never paid."""

    HOLD = "guests keep their places"
    STEP_ASIDE = "members move up past guests"


class SittingOut(Enum):
    """What a game counts as that a player sits out by lot on a club night."""

    AVERAGE = "the average of one's own games of the night"
    CLEAN_WIN = "a clean win"


class SeasonTie(Enum):
    """A step that decides between players tied on tour points, in the order of the scheme."""

    WINS = "more events won"
    MEDALS = "more first places, then more second, then more third"
    COUNTBACK = "the better best score, then the better second-best, and so on"
    RATING = "the higher final rating"
    NEXT_BEST = "the better best score that was dropped, then the next"
    HEAD_TO_HEAD = "matches among them, if all of them met equally often"
    TWENTIES = "more 20s"
    LATEST = "the better score on the latest night they all played"


class SeasonTotal(Enum):
    """How the scores that count are combined."""

    SUM = "they are added up"
    AVERAGE = "they are averaged"


@dataclass(frozen=True)
class Scheme:
    """All rules of a season. An organiser's change makes a new value.

    * ``paid_by`` is what an event pays for, and ``table`` pays places; an event, such as a
      major, may bring another table.
    * ``counting`` decides how many scores count, and ``total`` how they are combined.
    * ``lower_pools`` are the bonuses for the best of every afternoon pool but the
      first: 2 for its winner and 1 for its runner-up on the tour.
    * ``attendance`` is paid for every event played, counted or not.
    * ``ties`` are asked in turn; players still tied after them share their place.
    * Players who can no longer reach ``minimum_nights`` are listed after those who can.
    * ``sitting_out`` is what a game counts as that a player sits out by lot on a club night.
      It is settled with the night's results: ``Finish.points`` contains it.
    * ``absence`` is what a night is worth to a member who was excused, ``host`` to one who
      ran it and did not play.

    Partners are each paid in full.
    """

    table: PlaceTable = BY_FIELD
    counting: Counting = ALL_SCORES
    lower_pools: tuple[int, ...] = ()
    attendance: int = 0
    shared_place: SharedPlace = SharedPlace.EACH
    guest_places: GuestPlaces = GuestPlaces.HOLD
    ties: tuple[SeasonTie, ...] = ()
    paid_by: PaidBy = PaidBy.PLACE
    total: SeasonTotal = SeasonTotal.SUM
    minimum_nights: int = 0
    absence: Credit | None = None
    host: Credit | None = None
    sitting_out: SittingOut = SittingOut.CLEAN_WIN

    def __post_init__(self) -> None:
        at_least(0, attendance=self.attendance, minimum_nights=self.minimum_nights)
        if self.lower_pools:
            check_falling(self.lower_pools, "the list of bonuses in lower pools")
            at_least(0, last_bonus=self.lower_pools[-1])

    def to_dict(self) -> dict[str, Any]:
        """The scheme as plain JSON-able data."""
        return to_dict(self)

    @classmethod
    def from_dict(cls, data: object) -> Scheme:
        """Read the scheme that ``to_dict`` stored; a ``RuleError`` reports what is wrong with
        it.
        """
        scheme = from_dict(Scheme, data)
        assert isinstance(scheme, Scheme)
        return scheme


stored_as("season", Scheme)(Scheme)

TOUR = Scheme(NCA_TOUR, BestScores(4), lower_pools=(2, 1))

# Come when you can: the points of the night are kept, the best two thirds of them count.
# Schemes stored without ``sitting_out`` are older: in their leagues it was a clean win.
NIGHTS = Scheme(
    paid_by=PaidBy.POINTS,
    counting=BestShare(),
    ties=(
        SeasonTie.NEXT_BEST,
        SeasonTie.HEAD_TO_HEAD,
        SeasonTie.WINS,
        SeasonTie.TWENTIES,
        SeasonTie.LATEST,
    ),
    sitting_out=SittingOut.AVERAGE,
)

SCHEMES = MappingProxyType(
    {
        "tour": TOUR,
        "tour-recreational": replace(TOUR, counting=BestScores(3)),
        "field-weighted": Scheme(FIELD_WEIGHTED, BestScores(5), ties=(SeasonTie.RATING,)),
        "spanish-ranking": Scheme(SERIES_25, BestScores(2), ties=(SeasonTie.MEDALS,)),
        "spanish-year": Scheme(SERIES_25, ties=(SeasonTie.MEDALS,)),
        "hungarian": Scheme(HUNGARIAN),
        "nights": NIGHTS,
    }
)
