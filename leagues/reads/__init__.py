"""Rows into the values of ``scoring`` and ``pairing``, and back: the only place that does.

Views and actions ask here; nothing else adds up points. ``tables`` is the one function
that computes a table: the page, the wall, the print and the stream all show what it gives.
"""

from leagues.reads.advance.bracket_play import BracketPlay, bracket_plays, has_bracket
from leagues.reads.advance.brackets import BracketMatch, BracketSide, DrawnBracket, brackets
from leagues.reads.advance.finals import FinalPlace, podium, twenties_champions
from leagues.reads.advance.order import Ladder, StageStanding, before, flat, standing_of
from leagues.reads.events.sheets import (
    Sheet,
    chain_of,
    format_of,
    match_format_of,
    match_sentences,
    sheet_of,
)
from leagues.reads.play.claims import round_score
from leagues.reads.play.matches import CardRound, GameCard, cards, match_state
from leagues.reads.tables.stage_results import play_of
from leagues.reads.tables.tables import Table, TableLine, tables

__all__ = [
    "BracketMatch",
    "BracketPlay",
    "BracketSide",
    "CardRound",
    "DrawnBracket",
    "FinalPlace",
    "GameCard",
    "Ladder",
    "Sheet",
    "StageStanding",
    "Table",
    "TableLine",
    "before",
    "bracket_plays",
    "brackets",
    "cards",
    "chain_of",
    "flat",
    "format_of",
    "has_bracket",
    "match_format_of",
    "match_sentences",
    "match_state",
    "play_of",
    "podium",
    "round_score",
    "sheet_of",
    "standing_of",
    "tables",
    "twenties_champions",
]
