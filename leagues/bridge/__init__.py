"""Rows into the values of ``scoring`` and ``pairing``, and back: the only place that does.

Views and actions ask here; nothing else adds up points. ``tables`` is the one function
that computes a table: the page, the wall, the print and the stream all show what it gives.
"""

from leagues.bridge.hall.matches import GameCard, RoundLine, cards, match_state
from leagues.bridge.knockout.bracket_play import BracketPlay, bracket_plays, has_bracket
from leagues.bridge.knockout.brackets import (
    BracketMatch,
    BracketSide,
    DrawnBracket,
    brackets,
)
from leagues.bridge.rules.claims import round_score
from leagues.bridge.rules.sheets import Sheet, chain_of, match_format_of, sheet_of
from leagues.bridge.standing.finals import Placed, podium, twenties_champions
from leagues.bridge.standing.order import Ladder, Standing, before, flat, standing_of
from leagues.bridge.standing.play import play_of
from leagues.bridge.standing.tables import Line, Table, tables

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
    "play_of",
    "podium",
    "round_score",
    "sheet_of",
    "standing_of",
    "tables",
    "twenties_champions",
]
