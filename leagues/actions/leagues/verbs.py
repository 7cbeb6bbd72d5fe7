"""The verbs of leagues: how the log says them, and how they are undone."""

from __future__ import annotations

from django.utils.translation import gettext as say
from django.utils.translation import gettext_lazy as _

from leagues.actions.leagues import undo
from leagues.actions.leagues.answer_verbs import ANSWERS
from leagues.actions.leagues.of_day import of_day, say_day
from leagues.actions.leagues.season_verbs import SEASON_END
from leagues.actions.leagues.teams.verbs import TEAMS
from leagues.actions.leagues.tonight_verbs import TONIGHT
from leagues.actions.leagues.unplayed.verbs import UNPLAYED
from leagues.actions.undoable import put_back
from leagues.actions.verb import Verb
from leagues.reads.log.facts import LogFacts, changed_facts


def _changed(facts: LogFacts) -> str:
    facts["what"] = changed_facts(facts)
    return say("Changed the league: %(what)s.")


def _changed_rules(facts: LogFacts) -> str:
    facts["what"] = changed_facts(facts)
    return say("Changed how its matches are played: %(what)s.")


def _changed_night(facts: LogFacts) -> str:
    facts["what"] = changed_facts(facts)
    say_day(facts)
    return say("Changed the night on %(day)s: %(what)s.")


def _attached(facts: LogFacts) -> str:
    if facts.get("where"):
        return say("Let %(name)s count for %(where)s.")
    return say("Let %(name)s count for no league.")


def _moved_to_division(facts: LogFacts) -> str:
    if facts.get("division"):
        return say("Put %(names)s in %(division)s.")
    return say("Put %(names)s in no division.")


def _noted_dues(facts: LogFacts) -> str:
    if facts["said"].get("day"):
        say_day(facts)
        return say("Noted the dues of %(names)s for the night on %(day)s.")
    return say("Noted the dues of %(names)s.")


VERBS = (
    Verb(
        "open_league",
        _("Opened the league %(name)s."),
        _("Cancel its nights, or show it to organisers only."),
    ),
    Verb("change_league", _changed, undo.CHANGE_LEAGUE),
    Verb("change_match_rules", _changed_rules, undo.CHANGE_MATCH_RULES),
    # Its divisions
    Verb(
        "set_divisions",
        _("Named its divisions: %(divisions)s."),
        put_back(_("Its divisions are as before again."), moves_tables=True),
    ),
    Verb(
        "move_to_division",
        _moved_to_division,
        put_back(
            _("Again in the division they were in: %(names)s."), moves_tables=True
        ),
    ),
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
        "change_calendar",
        _("Gave the league another calendar; nights changed: %(changed)s."),
        undo.CHANGE_CALENDAR,
    ),
    Verb(
        "move_with_night",
        of_day(_("Moved with its night to %(day)s.")),
        _("Move its night back."),
    ),
    Verb("attach_event", _attached, undo.ATTACH_EVENT),
    Verb("challenge", _("%(name)s challenged %(other)s."), undo.CHALLENGE),
    Verb(
        "arrange_match",
        _("%(name)s arranged a match against %(other)s."),
        undo.ARRANGE_MATCH,
    ),
    Verb("join_league", _("Let into the league: %(names)s."), undo.JOIN_LEAGUE),
    Verb(
        "join_late",
        _("%(name)s joined late and has %(matches)s matches."),
        put_back(
            _("%(name)s is not in the league, and has no matches."), moves_tables=True
        ),
    ),
    Verb("open_period", _("Began period %(period)s."), undo.OPEN_PERIOD),
    # What was looked at
    Verb(
        "tell_apart",
        _("Said that %(name)s and %(other_name)s are two people."),
        undo.LOOKED_AT,
    ),
    Verb(
        "see_correction",
        _("Saw that the correction of %(match)s moved: %(names)s."),
        undo.LOOKED_AT,
    ),
    # Its members
    Verb(
        "offer_join_link",
        _("Made a link by which people join."),
        _("Revoke the link on the league’s page of people."),
    ),
    Verb(
        "revoke_join_link",
        _("Revoked the link by which people join."),
        _("A revoked link is dead for good: make a new one."),
    ),
    Verb(
        "join_by_link",
        _("%(name)s joined by the link."),
        put_back(
            _("%(name)s is no member any more, as if they never had been."),
            moves_tables=True,
        ),
    ),
    Verb(
        "enrol_members",
        _("Made members of the league: %(names)s."),
        undo.ENROL_MEMBERS,
    ),
    Verb(
        "end_enrolment",
        _("%(name)s is a member until %(last)s."),
        undo.END_ENROLMENT,
    ),
    Verb(
        "begin_enrolment",
        _("Changed from when %(name)s is a member."),
        undo.BEGIN_ENROLMENT,
    ),
    Verb(
        "continue_enrolment",
        _("%(name)s stays a member."),
        undo.CONTINUE_ENROLMENT,
    ),
    Verb(
        "remove_enrolments",
        _("Took back the memberships of: %(names)s."),
        undo.REMOVE_ENROLMENTS,
    ),
    Verb(
        "adjust_points",
        _("Adjusted the points of %(name)s by %(points)s."),
        undo.ADJUST_POINTS,
    ),
    Verb(
        "withdraw_adjustment",
        _("Withdrew the adjustment of %(name)s by %(points)s."),
        undo.WITHDRAW_ADJUSTMENT,
    ),
    Verb(
        "set_venue",
        _("Changed the home venue of %(name)s."),
        _("The earlier venue wasn’t saved. Enter it again on the page of its league."),
    ),
    Verb(
        "note_membership",
        _("Noted the membership of %(names)s for %(year)s."),
        put_back(_("The membership of these is as noted before: %(names)s.")),
    ),
    Verb(
        "change_fee",
        _("Changed what a membership year costs, or when it begins."),
        put_back(_("Restores the earlier fee, currency and first month.")),
    ),
    Verb(
        "note_dues",
        _noted_dues,
        put_back(_("The dues of these are as noted before: %(names)s.")),
    ),
    *TONIGHT,
    *ANSWERS,
    *UNPLAYED,
    *TEAMS,
    *SEASON_END,
)
