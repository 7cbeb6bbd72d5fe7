"""Undoing what was done to a league and its nights."""

from __future__ import annotations

from datetime import date, time
from typing import Any

from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.leagues.attach import attach_again
from leagues.actions.leagues.calendar import restore_calendar
from leagues.actions.leagues.leagues import change_league, facts_of
from leagues.actions.leagues.nights import (
    bring_back_night,
    cancel_night,
    change_night,
    put_night_back,
    skip_night,
)
from leagues.actions.leagues.nights import facts_of as facts_of_night
from leagues.actions.undoable import (
    changed_since,
    event_of,
    gone,
    nothing_since,
    same,
)
from leagues.actions.verb import Undo
from leagues.models import Action, League, Night
from leagues.reads.leagues.words import day_in_words


def league_of(action: Action) -> League:
    league = League.objects.filter(pk=action.said.get("league")).first()
    if league is None:
        raise gone()
    return league


def _night(action: Action) -> Night:
    nights = Night.objects.select_related("league").filter(pk=action.said.get("night"))
    night = nights.first()
    if night is None:
        raise gone()
    return night


# --- The league ---------------------------------------------------------------------------


def _change_league_says(action: Action) -> str:
    league = league_of(action)
    if not same(action.said["after"], facts_of(league)):
        raise changed_since()
    return _("%(league)s is as before again.") % {"league": league.name}


def _undo_change_league(by: Who, action: Action) -> None:
    _change_league_says(action)
    change_league(by=by, league=league_of(action), facts=action.said["before"])


CHANGE_LEAGUE = Undo(_change_league_says, _undo_change_league, moves_tables=True)


# --- Nights -------------------------------------------------------------------------------


def _add_night_says(action: Action) -> str:
    return _("The night on %(on)s is taken out again.") % {
        "on": day_in_words(_night(action).on)
    }


def _undo_add_night(by: Who, action: Action) -> None:
    skip_night(by=by, night=_night(action))


def _change_night_says(action: Action) -> str:
    night = _night(action)
    if not same(action.said["after"], facts_of_night(night)):
        raise changed_since()
    return _("The night on %(on)s is as before again.") % {
        "on": day_in_words(date.fromisoformat(action.said["day"]))
    }


def _undo_change_night(by: Who, action: Action) -> None:
    _change_night_says(action)
    night = _night(action)
    before = facts_of_night(night) | _dated(action.said["before"])
    change_night(by=by, night=night, facts=before)


def _dated(kept: dict[str, Any]) -> dict[str, Any]:
    """Days and times as a row has them, from what a line kept."""
    reads = {
        "on": date.fromisoformat,
        "moved_from": date.fromisoformat,
        "at": time.fromisoformat,
    }
    return {
        name: reads[name](value) if name in reads and value else value
        for name, value in kept.items()
    }


def _cancel_says(action: Action) -> str:
    night = _night(action)
    if not night.is_cancelled:
        raise gone()
    return _("The night on %(on)s takes place after all.") % {
        "on": day_in_words(night.on)
    }


def _undo_cancel(by: Who, action: Action) -> None:
    _cancel_says(action)
    bring_back_night(by=by, night=_night(action))


def _bring_back_says(action: Action) -> str:
    night = _night(action)
    if night.is_cancelled:
        raise gone()
    return _("The night on %(on)s is cancelled again.") % {"on": day_in_words(night.on)}


def _undo_bring_back(by: Who, action: Action) -> None:
    _bring_back_says(action)
    reason = action.said["before"]["reason"]
    cancel_night(by=by, night=_night(action), reason=reason)


def _skip_says(action: Action) -> str:
    league_of(action)
    return _("There is a night on %(on)s again.") % {
        "on": day_in_words(date.fromisoformat(action.said["day"]))
    }


def _undo_skip(by: Who, action: Action) -> None:
    was = _dated(action.said["was"])
    put_night_back(by=by, league=league_of(action), was=was)


def _put_back_says(action: Action) -> str:
    return _add_night_says(action)


def _calendar_says(action: Action) -> str:
    league = league_of(action)
    nothing_since(action, ("change_calendar",), league=league.pk)
    return _("The calendar is as it was; nights that were edited since stay.")


def _undo_calendar(by: Who, action: Action) -> None:
    _calendar_says(action)
    said = action.said
    restore_calendar(
        by=by,
        league=league_of(action),
        rule=said["before"]["calendar"],
        moved=[_dated(each) for each in said["before"]["nights"]],
        removed=[_dated(each) for each in said["removed"]],
        added=said["added"],
    )


ADD_NIGHT = Undo(_add_night_says, _undo_add_night)
CHANGE_NIGHT = Undo(_change_night_says, _undo_change_night)
CANCEL_NIGHT = Undo(_cancel_says, _undo_cancel, moves_tables=True)
BRING_BACK_NIGHT = Undo(_bring_back_says, _undo_bring_back, moves_tables=True)
SKIP_NIGHT = Undo(_skip_says, _undo_skip)
PUT_NIGHT_BACK = Undo(_put_back_says, _undo_add_night)
CHANGE_CALENDAR = Undo(_calendar_says, _undo_calendar)


# --- Events -------------------------------------------------------------------------------


def _attach_says(action: Action) -> str:
    event, after = event_of(action), action.said["after"]
    now = {"night": event.night_id, "own_table": event.own_table}
    if not same(after, now):
        raise changed_since()
    before = action.said["before"]["night"]
    night = Night.objects.filter(pk=before).select_related("league").first()
    if before and night is None:
        raise gone()
    if night is None:
        return _("%(name)s counts for no league again.") % {"name": event.name}
    return _("%(name)s counts for %(league)s, %(on)s again.") % {
        "name": event.name,
        "league": night.league.name,
        "on": day_in_words(night.on),
    }


def _undo_attach(by: Who, action: Action) -> None:
    _attach_says(action)
    before = action.said["before"]
    nights = Night.objects.select_related("league")
    attach_again(
        by=by,
        event=event_of(action),
        night=nights.filter(pk=before["night"]).first(),
        own_table=before["own_table"],
    )


ATTACH_EVENT = Undo(_attach_says, _undo_attach)
