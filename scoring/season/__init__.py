"""Seasons: what places pay, which scores count, and what can still happen.

A ``Scheme`` is everything a season decides, ``season_table`` what came of it,
``outlook`` and ``prospects`` what may still come. A league of series, with its
forfeits, has a table of its own in ``SeriesLeague``.
"""

from scoring.season.counting import BestScores, Counting, DropWorst, EveryScore
from scoring.season.event import Finish, Score, SeasonEvent
from scoring.season.field_weighted import FIELD_WEIGHTED, FieldWeighted
from scoring.season.league import (
    SERIES_LEAGUE,
    ForfeitQuota,
    LeagueGame,
    LeagueRow,
    SeriesLeague,
)
from scoring.season.outlook import Coming, Outlook, Prospect, outlook, prospects
from scoring.season.scheme import (
    SCHEMES,
    TOUR,
    GuestPlaces,
    Scheme,
    SeasonTie,
    SharedPlace,
)
from scoring.season.series import (
    SERIES_15,
    SERIES_15_PAIRS,
    SERIES_25,
    SERIES_25_PAIRS,
    SERIES_35,
    SERIES_35_PAIRS,
    Series,
)
from scoring.season.standings import SeasonRow, season_table
from scoring.season.tables import (
    HUNGARIAN,
    NCA_TOUR,
    WCC_55,
    Field,
    Linear,
    Listed,
    PlaceTable,
)

__all__ = [
    "FIELD_WEIGHTED",
    "HUNGARIAN",
    "NCA_TOUR",
    "SCHEMES",
    "SERIES_15",
    "SERIES_15_PAIRS",
    "SERIES_25",
    "SERIES_25_PAIRS",
    "SERIES_35",
    "SERIES_35_PAIRS",
    "SERIES_LEAGUE",
    "TOUR",
    "WCC_55",
    "BestScores",
    "Coming",
    "Counting",
    "DropWorst",
    "EveryScore",
    "Field",
    "FieldWeighted",
    "Finish",
    "ForfeitQuota",
    "GuestPlaces",
    "LeagueGame",
    "LeagueRow",
    "Linear",
    "Listed",
    "Outlook",
    "PlaceTable",
    "Prospect",
    "Scheme",
    "Score",
    "SeasonEvent",
    "SeasonRow",
    "SeasonTie",
    "Series",
    "SeriesLeague",
    "SharedPlace",
    "outlook",
    "prospects",
    "season_table",
]
