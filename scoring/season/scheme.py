"""A scheme: how the places of a season's events turn into tour points and a table.

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

from scoring.season.counting import ALL_SCORES, BestScores, Counting
from scoring.season.field_weighted import FIELD_WEIGHTED
from scoring.season.series import SERIES_25
from scoring.season.tables import (
    HUNGARIAN,
    NCA_TOUR,
    PlaceTable,
    at_least,
    falling,
)
from scoring.stored import from_dict, stored, to_dict


class SharedPlace(Enum):
    """What entries get that share a place in an event."""

    EACH = "each is paid for the place they share"
    AVERAGE = "they are paid the average of the places they cover"


class GuestPlaces(Enum):
    """What a guest's place means for the members behind. A guest is never paid."""

    HOLD = "guests keep their places"
    STEP_ASIDE = "members move up past guests"


class SeasonTie(Enum):
    """What decides between players level on tour points, in the order of the scheme."""

    WINS = "more events won"
    MEDALS = "more first places, then more second, then more third"
    COUNTBACK = "the better best score, then the better second-best, and so on"
    RATING = "the higher final rating"


@dataclass(frozen=True)
class Scheme:
    """All that a season decides. An organiser's changes make a new value.

    * ``table`` pays places; an event, such as a major, may bring another.
    * ``counting`` says how many scores count.
    * ``lower_pools`` are the bonuses for the best of every afternoon pool but the
      first: 2 for its winner and 1 for its runner-up on the tour.
    * ``attendance`` is paid for every event played, whatever counts besides.
    * ``ties`` are asked in turn; players level after them share their place.

    Partners are each paid in full.
    """

    table: PlaceTable
    counting: Counting = ALL_SCORES
    lower_pools: tuple[int, ...] = ()
    attendance: int = 0
    shared_place: SharedPlace = SharedPlace.EACH
    guest_places: GuestPlaces = GuestPlaces.HOLD
    ties: tuple[SeasonTie, ...] = ()

    def __post_init__(self) -> None:
        at_least(0, attendance=self.attendance)
        if self.lower_pools:
            falling(self.lower_pools, "the list of bonuses in lower pools")
            at_least(0, last_bonus=self.lower_pools[-1])

    def to_dict(self) -> dict[str, Any]:
        """The scheme as plain JSON-able data."""
        return to_dict(self)

    @classmethod
    def from_dict(cls, data: object) -> Scheme:
        """The scheme that ``to_dict`` stored; a ``RuleError`` says what is wrong with it."""
        scheme = from_dict(Scheme, data)
        assert isinstance(scheme, Scheme)
        return scheme


stored("season", Scheme)(Scheme)

TOUR = Scheme(NCA_TOUR, BestScores(4), lower_pools=(2, 1))

SCHEMES = MappingProxyType(
    {
        "tour": TOUR,
        "tour-recreational": replace(TOUR, counting=BestScores(3)),
        "field-weighted": Scheme(
            FIELD_WEIGHTED, BestScores(5), ties=(SeasonTie.RATING,)
        ),
        "spanish-ranking": Scheme(SERIES_25, BestScores(2), ties=(SeasonTie.MEDALS,)),
        "spanish-year": Scheme(SERIES_25, ties=(SeasonTie.MEDALS,)),
        "hungarian": Scheme(HUNGARIAN),
    }
)
