"""The verbs of leagues: how the log says them, and how they are undone."""

from __future__ import annotations

from django.utils.translation import gettext as say
from django.utils.translation import gettext_lazy as _

from leagues.actions.leagues import undo, undo_members
from leagues.actions.leagues.answer_verbs import ANSWERS
from leagues.actions.leagues.of_day import of_day, say_day
from leagues.actions.leagues.tonight_verbs import TONIGHT
from leagues.actions.verb import Verb
from leagues.reads.log.facts import LogFacts, changed_facts


def _changed(facts: LogFacts) -> str:
    facts["what"] = changed_facts(facts)
    return say("Changed the league: %(what)s.")


def _changed_night(facts: LogFacts) -> str:
    facts["what"] = changed_facts(facts)
    say_day(facts)
    return say("Changed the night on %(day)s: %(what)s.")


def _attached(facts: LogFacts) -> str:
    if facts.get("where"):
        return say("Let %(name)s count for %(where)s.")
    return say("Let %(name)s count for no league.")


VERBS = (
    Verb(
        "open_league",
        _("Opened the league %(name)s."),
        _("Cancel its nights, or show it to organisers only."),
    ),
    Verb("change_league", _changed, undo.CHANGE_LEAGUE),
    # Its nights
    Verb("add_night", of_day(_("Added a night on %(day)s.")), undo.ADD_NIGHT),
    Verb("change_night", _changed_night, undo.CHANGE_NIGHT),
    Verb(
        "cancel_night", of_day(_("Cancelled the night on %(day)s.")), undo.CANCEL_NIGHT
    ),
    Verb(
        "bring_back_night",
        of_day(_("Let the night on %(day)s take place after all.")),
        undo.BRING_BACK_NIGHT,
    ),
    Verb("skip_night", of_day(_("Took the night on %(day)s out.")), undo.SKIP_NIGHT),
    Verb(
        "put_night_back",
        of_day(_("Put the night on %(day)s back.")),
        undo.PUT_NIGHT_BACK,
    ),
    Verb(
        "change_calendar",
        _("Gave the league another calendar; nights changed: %(changed)s."),
        undo.CHANGE_CALENDAR,
    ),
    Verb(
        "restore_calendar",
        _("Put the calendar back as it was before."),
        _("Change the calendar again."),
    ),
    Verb(
        "move_with_night",
        of_day(_("Moved with its night to %(day)s.")),
        _("Move its night back."),
    ),
    Verb("attach_event", _attached, undo.ATTACH_EVENT),
    # Its members
    Verb(
        "enrol_members",
        _("Made members of the league: %(names)s."),
        undo_members.ENROL_MEMBERS,
    ),
    Verb(
        "end_enrolment",
        _("%(name)s is a member until %(last)s."),
        undo_members.END_ENROLMENT,
    ),
    Verb(
        "begin_enrolment",
        _("Changed from when %(name)s is a member."),
        undo_members.BEGIN_ENROLMENT,
    ),
    Verb(
        "continue_enrolment",
        _("%(name)s stays a member."),
        undo_members.CONTINUE_ENROLMENT,
    ),
    Verb(
        "remove_enrolments",
        _("Took back the memberships of: %(names)s."),
        _("Make them members again on the league’s page of people."),
    ),
    Verb(
        "adjust_points",
        _("Adjusted the points of %(name)s by %(points)s."),
        undo_members.ADJUST_POINTS,
    ),
    Verb(
        "withdraw_adjustment",
        _("Withdrew the adjustment of %(name)s by %(points)s."),
        undo_members.WITHDRAW_ADJUSTMENT,
    ),
    Verb(
        "restore_adjustment",
        _("Let the adjustment of %(name)s by %(points)s count again."),
        undo_members.ADJUST_POINTS,
    ),
    *TONIGHT,
    *ANSWERS,
)
