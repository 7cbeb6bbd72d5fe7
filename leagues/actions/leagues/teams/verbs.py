"""The verbs of leagues of teams: how the log says them, and how they are undone."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from leagues.actions.undoable import not_over, put_back
from leagues.actions.verb import Verb
from leagues.reads.log.facts import LogFacts


def _joined(facts: LogFacts) -> str:
    if facts["said"].get("instead"):
        return gettext("Moved %(name)s from %(instead)s to %(team)s.")
    return gettext("Added %(name)s to the squad of %(team)s.")


TEAMS = (
    Verb(
        "name_line_up",
        _("Named the line-up of %(name)s against %(other)s."),
        put_back(
            _("Restores the earlier line-up of %(name)s against %(other)s."),
            not_over,
            moves_tables=True,
        ),
    ),
    Verb(
        "join_squad",
        _joined,
        put_back(
            _("Restores the earlier squad of %(team)s."), not_over, moves_tables=True
        ),
    ),
    Verb(
        "leave_squad",
        _("Removed %(name)s from the squad of %(team)s."),
        put_back(
            _("%(name)s will play for %(team)s again."), not_over, moves_tables=True
        ),
    ),
    Verb(
        "offer_captain_link",
        _("Created a link for the captain of %(name)s."),
        _("Revoke the link on the league’s “Teams” page."),
    ),
    Verb(
        "revoke_captain_link",
        _("Revoked the link of the captain of %(name)s."),
        _("A revoked link can’t be used again. Create a new one."),
    ),
)
