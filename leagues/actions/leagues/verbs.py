"""The verbs of leagues: how the log says them, and what to do instead of undoing them."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from leagues.actions.verb import Verb

VERBS = (
    Verb(
        "open_league",
        _("Opened the league %(name)s."),
        _("Cancel its nights, or show it to organisers only."),
    ),
    Verb(
        "enrol_members",
        _("Made members of the league: %(names)s."),
        _("End their membership on the league’s page of people."),
    ),
    Verb(
        "end_enrolment",
        _("%(name)s is a member until %(last)s."),
        _("Make them a member again from the next night on."),
    ),
    Verb(
        "adjust_points",
        _("Adjusted the points of %(name)s by %(points)s."),
        _("Withdraw the adjustment on the league’s page of people."),
    ),
)
