"""The match formats in use, by the name that organisers and the shell command know.

They are written for singles; ``FORMATS["quinte"].on(sheet)`` adapts one to other sides.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from scoring.matches.best_of import BestOf
from scoring.matches.deciders import PairsOfRounds, ShootOut
from scoring.matches.formats import MatchFormat, SingleGame, UntilDecided
from scoring.presets import SINGLES
from scoring.rules import (
    DecidingRound,
    Difference,
    EvenRounds,
    FixedRounds,
    GameRule,
    Lead,
    Target,
    TieStands,
)
from scoring.serialization import from_dict

SHOOT_OUT = ShootOut(SINGLES)


def _first_to(points: int) -> GameRule:
    return replace(SINGLES, ends=Target(points))


def _even_rounds_to(points: int) -> GameRule:
    return replace(SINGLES, ends=Target(points, EvenRounds()))


def _by_difference(ends: Target | Lead | FixedRounds) -> GameRule:
    return replace(SINGLES, pays=Difference(), ends=ends)


FORMATS: Mapping[str, MatchFormat] = MappingProxyType(
    {
        "four-rounds": SingleGame(SINGLES),
        "four-rounds-deciding-round": SingleGame(
            replace(SINGLES, ends=FixedRounds(4, DecidingRound()))
        ),
        "four-rounds-shoot-out": UntilDecided((SingleGame(SINGLES), SHOOT_OUT)),
        **{f"first-to-{points}": SingleGame(_first_to(points)) for points in (5, 7, 8, 9, 11, 12)},
        **{
            f"even-rounds-to-{points}": SingleGame(_even_rounds_to(points)) for points in (5, 9, 11)
        },
        "best-of-3-to-5": BestOf(3, _first_to(5)),
        "best-of-3-to-5-even-rounds": BestOf(3, _first_to(5), last_game=_even_rounds_to(5)),
        "quinte": UntilDecided((BestOf(3, SINGLES), PairsOfRounds(SINGLES), SHOOT_OUT)),
        "quinte-stopping-early": UntilDecided(
            (
                BestOf(3, replace(SINGLES, ends=Target(5, TieStands())), stop_when_settled=True),
                PairsOfRounds(SINGLES),
                SHOOT_OUT,
            )
        ),
        "shoot-out": SHOOT_OUT,
        "to-100": SingleGame(_by_difference(Target(100))),
        "to-120": SingleGame(_by_difference(Target(120))),
        "four-rounds-difference": SingleGame(_by_difference(FixedRounds(4))),
        "four-rounds-difference-deciding-round": SingleGame(
            _by_difference(FixedRounds(4, DecidingRound()))
        ),
        "lead-by-100": SingleGame(_by_difference(Lead(100))),
    }
)


def format_from_dict(data: Any) -> MatchFormat:
    """The match format that ``to_dict`` stored."""
    match_format: MatchFormat = from_dict(MatchFormat, data)
    return match_format
