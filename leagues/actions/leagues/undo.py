"""Undoing what was done to a league, its nights, its members, and points given by hand."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.leagues.attach import touch_leagues
from leagues.actions.leagues.match_rules import tell_its_league
from leagues.actions.leagues.members import refuse_member
from leagues.actions.leagues.nights import (
    MOVED,
    refuse_needed,
    refuse_on_now,
    refuse_played,
    take_events_along,
)
from leagues.actions.refusal import Refused
from leagues.actions.undoable import (
    GONE,
    event_of,
    facts_as_before,
    not_over,
    nothing_since,
    put_back,
    rows_back,
    tell,
)
from leagues.actions.verb import Undo
from leagues.models import Action, Enrolment, Event, Match, Night
from leagues.reads.leagues.words import day_in_words

# --- Nights -------------------------------------------------------------------------------


def _of_day(sentence: Promise) -> Callable[[Action], str]:
    """A sentence that names the day of a night."""

    def says(action: Action) -> str:
        day = date.fromisoformat(action.said["day"])
        return str(sentence) % {"on": day_in_words(day)}

    return says


def _nights(action: Action) -> list[Night]:
    """Those that are there now of the nights that would change."""
    nights = Night.objects.filter(league=action.said["league"])
    keys = [
        pk for name, of, *_rest in action.said["rows"] if name == "night" for pk in of
    ]
    return list(nights.filter(pk__in=keys).select_related("league"))


def _nobody_needs_it(action: Action) -> None:
    for night in _nights(action):
        refuse_needed(night)


def _nobody_played_if_moved(action: Action) -> None:
    for night in _nights(action):
        if MOVED & action.said["before"].keys():
            refuse_played(night)


def _events_follow(by: Who, action: Action) -> None:
    for night in _nights(action):
        if MOVED & action.said["before"].keys():
            take_events_along(by, night)


def _is_not_on_if_cancelled(action: Action) -> None:
    back = rows_back(action)
    for night in _nights(action):
        if back[night.pk]["is_cancelled"]:
            refuse_on_now(night)


# --- Events -------------------------------------------------------------------------------


def _attach_says(action: Action) -> str:
    event = event_of(action)
    if event.binned_at is not None:
        raise Refused(_("This event is in the bin."))
    before: int | None = rows_back(action)[event.pk].get("night_id", event.night_id)
    night = Night.objects.filter(pk=before or 0).select_related("league").first()
    if night is None:
        return _("%(name)s will no longer count for a league.") % {"name": event.name}
    return _("%(name)s will count for %(league)s, %(on)s again.") % {
        "name": event.name,
        "league": night.league.name,
        "on": day_in_words(night.on),
    }


def _nights_recount(_by: Who, action: Action) -> None:
    for pk, was in rows_back(action, "league").items():
        if "scheme" in was:
            Event.objects.filter(night__league=pk).touch()


# --- Members ------------------------------------------------------------------------------


def _nothing_else_of_it(action: Action) -> None:
    """What is done to one membership is undone from the last act back."""
    verbs = ("begin_enrolment", "end_enrolment", "continue_enrolment")
    nothing_since(action, verbs, enrolment=action.said["enrolment"])


def _is_no_member_twice(action: Action) -> None:
    for pk, was in rows_back(action).items():
        removed = Enrolment(**was) if "player_id" in was else None
        enrolment = Enrolment.objects.filter(pk=pk).first() or removed
        if enrolment and was.get("last_id", pk) is None:
            refuse_member(enrolment)


# --- Periods of boxes -----------------------------------------------------------------------


def _nobody_played_in_it(action: Action) -> None:
    matches = Match.objects.filter(pairing_round__stage=action.said["stage_id"])
    if matches.played_or_paid().exists():
        raise Refused(_("Matches of this period have already been played."))


def _asked_again(_action: Action) -> str:
    return _("The question will be asked again.")


LOOKED_AT = Undo(_asked_again, tell)
CHANGE_MATCH_RULES = put_back(
    facts_as_before,
    not_over,
    then=lambda _by, action: tell_its_league(action),
    moves_tables=True,
)
CHANGE_LEAGUE = put_back(facts_as_before, then=_nights_recount)
CHALLENGE = put_back(
    later("The challenge of %(name)s against %(other)s will be removed.")
)
ARRANGE_MATCH = put_back(
    later("The match of %(name)s against %(other)s will be removed.")
)
JOIN_LEAGUE = put_back(
    later("These players will no longer be in the league: %(names)s.")
)
OPEN_PERIOD = put_back(
    later(
        "The period before it will be running again. Matches already dropped from it stay dropped."
    ),
    _nobody_played_in_it,
    moves_tables=True,
)
ADD_NIGHT = put_back(
    _of_day(later("The night on %(on)s will be removed.")), _nobody_needs_it
)
CHANGE_NIGHT = put_back(
    _of_day(later("Restores the earlier details of the night on %(on)s.")),
    _nobody_played_if_moved,
    then=_events_follow,
)
CANCEL_NIGHT = put_back(
    _of_day(later("The night on %(on)s will take place after all.")),
    _is_not_on_if_cancelled,
    since=GONE,
)
BRING_BACK_NIGHT = put_back(
    _of_day(later("The night on %(on)s will be cancelled again.")),
    _is_not_on_if_cancelled,
    since=GONE,
)
SKIP_NIGHT = put_back(_of_day(later("Restores the night on %(on)s.")), _nobody_needs_it)
CHANGE_CALENDAR = put_back(
    later("Restores the earlier calendar."),
    since=later(
        "The calendar, or one of the nights it changed, has been changed since."
    ),
)
ATTACH_EVENT = put_back(
    _attach_says, then=lambda _by, action: touch_leagues(action.said["nights"])
)
ENROL_MEMBERS = put_back(
    later("Removes these memberships as if they had never begun: %(names)s.")
)
END_ENROLMENT = put_back(
    later("%(name)s will stay a member."), _nothing_else_of_it, _is_no_member_twice
)
BEGIN_ENROLMENT = put_back(
    later("Restores the earlier start of the membership of %(name)s."),
    _nothing_else_of_it,
)
CONTINUE_ENROLMENT = put_back(
    later("Restores the earlier end of the membership of %(name)s."),
    _nothing_else_of_it,
    _is_no_member_twice,
)
REMOVE_ENROLMENTS = put_back(
    later("These players will be members again: %(names)s."), _is_no_member_twice
)
ADJUST_POINTS = put_back(
    later("The points adjustment for %(name)s will no longer count."), since=GONE
)
WITHDRAW_ADJUSTMENT = put_back(
    later("The points adjustment for %(name)s will count again."), since=GONE
)
