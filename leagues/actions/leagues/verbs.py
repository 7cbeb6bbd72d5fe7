"""The verbs of leagues: how the log says them, and how they are undone."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext
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
    return gettext("Changed the league: %(what)s.")


def _changed_rules(facts: LogFacts) -> str:
    facts["what"] = changed_facts(facts)
    return gettext("Changed the match rules: %(what)s.")


def _changed_night(facts: LogFacts) -> str:
    facts["what"] = changed_facts(facts)
    say_day(facts)
    return gettext("Changed the night on %(day)s: %(what)s.")


def _attached(facts: LogFacts) -> str:
    if facts.get("where"):
        return gettext("Set %(name)s to count for %(where)s.")
    return gettext("Set %(name)s to count for no league.")


def _moved_to_division(facts: LogFacts) -> str:
    if facts.get("division"):
        return gettext("Moved %(names)s to %(division)s.")
    return gettext("Moved %(names)s out of their division.")


def _noted_dues(facts: LogFacts) -> str:
    if facts["said"].get("day"):
        say_day(facts)
        return gettext("Recorded the dues of %(names)s for the night on %(day)s.")
    return gettext("Recorded the dues of %(names)s.")


def _changed_calendar(facts: LogFacts) -> str:
    return ngettext(
        "Changed the calendar of the league and %(changed)s night.",
        "Changed the calendar of the league and %(changed)s nights.",
        facts["said"].get("changed", 0),
    )


def _joined_late(facts: LogFacts) -> str:
    return ngettext(
        "Added %(name)s late, with %(matches)s match.",
        "Added %(name)s late, with %(matches)s matches.",
        facts["said"].get("matches", 0),
    )


VERBS = (
    Verb(
        "open_league",
        _("Opened the league %(name)s."),
        _("Cancel the nights of this league, or make it visible to organisers only."),
    ),
    Verb("change_league", _changed, undo.CHANGE_LEAGUE),
    Verb("change_match_rules", _changed_rules, undo.CHANGE_MATCH_RULES),
    # Its divisions
    Verb(
        "set_divisions",
        _("Named the divisions: %(divisions)s."),
        put_back(_("Restores the earlier divisions."), moves_tables=True),
    ),
    Verb(
        "move_to_division",
        _moved_to_division,
        put_back(
            _("Moves these players back to their earlier division: %(names)s."),
            moves_tables=True,
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
        of_day(_("Restored the night on %(day)s.")),
        undo.BRING_BACK_NIGHT,
    ),
    Verb("skip_night", of_day(_("Removed the night on %(day)s.")), undo.SKIP_NIGHT),
    Verb(
        "change_calendar",
        _changed_calendar,
        undo.CHANGE_CALENDAR,
    ),
    Verb(
        "move_with_night",
        of_day(_("Moved the event to %(day)s along with its night.")),
        _("Move the night of this event back."),
    ),
    Verb("attach_event", _attached, undo.ATTACH_EVENT),
    Verb(
        "challenge",
        _("Entered the challenge of %(name)s against %(other)s."),
        undo.CHALLENGE,
    ),
    Verb(
        "arrange_match",
        _("Arranged a match of %(name)s against %(other)s."),
        undo.ARRANGE_MATCH,
    ),
    Verb("join_league", _("Added to the league: %(names)s."), undo.JOIN_LEAGUE),
    Verb(
        "join_late",
        _joined_late,
        put_back(
            _(
                "%(name)s will no longer be in the league, and their matches will be removed."
            ),
            moves_tables=True,
        ),
    ),
    Verb("open_period", _("Began period %(period)s."), undo.OPEN_PERIOD),
    # What was looked at
    Verb(
        "tell_apart",
        _("Marked %(name)s and %(other_name)s as two different people."),
        undo.LOOKED_AT,
    ),
    Verb(
        "see_correction",
        _("Marked the correction of %(match)s as seen. Places changed for: %(names)s."),
        undo.LOOKED_AT,
    ),
    # Its members
    Verb(
        "offer_join_link",
        _("Created a link to join the league."),
        _("Revoke the link on the league’s “People” page."),
    ),
    Verb(
        "revoke_join_link",
        _("Revoked the link to join the league."),
        _("A revoked link can’t be used again. Create a new one."),
    ),
    Verb(
        "join_by_link",
        _("%(name)s joined by the link."),
        put_back(
            _("Removes the membership of %(name)s as if it had never begun."),
            moves_tables=True,
        ),
    ),
    Verb(
        "enrol_members",
        _("Added members to the league: %(names)s."),
        undo.ENROL_MEMBERS,
    ),
    Verb(
        "end_enrolment",
        _("Ended the membership of %(name)s on %(last)s."),
        undo.END_ENROLMENT,
    ),
    Verb(
        "begin_enrolment",
        _("Changed the start of the membership of %(name)s."),
        undo.BEGIN_ENROLMENT,
    ),
    Verb(
        "continue_enrolment",
        _("%(name)s will stay a member."),
        undo.CONTINUE_ENROLMENT,
    ),
    Verb(
        "remove_enrolments",
        _("Removed the memberships of: %(names)s."),
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
        _("The earlier venue wasn’t saved. Enter it again on the page of the league."),
    ),
    Verb(
        "note_membership",
        _("Recorded the membership of %(names)s for %(year)s."),
        put_back(_("Restores the earlier membership record of: %(names)s.")),
    ),
    Verb(
        "change_fee",
        _("Changed the membership fee or the start of the membership year."),
        put_back(_("Restores the earlier fee, currency and first month.")),
    ),
    Verb(
        "note_dues",
        _noted_dues,
        put_back(_("Restores the earlier record of dues of: %(names)s.")),
    ),
    *TONIGHT,
    *ANSWERS,
    *UNPLAYED,
    *TEAMS,
    *SEASON_END,
)
