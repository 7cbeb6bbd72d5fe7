"""The verbs of data: how the log says them, and how they are undone."""

from __future__ import annotations

from django.utils.translation import gettext as _

from leagues.actions.data import undo
from leagues.actions.verb import Verb
from leagues.reads.log.facts import LogFacts


def _brought_in(facts: LogFacts) -> str:
    """Files of matches alone say nothing of the rest, nor do lines from before there was any."""
    said = facts["said"]
    if "places" not in said:
        return _(
            "Brought in %(matches)s matches of %(event_count)s events from %(file)s."
        )
    if said["league_count"] and not said["event_count"]:
        return _(
            "Brought in seasons from %(file)s: %(league_count)s, with %(nights)s nights."
        )
    if not said["league_count"] and not said["matches"]:
        return _(
            "Brought in %(places)s places of %(event_count)s events from %(file)s."
        )
    return _(
        "Brought in %(matches)s matches and %(places)s places of %(event_count)s events, and "
        "%(league_count)s seasons, from %(file)s."
    )


VERBS = (Verb("bring_in_results", _brought_in, undo.RESULTS),)
