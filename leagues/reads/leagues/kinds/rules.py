"""The rules of a league: those for its matches, and those of its kind."""

from typing import TypeVar

from leagues.models import League
from leagues.stages.kind_rules import KindRules, read_rules
from leagues.stages.match_league import MatchLeague

R = TypeVar("R", bound=KindRules)


def rules_of(league: League) -> MatchLeague:
    return MatchLeague(**league.matches)


def own_rules(league: League, kind: type[R]) -> R:
    """The league's rules of this kind, or the default ones if it has none."""
    rules = read_rules(league.kind_rules)
    return rules if isinstance(rules, kind) else kind()
