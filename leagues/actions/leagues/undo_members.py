"""Undoing what was done to the members of a league, and to points given by hand."""

from __future__ import annotations

from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.leagues.members import (
    begin_enrolment,
    continue_enrolment,
    end_enrolment,
    remove_enrolments,
    restore_adjustment,
    withdraw_adjustment,
)
from leagues.actions.leagues.undo import league_of
from leagues.actions.undoable import changed_since, gone
from leagues.actions.verb import Undo
from leagues.models import Action, Adjustment, Enrolment, Night


def _enrolment(action: Action) -> Enrolment:
    enrolments = Enrolment.objects.select_related("league", "player", "first", "last")
    found = enrolments.filter(pk=action.said.get("enrolment")).first()
    if found is None:
        raise gone()
    return found


def _enrol_says(action: Action) -> str:
    league_of(action)
    here = Enrolment.objects.filter(pk__in=action.said["enrolments"])
    if here.count() < len(action.said["enrolments"]):
        raise gone()
    return _("No members any more, as if they never had been: %(names)s.") % {
        "names": ", ".join(action.said["names"])
    }


def _undo_enrol(by: Who, action: Action) -> None:
    _enrol_says(action)
    kept = action.said["enrolments"]
    remove_enrolments(by=by, league=league_of(action), enrolments=kept)


def _end_says(action: Action) -> str:
    enrolment = _enrolment(action)
    if enrolment.last is None:
        raise gone()
    return _("%(name)s stays a member.") % {"name": enrolment.player.name}


def _undo_end(by: Who, action: Action) -> None:
    _end_says(action)
    continue_enrolment(by=by, enrolment=_enrolment(action))


def _begin_says(action: Action) -> str:
    enrolment = _enrolment(action)
    if enrolment.first_id != action.said["after"]["first"]:
        raise changed_since()
    return _("The membership of %(name)s begins as before again.") % {
        "name": enrolment.player.name
    }


def _undo_begin(by: Who, action: Action) -> None:
    _begin_says(action)
    pk, enrolment = action.said["before"]["first"], _enrolment(action)
    first = Night.objects.filter(pk=pk, league=enrolment.league).first()
    if pk and first is None:
        raise gone()
    begin_enrolment(by=by, enrolment=enrolment, first=first)


def _continue_says(action: Action) -> str:
    enrolment = _enrolment(action)
    if enrolment.last is not None or not action.said.get("before"):
        raise gone()
    return _("The membership of %(name)s ends as before again.") % {
        "name": enrolment.player.name
    }


def _undo_continue(by: Who, action: Action) -> None:
    _continue_says(action)
    last = Night.objects.filter(pk=action.said["before"]["last"]).first()
    if last is None:
        raise gone()
    end_enrolment(by=by, enrolment=_enrolment(action), last=last)


def _adjustment(action: Action) -> Adjustment:
    adjustments = Adjustment.objects.select_related("league", "player")
    found = adjustments.filter(pk=action.said.get("adjustment")).first()
    if found is None:
        raise gone()
    return found


def _counts_says(action: Action) -> str:
    """Of points that count: that they will not."""
    adjustment = _adjustment(action)
    if adjustment.withdrawn_at:
        raise gone()
    return _("The points of %(name)s given by hand count no more.") % {
        "name": adjustment.player.name
    }


def _undo_counts(by: Who, action: Action) -> None:
    _counts_says(action)
    withdraw_adjustment(by=by, adjustment=_adjustment(action))


def _withdrawn_says(action: Action) -> str:
    adjustment = _adjustment(action)
    if not adjustment.withdrawn_at:
        raise gone()
    return _("The points of %(name)s given by hand count again.") % {
        "name": adjustment.player.name
    }


def _undo_withdrawn(by: Who, action: Action) -> None:
    _withdrawn_says(action)
    restore_adjustment(by=by, adjustment=_adjustment(action))


ENROL_MEMBERS = Undo(_enrol_says, _undo_enrol, moves_tables=True)
END_ENROLMENT = Undo(_end_says, _undo_end, moves_tables=True)
BEGIN_ENROLMENT = Undo(_begin_says, _undo_begin, moves_tables=True)
CONTINUE_ENROLMENT = Undo(_continue_says, _undo_continue, moves_tables=True)
ADJUST_POINTS = Undo(_counts_says, _undo_counts, moves_tables=True)
WITHDRAW_ADJUSTMENT = Undo(_withdrawn_says, _undo_withdrawn, moves_tables=True)
