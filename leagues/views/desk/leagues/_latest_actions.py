"""Queries for a league's log, and its latest actions for display on other pages."""

from typing import Any

from django.db.models import Q

from leagues.access.roles import Who
from leagues.actions.verb import VERBS
from leagues.models import League
from leagues.views.desk.log import LogLine, league_lines

NOT_LATELY = ("answer_night", "answer_season", "say_here")
"""Answers and attendance: too frequent to be listed among the latest actions."""
LATELY = 5


def actions_of(league: League) -> Any:
    """Return the league's actions: its own, finished nights, and acts on its dated matches."""
    own = Q(event=None, details__league=league.pk)
    own |= Q(event__night__league=league, verb="finish_event")
    own |= Q(event__night__league=league, undoes__verb="finish_event")
    if league.event_id:
        shown = [verb.name for verb in VERBS.values() if verb.in_league_log]
        arranged = Q(verb__in=shown) | Q(undoes__verb__in=shown)
        own |= arranged & Q(event=league.event_id)
    done = league.club.log.filter(own)
    return done.select_related("user__player", "player", "undone_by", "club", "event")


def done_lately(league: League, reader: Who, match: int | None = None) -> list[LogLine]:
    """Return the latest actions on the league, or on one of its matches, for display."""
    done = actions_of(league).exclude(verb__in=NOT_LATELY)
    if match is not None:
        done = done.filter(event=league.event_id, details__match=match)
    return league_lines(done.order_by("-pk")[:LATELY], league, reader)
