"""The rules that a league keeps: how its matches are arranged, and what only its kind asks."""

from typing import TypeVar

from leagues.models import League
from leagues.stages.kind_rules import KindRules, read_rules
from leagues.stages.match_league import MatchLeague

R = TypeVar("R", bound=KindRules)


def rules_of(league: League) -> MatchLeague:
    return MatchLeague(**league.matches)


def own_rules(league: League, kind: type[R]) -> R:
    """The usual ones if it keeps none of this kind."""
    rules = read_rules(league.kind_rules)
    return rules if isinstance(rules, kind) else kind()
