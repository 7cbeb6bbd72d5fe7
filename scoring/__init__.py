"""The rules of crokinole as a library: from what was played to points, places and seasons.

Pure Python, standard library only: no database, no clock, no dice.

>>> from scoring import FORMATS, BySeat, match_state
>>> semi_final = match_state(FORMATS["first-to-9"], [BySeat(2, 0), BySeat(1, 1), BySeat(0, 2)])
>>> semi_final.points, semi_final.over, semi_final.next.round
(BySeat(3, 3), False, 4)

=================  ==================================================================
a round            ``GameRule`` ``PRESETS`` ``score_round`` ``ByDiscs`` ``ByTotals``
                   ``ByResult`` ``Zones`` ``unusual`` ``rules_card`` ``OPTIONS``
a match            ``FORMATS`` ``state`` ``outcome`` ``next_round`` ``MatchState``
                   ``Outcome`` ``Decided``
a table            ``rank`` ``CHAINS`` ``chain_named`` ``Row`` ``Result`` ``played``
                   ``bye`` ``walkover`` ``Ending`` ``what_it_takes`` ``Left``
a season           ``season_table`` ``SCHEMES`` ``Scheme`` ``SeasonEvent`` ``Finish``
a rating           ``Rating`` ``RatedMatch`` ``replay`` ``expected``
around the board   ``Seat`` ``BySeat``
what went wrong    ``ScoreError`` ``RuleError``
=================  ==================================================================

Notation (CMN, the archive sheets) is in ``scoring.notation``; everything else that a
module names without an underscore may change. The tutorial is docs/rules/.
"""

from scoring.errors import RuleError, ScoreError
from scoring.matches import FORMATS, MatchState, next_round, outcome, state
from scoring.needs import Left, what_it_takes
from scoring.outcome import Decided, Outcome
from scoring.presets import PRESETS
from scoring.ratings import RatedMatch, Rating, expected, replay
from scoring.results import Ending, Result, bye, played, walkover
from scoring.rules import GameRule
from scoring.rules_card import OPTIONS, rules_card
from scoring.score import ByDiscs, ByResult, ByTotals, Zones, score_round, unusual
from scoring.season import SCHEMES, Finish, Scheme, SeasonEvent, season_table
from scoring.sides import BySeat, Seat
from scoring.standings import Row, rank
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
    "bye",
    "chain_named",
    "expected",
    "next_round",
    "outcome",
    "played",
    "rank",
    "replay",
    "rules_card",
    "score_round",
    "season_table",
    "state",
    "unusual",
    "walkover",
    "what_it_takes",
]
