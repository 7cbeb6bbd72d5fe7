"""Rows into the values of ``scoring`` and ``pairing``, and back: the only place that does.

Views and actions ask here; nothing else adds up points. ``tables`` is the one function
that computes a table: the page, the wall, the print and the stream all show what it gives.
"""

from leagues.bridge.brackets import (
    BracketMatch,
    BracketSide,
    DrawnBracket,
    brackets,
    has_bracket,
    spots_of,
)
from leagues.bridge.claims import round_score
from leagues.bridge.finals import Placed, podium, twenties_champions
from leagues.bridge.matches import GameCard, RoundLine, cards, match_state
from leagues.bridge.sheets import Sheet, chain_of, match_format_of, sheet_of
from leagues.bridge.sources import (
    Bands,
    Everyone,
    Source,
    TopOfEachPool,
    TopOverall,
    source_of,
)
from leagues.bridge.tables import Line, Table, tables

__all__ = [
    "Bands",
    "BracketMatch",
    "BracketSide",
    "DrawnBracket",
    "Everyone",
    "GameCard",
    "Line",
    "Placed",
    "RoundLine",
    "Sheet",
    "Source",
    "Table",
    "TopOfEachPool",
    "TopOverall",
    "brackets",
    "cards",
    "chain_of",
    "has_bracket",
    "match_format_of",
    "match_state",
    "podium",
    "round_score",
    "sheet_of",
    "source_of",
    "spots_of",
    "tables",
    "twenties_champions",
]
