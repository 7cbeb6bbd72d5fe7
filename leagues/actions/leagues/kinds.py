"""Opening a league of dated matches, of whichever kind."""

from dataclasses import replace
from itertools import chain
from typing import Any

from leagues.access.roles import Who
from leagues.actions.leagues.boxes import open_box_league
from leagues.actions.leagues.ladder import open_ladder
from leagues.actions.leagues.matches import open_match_league
from leagues.actions.leagues.own_time import open_own_time
from leagues.actions.leagues.series import open_series
from leagues.actions.leagues.teams.opening import open_team_league
from leagues.models import League
from leagues.reads.events.sheets import Sheet
from leagues.reads.play.walkover import usual_forfeit
from leagues.stages.boxes import BoxRules
from leagues.stages.kind_rules import KindRules
from leagues.stages.ladder import LadderRules
from leagues.stages.league_kinds import kind_of
from leagues.stages.match_league import MatchLeague
from leagues.stages.own_time import OwnTimeRules
from leagues.stages.series import SeriesRules
from leagues.stages.team_meetings import TeamRules


def open_dated_league(
    *, by: Who, kind: League.Kind, divisions: Any, kind_rules: KindRules | None = None, **facts: Any
) -> League:
    """Open it with all its entries, the strongest first; what it asks follows its kind."""
    facts["matches"] = fixed(facts["matches"], kind, facts["sheet"])
    match kind_rules:
        case BoxRules():
            entries = list(chain.from_iterable(divisions.values()))
            return open_box_league(by=by, entries=entries, rules=kind_rules, **facts)
        case LadderRules():
            entries = list(chain.from_iterable(divisions.values()))
            return open_ladder(by=by, entries=entries, rules=kind_rules, **facts)
        case OwnTimeRules():
            return open_own_time(by=by, divisions=divisions, rules=kind_rules, **facts)
        case SeriesRules():
            return open_series(by=by, divisions=divisions, rules=kind_rules, **facts)
        case TeamRules():
            return open_team_league(by=by, divisions=divisions, rules=kind_rules, **facts)
        case _:
            return open_match_league(by=by, kind=kind, divisions=divisions, **facts)


def fixed(matches: MatchLeague, kind: League.Kind, sheet: Sheet) -> MatchLeague:
    """With a number for a forfeit from the start, and for a match that neither side tried
    to play in the week it was given."""
    points = matches.forfeit_points
    return replace(
        matches,
        forfeit_points=usual_forfeit(sheet.rule) if points is None else points,
        forfeits_capped=False,
        unplayed_is_lost=not kind_of(kind).is_arranged,
    )
