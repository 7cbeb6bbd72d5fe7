"""Rows into the values of ``scoring`` and ``pairing``, and back: the only place that does.

Views and actions ask here; nothing else adds up points. ``tables`` is the one function
that computes a table: the page, the wall, the print and the stream all show what it gives.
"""

from leagues.bridge.bracket_play import BracketPlay, bracket_plays, has_bracket
from leagues.bridge.brackets import BracketMatch, BracketSide, DrawnBracket, brackets
from leagues.bridge.claims import round_score
from leagues.bridge.finals import Placed, podium, twenties_champions
from leagues.bridge.matches import GameCard, RoundLine, cards, match_state
from leagues.bridge.order import Ladder, Standing, before, flat, standing_of
from leagues.bridge.sheets import Sheet, chain_of, match_format_of, sheet_of
from leagues.bridge.tables import Line, Table, tables

__all__ = [
    "BracketMatch",
    "BracketPlay",
    "BracketSide",
    "DrawnBracket",
    "GameCard",
    "Ladder",
    "Line",
    "Placed",
    "RoundLine",
    "Sheet",
    "Standing",
    "Table",
    "before",
    "bracket_plays",
    "brackets",
    "cards",
    "chain_of",
    "flat",
    "has_bracket",
    "match_format_of",
    "match_state",
    "podium",
    "round_score",
    "sheet_of",
    "standing_of",
    "tables",
    "twenties_champions",
]
