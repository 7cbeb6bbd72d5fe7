"""Formats that follow from a rule sheet: how a knockout or a final is played by its rules.

>>> from scoring.presets import PRESETS
>>> tournament = PRESETS["tournament-singles"].rule
>>> conventional = PRESETS["conventional-singles"].rule
>>> BY_SHEET["sheet-play-off"](tournament).rule.ends.points
9
>>> BY_SHEET["sheet-play-off"](conventional).rule == conventional
True

They change with the sheet. Between two sides, each of them ends with a winner.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from scoring.matches.best_of import BestOf
from scoring.matches.formats import MatchFormat, SingleGame, UntilDecided
from scoring.payouts import MatchPoints
from scoring.rules import DecidingRound, FixedRounds, GameRule, Target


def with_decider(match_format: MatchFormat) -> MatchFormat:
    """Return the same format with a deciding round where it could end without a winner."""
    if not match_format.may_tie:
        return match_format
    if isinstance(match_format, SingleGame):
        return SingleGame(_rule_with_decider(match_format.rule))
    one_round = FixedRounds(1, DecidingRound())
    rule = replace(match_format.rule, ends=one_round)
    return UntilDecided((match_format, SingleGame(rule)))


def _rule_with_decider(sheet: GameRule) -> GameRule:
    return replace(sheet, ends=sheet.ends.decided)


def _one_game(sheet: GameRule) -> MatchFormat:
    return SingleGame(_rule_with_decider(sheet))


def _longer_game(sheet: GameRule) -> MatchFormat:
    """Return a race to more than the points of one game.

    It is to 9 if a game has four rounds for 2, 1 or 0. A game that runs to a number of points, or
    by difference, is long enough.
    """
    ends = sheet.ends
    if isinstance(sheet.pays, MatchPoints) and isinstance(ends, FixedRounds):
        return SingleGame(replace(sheet, ends=Target(2 * ends.rounds + 1)))
    return _one_game(sheet)


def _best_of_three(sheet: GameRule) -> MatchFormat:
    """Return best of three games; a game of four rounds for 2, 1 or 0 is over when a side has 5."""
    ends = sheet.ends
    if isinstance(sheet.pays, MatchPoints) and isinstance(ends, FixedRounds):
        return BestOf(3, replace(sheet, ends=Target(ends.rounds + 1)))
    return BestOf(3, _rule_with_decider(sheet))


BY_SHEET: Mapping[str, Callable[[GameRule], MatchFormat]] = MappingProxyType(
    {
        "sheet-deciding-round": _one_game,
        "sheet-play-off": _longer_game,
        "sheet-best-of-3": _best_of_three,
    }
)
