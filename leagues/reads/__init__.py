"""Read database rows into the values of ``scoring`` and ``pairing``, for views and actions.

No other package adds up points. ``tables_of`` is the only function that computes a table, so
the page, the wall screen, the print and the stream always show the same one.
"""

from leagues.reads.advance.bracket_play import BracketPlay, bracket_plays, has_bracket
from leagues.reads.advance.brackets import BracketMatch, BracketSide, DrawnBracket, drawn_brackets
from leagues.reads.advance.finals import FinalPlace, podium_of, twenties_champions
from leagues.reads.advance.stage_order import (
    Ladder,
    StageStanding,
    flatten,
    order_before,
    standing_of,
)
from leagues.reads.events.sheets import (
    Sheet,
    chain_of,
    format_of,
    match_format_of,
    match_sentences,
    sheet_of,
)
from leagues.reads.play.claims import round_score
from leagues.reads.play.matches import CardRound, GameCard, game_cards, match_state
from leagues.reads.tables.stage_results import play_of
from leagues.reads.tables.tables import Table, TableLine, tables_of

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
    "bracket_plays",
    "chain_of",
    "drawn_brackets",
    "flatten",
    "format_of",
    "game_cards",
    "has_bracket",
    "match_format_of",
    "match_sentences",
    "match_state",
    "order_before",
    "play_of",
    "podium_of",
    "round_score",
    "sheet_of",
    "standing_of",
    "tables_of",
    "twenties_champions",
]
