"""The rules of crokinole as a library: from what was played to points, places and seasons.

Pure Python, standard library only: no database, no clock, no dice.

>>> from scoring import FORMATS, BySeat, match_state
>>> semi_final = match_state(FORMATS["first-to-9"], [BySeat(2, 0), BySeat(1, 1), BySeat(0, 2)])
>>> semi_final.points, semi_final.over, semi_final.next.round
(BySeat(3, 3), False, 4)

=================  ==================================================================
a round            ``GameRule`` ``PRESETS`` ``score_round`` ``ByDiscs`` ``ByTotals``
                   ``ByResult`` ``Zones`` ``find_unusual`` ``rules_card`` ``OPTIONS``
a match            ``FORMATS`` ``match_state`` ``match_outcome`` ``next_round`` ``MatchState``
                   ``Outcome`` ``Decided``
a table            ``rank_entries`` ``CHAINS`` ``chain_named`` ``Row`` ``Result`` ``match_results``
                   ``bye_result`` ``walkover_results`` ``Ending`` ``what_it_takes`` ``Left``
a season           ``season_table`` ``SCHEMES`` ``Scheme`` ``SeasonEvent`` ``Finish``
a rating           ``Rating`` ``RatedMatch`` ``replay_matches`` ``expected_share``
around the board   ``Seat`` ``BySeat``
what went wrong    ``ScoreError`` ``RuleError``
=================  ==================================================================

Notation (CMN, the archive sheets) is in ``scoring.notation``; everything else that a
module names without an underscore may change. The tutorial is docs/rules/.
"""

from scoring.errors import RuleError, ScoreError
from scoring.matches import FORMATS, MatchState, match_outcome, match_state, next_round
from scoring.outcome import Decided, Outcome
from scoring.presets import PRESETS
from scoring.qualification import Left, what_it_takes
from scoring.ratings import RatedMatch, Rating, expected_share, replay_matches
from scoring.results import Ending, Result, bye_result, match_results, walkover_results
from scoring.rules import GameRule
from scoring.rules_card import OPTIONS, rules_card
from scoring.score import ByDiscs, ByResult, ByTotals, Zones, find_unusual, score_round
from scoring.season import SCHEMES, Finish, Scheme, SeasonEvent, season_table
from scoring.sides import BySeat, Seat
from scoring.standings import Row, rank_entries
from scoring.tiebreaks import CHAINS, chain_named

__all__ = [
    "CHAINS",
    "FORMATS",
    "OPTIONS",
    "PRESETS",
    "SCHEMES",
    "ByDiscs",
    "ByResult",
    "BySeat",
    "ByTotals",
    "Decided",
    "Ending",
    "Finish",
    "GameRule",
    "Left",
    "MatchState",
    "Outcome",
    "RatedMatch",
    "Rating",
    "Result",
    "Row",
    "RuleError",
    "Scheme",
    "ScoreError",
    "SeasonEvent",
    "Seat",
    "Zones",
    "bye_result",
    "chain_named",
    "expected_share",
    "find_unusual",
    "match_outcome",
    "match_results",
    "match_state",
    "next_round",
    "rank_entries",
    "replay_matches",
    "rules_card",
    "score_round",
    "season_table",
    "walkover_results",
    "what_it_takes",
]
