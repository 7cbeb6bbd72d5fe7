"""Matches: formats as values, and the state of a match after the rounds played.

>>> from scoring.sides import BySeat
>>> final = FORMATS["best-of-3-to-5"]
>>> rounds = [BySeat(2, 0), BySeat(2, 0), BySeat(2, 0), BySeat(0, 2)]
>>> upcoming = next_round(final, rounds)
>>> upcoming.game, upcoming.round, str(upcoming.first)
(2, 2, 'A')
"""

from scoring.matches.best_of import BestOf
from scoring.matches.deciders import PairsOfRounds, ShootOut
from scoring.matches.formats import MatchFormat, NextGame, SingleGame, UntilDecided
from scoring.matches.named_formats import FORMATS, format_from_dict
from scoring.matches.sheet_formats import BY_SHEET, with_decider
from scoring.matches.state import (
    GameState,
    MatchState,
    NextRound,
    PlayedRound,
    match_outcome,
    match_state,
    next_round,
    state_as_recorded,
)
from scoring.outcome import Decided, Outcome, Owed
from scoring.serialization import to_dict

__all__ = [
    "BY_SHEET",
    "FORMATS",
    "BestOf",
    "Decided",
    "GameState",
    "MatchFormat",
    "MatchState",
    "NextGame",
    "NextRound",
    "Outcome",
    "Owed",
    "PairsOfRounds",
    "PlayedRound",
    "ShootOut",
    "SingleGame",
    "UntilDecided",
    "format_from_dict",
    "match_outcome",
    "match_state",
    "next_round",
    "state_as_recorded",
    "to_dict",
    "with_decider",
]
