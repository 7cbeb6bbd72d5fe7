"""The verbs of leagues of teams: how the log says them, and how they are undone."""

from __future__ import annotations

from django.utils.translation import gettext as say
from django.utils.translation import gettext_lazy as _

from leagues.actions.undoable import not_over, put_back
from leagues.actions.verb import Verb
from leagues.reads.log.facts import LogFacts


def _joined(facts: LogFacts) -> str:
    if facts["said"].get("instead"):
        return say("%(name)s plays for %(team)s instead of %(instead)s.")
    return say("%(name)s plays for %(team)s.")


TEAMS = (
    Verb(
        "name_line_up",
        _("%(name)s named its line-up against %(other)s."),
        put_back(
            _("The line-up of %(name)s against %(other)s is as before."),
            not_over,
            moves_tables=True,
        ),
    ),
    Verb(
        "join_squad",
        _joined,
        put_back(_("The squad of %(team)s is as before."), not_over, moves_tables=True),
    ),
    Verb(
        "leave_squad",
        _("%(name)s left %(team)s."),
        put_back(_("%(name)s plays for %(team)s again."), not_over, moves_tables=True),
    ),
    Verb(
        "offer_captain_link",
        _("Made a link for the captain of %(name)s."),
        _("Revoke the link on the league’s page of teams."),
    ),
    Verb(
        "revoke_captain_link",
        _("Revoked the link of the captain of %(name)s."),
        _("A revoked link is dead for good: make a new one."),
    ),
)
