"""Series of games to 100: which leagues play them, and whether a clock may end a game."""

from __future__ import annotations

from leagues.models import League
from leagues.stages.kind_rules import read_rules
from leagues.stages.series import SeriesRules


def series_rules(league: League) -> SeriesRules | None:
    """Those of a league of series; nothing of any other."""
    rules = read_rules(league.kind_rules)
    return rules if isinstance(rules, SeriesRules) else None


def has_clock(league: League) -> bool:
    """Whether time may end a game of this league."""
    rules = series_rules(league)
    return rules is not None and rules.has_clock
