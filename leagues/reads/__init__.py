"""Read database rows into the values of ``scoring`` and ``pairing``, for views and actions.

No other package adds up points. ``tables_of`` is the only function that computes a table, so
the page, the wall screen, the print and the stream always show the same one.
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
