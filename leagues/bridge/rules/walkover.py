"""What a walkover pays: what the stage says, or else a clean win."""

from __future__ import annotations

from leagues.bridge.rules.sheets import match_format_of
from leagues.models import Stage
from scoring.matches import MatchFormat, state_as_recorded
from scoring.outcome import Points
from scoring.pays import Difference
from scoring.rules import GameRule, Lead, Target
from scoring.sides import BySeat, Seat

MOST_ROUNDS = 99


def walkover_in(stage: Stage, winner: Seat) -> Points:
    """What a walkover in this stage pays, unless the desk says otherwise of one match."""
    match_format = match_format_of(stage)
    paid = stage.walkover_points
    if paid is None:
        return clean_win(match_format, winner)
    return _all_to(winner, paid, match_format.rule)


def clean_win(match_format: MatchFormat, winner: Seat) -> Points:
    """The points of a match that one side wins without giving any away.

    >>> from scoring.matches import FORMATS
    >>> for name in ("four-rounds", "first-to-9", "best-of-3-to-5"):
    ...     print(list(clean_win(FORMATS[name], Seat.A)))
    [8, 0]
    [10, 0]
    [12, 0]

    Where the difference counts, it pays what is played to, and nothing where no number
    was agreed: then the desk says one.

    >>> for name in ("to-100", "lead-by-100", "four-rounds-difference"):
    ...     print(list(clean_win(FORMATS[name], Seat.B)))
    [0, 100]
    [0, 100]
    [0, 0]
    """
    clean = _clean_round(match_format.rule, winner)
    rounds: list[Points] = []
    at = state_as_recorded(match_format, rounds)
    while at.next is not None and len(rounds) < MOST_ROUNDS:
        rounds.append(clean)
        at = state_as_recorded(match_format, rounds)
    return at.points


def _clean_round(rule: GameRule, winner: Seat) -> Points:
    if not isinstance(rule.pays, Difference):
        return rule.best_round(winner)
    return _all_to(winner, _agreed(rule), rule)


def _all_to(winner: Seat, paid: int, rule: GameRule) -> Points:
    return BySeat(*(paid if seat is winner else 0 for seat in rule.players.seats))


def _agreed(rule: GameRule) -> int:
    """What one round pays when a game by difference is won as plainly as can be."""
    if isinstance(rule.ends, Target):
        return rule.ends.points
    if isinstance(rule.ends, Lead):
        return rule.ends.points // rule.ends.at_least
    return 0
