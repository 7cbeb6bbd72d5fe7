"""Who has two matches on one evening of a league, and who would once some are moved."""

from collections.abc import Collection

from leagues.models import League, Night
from leagues.reads.leagues.unplayed import arrangements, open_matches, planned, rules_of
from leagues.stages.match_moves import PlannedMatch, TwiceAnEvening, clashes, new_clashes


def clashes_in(league: League) -> list[TwiceAnEvening]:
    """Where the league plays one match a week; otherwise nobody minds."""
    if rules_of(league).a_week > 1:
        return []
    return clashes(_planned(league))


def would_clash(league: League, matches: Collection[int], week: Night) -> list[TwiceAnEvening]:
    """Who would play more than once on an evening that they don't now."""
    if rules_of(league).a_week > 1:
        return []
    return new_clashes(_planned(league), dict.fromkeys(matches, week.on))


def _planned(league: League) -> list[PlannedMatch]:
    waiting = open_matches(league).prefetch_related(
        "match__sides__players", "match__team_boards__match__sides__players"
    )
    return planned(arrangements(waiting))
