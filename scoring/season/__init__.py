"""Seasons: what places pay, which scores count, and what can still happen.

A ``Scheme`` holds all rules of a season. ``season_table`` is the table so far; ``place_ranges``,
``season_outlook`` and ``prospects_of`` show what is still possible. For a finished season
``suggested_awards`` lists players to honour, and ``all_time_table`` adds up several seasons.
A tour is a series of events, a league a series of nights with ``Enrolled`` members. A league
of series, with forfeits, has another kind of table: ``SeriesLeague``.
"""

from scoring.season.all_time import AllTimeRow, SeasonPlace, all_time_table
from scoring.season.award_words import AwardKind, figures_text
from scoring.season.awards import AwardLine, SuggestedAward, suggested_awards
from scoring.season.counting import BestScores, BestShare, Counting, DropWorst, EveryScore
from scoring.season.credit import Credit
from scoring.season.event import Score, ScoreFor, SeasonEvent
from scoring.season.field_weighted import FIELD_WEIGHTED, FieldWeighted
from scoring.season.finish import Finish, Meeting
from scoring.season.handicap import Handicap, handicaps_after, with_handicaps
from scoring.season.kept_row import row_from_dict, row_to_dict
from scoring.season.league import SERIES_LEAGUE, ForfeitQuota, LeagueGame, LeagueRow, SeriesLeague
from scoring.season.night import Enrolled, NightState, PointsAdjusted, SeasonNight, as_of
from scoring.season.night_marks import NightMark, marks_of
from scoring.season.outlook import Coming, Prospect, SeasonOutlook, prospects_of, season_outlook
from scoring.season.place_range import PlaceRange, place_ranges
from scoring.season.row import SeasonRow, TieDecision
from scoring.season.scheme import (
    NIGHTS,
    SCHEMES,
    TOUR,
    GuestPlaces,
    PaidBy,
    Scheme,
    SeasonTie,
    SeasonTotal,
    SharedPlace,
    SittingOut,
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
from scoring.season.standings import season_table
from scoring.season.tables import (
    BY_FIELD,
    HUNGARIAN,
    NCA_TOUR,
    WCC_55,
    ByField,
    Field,
    Linear,
    Listed,
    PlaceTable,
)

__all__ = [
    "BY_FIELD",
    "FIELD_WEIGHTED",
    "HUNGARIAN",
    "NCA_TOUR",
    "NIGHTS",
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
    "AllTimeRow",
    "AwardKind",
    "AwardLine",
    "BestScores",
    "BestShare",
    "ByField",
    "Coming",
    "Counting",
    "Credit",
    "DropWorst",
    "Enrolled",
    "EveryScore",
    "Field",
    "FieldWeighted",
    "Finish",
    "ForfeitQuota",
    "GuestPlaces",
    "Handicap",
    "LeagueGame",
    "LeagueRow",
    "Linear",
    "Listed",
    "Meeting",
    "NightMark",
    "NightState",
    "PaidBy",
    "PlaceRange",
    "PlaceTable",
    "PointsAdjusted",
    "Prospect",
    "Scheme",
    "Score",
    "ScoreFor",
    "SeasonEvent",
    "SeasonNight",
    "SeasonOutlook",
    "SeasonPlace",
    "SeasonRow",
    "SeasonTie",
    "SeasonTotal",
    "Series",
    "SeriesLeague",
    "SharedPlace",
    "SittingOut",
    "SuggestedAward",
    "TieDecision",
    "all_time_table",
    "as_of",
    "figures_text",
    "handicaps_after",
    "marks_of",
    "place_ranges",
    "prospects_of",
    "row_from_dict",
    "row_to_dict",
    "season_outlook",
    "season_table",
    "suggested_awards",
    "with_handicaps",
]
