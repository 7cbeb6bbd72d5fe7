"""Add, change, cancel and remove single nights of a league."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import Line, act
from leagues.actions.date_changes import TELL, Telling, note_change, note_deletion
from leagues.actions.events.times import set_times
from leagues.actions.leagues.day_sentences import fill_in_day, of_day
from leagues.actions.leagues.unplayed.moves import (
    MOVE_WITH_NIGHT,
    move_with_week,
    refuse_with_matches,
)
from leagues.actions.refusal import Refused, refuse_stale
from leagues.actions.undo_rows import GONE, put_back, rows_back
from leagues.actions.verb import Verb
from leagues.models import Action, Arrival, DateChange, Event, League, Night
from leagues.reads.leagues.calendar import calendar_of, night_rows
from leagues.reads.leagues.words import day_in_words
from leagues.reads.log.facts import LogFacts, changed_facts
from leagues.reads.messages.date_changes import date_facts
from leagues.reads.state_marks import mark_of

FACTS = ("on", "at", "name", "place", "host_id", "always_counts")
"""The fields that ``change_night`` may change."""
MOVED = frozenset({"on", "at"})


def facts_of(night: Night) -> dict[str, Any]:
    """The current values of everything that ``change_night`` may change."""
    return {name: getattr(night, name) for name in FACTS}


def add_night(*, by: Who, league: League, facts: Mapping[str, Any]) -> Night:
    """Add a night that doesn't follow from the calendar rule."""
    with act(by, league, ADD_NIGHT) as line:
        _keep_calendar(line, league)
        night = Night.objects.create(league=league, is_edited=True, **facts)
        _leave_out(line.on, night.on, skipped=False)
        line.say(night=night.pk, day=night.on.isoformat())
    return night


def _of_day(sentence: Promise) -> Callable[[Action], str]:
    """An undo sentence that contains the day of a night."""

    def preview(action: Action) -> str:
        day = date.fromisoformat(action.details["day"])
        return str(sentence) % {"on": day_in_words(day)}

    return preview


def _nights_of(action: Action) -> list[Night]:
    """The existing nights among those that an act changed."""
    nights = Night.objects.filter(league=action.details["league"])
    keys = [pk for name, of, *_rest in action.details["rows"] if name == "night" for pk in of]
    return list(nights.filter(pk__in=keys).select_related("league"))


def _refuse_needed_nights(action: Action) -> None:
    for night in _nights_of(action):
        refuse_needed(night)


ADD_NIGHT = Verb(
    "add_night",
    of_day(later("Added a night on %(day)s.")),
    put_back(_of_day(later("The night on %(on)s will be removed.")), _refuse_needed_nights),
)


def change_night(
    *, by: Who, night: Night, facts: Mapping[str, Any], seen: str = "", telling: Telling = TELL
) -> bool:
    """Change the date, venue, host or name of a night; False if nothing differs.

    Its planned events move with it. A night on which play has begun can't be moved.
    """
    with act(by, night, CHANGE_NIGHT, night=night.pk) as line:
        now, before, known = line.on, facts_of(line.on), date_facts(line.on)
        line.keep(Night.objects.filter(pk=now.pk))
        if seen:
            refuse_stale(seen, mark_of(before))
        changed = {name: old for name, old in before.items() if old != facts[name]}
        if not changed:
            line.drop()
            return False
        if "always_counts" in changed and not facts["always_counts"]:
            _refuse_finals(now)
        is_moved = bool(MOVED & changed.keys())
        if is_moved:
            refuse_played(now)
        if "on" in changed:
            meant = now.moved_from or now.on
            now.moved_from = None if facts["on"] == meant else meant
        for name in changed:
            setattr(now, name, facts[name])
        now.is_edited = True
        now.save()
        line.say(day=before["on"].isoformat(), before=changed)
        if is_moved:
            take_events_along(by, now)
        note_change(now, known, telling)
    night.refresh_from_db()
    return True


def _refuse_moved_if_played(action: Action) -> None:
    for night in _nights_of(action):
        if MOVED & action.details["before"].keys():
            refuse_played(night)


def _events_follow(by: Who, action: Action) -> None:
    for night in _nights_of(action):
        if MOVED & action.details["before"].keys():
            take_events_along(by, night)


def _describe_change(facts: LogFacts) -> str:
    facts["what"] = changed_facts(facts)
    fill_in_day(facts)
    return _("Changed the night on %(day)s: %(what)s.")


CHANGE_NIGHT = Verb(
    "change_night",
    _describe_change,
    put_back(
        _of_day(later("Restores the earlier details of the night on %(on)s.")),
        _refuse_moved_if_played,
        then=_events_follow,
    ),
)


def refuse_played(night: Night) -> None:
    if _begun_events(night).exists():
        raise Refused(_("Matches have already been played that day."), field="on")


def refuse_on_now(night: Night) -> None:
    if _begun_events(night).filter(state=Event.State.RUNNING).exists():
        raise Refused(_("This night is running. Finish its event first."))
    refuse_with_matches(night)


def _refuse_finals(night: Night) -> None:
    """Refuse to make a night of finals a normal one, which would reward the best twice."""
    if night.events.filter(finals_of_season__league=night.league).exists():
        raise Refused(
            _("The finals of the league are played that night, and finals always count."),
            field="always_counts",
        )


def _begun_events(night: Night) -> Any:
    return night.events.filter(binned_at=None).exclude(state=Event.State.PLANNED)


def take_events_along(by: Who, night: Night) -> None:
    planned = night.events.filter(binned_at=None, state=Event.State.PLANNED)
    for event in planned.order_by("pk"):
        with act(by, event, MOVE_WITH_NIGHT) as line:
            line.say(day=night.on.isoformat())
            line.event.starts_at = night.starts_at
            line.event.save(update_fields=["starts_at"])
            set_times(line.event)
    move_with_week(by=by, night=night)


def cancel_night(*, by: Who, night: Night, reason: str, telling: Telling = TELL) -> None:
    """Cancel a night, so that it doesn't count. Its events and answers are kept."""
    with act(by, night, CANCEL_NIGHT, night=night.pk) as line:
        refuse_on_now(line.on)
        line.say(reason=reason)
        _set_cancelled(line, reason, telling, is_cancelled=True)
    night.refresh_from_db()


def _is_not_on_if_cancelled(action: Action) -> None:
    back = rows_back(action)
    for night in _nights_of(action):
        if back[night.pk]["is_cancelled"]:
            refuse_on_now(night)


CANCEL_NIGHT = Verb(
    "cancel_night",
    of_day(later("Cancelled the night on %(day)s.")),
    put_back(
        _of_day(later("The night on %(on)s will take place after all.")),
        _is_not_on_if_cancelled,
        since=GONE,
    ),
)


def bring_back_night(*, by: Who, night: Night, telling: Telling = TELL) -> None:
    """Restore a cancelled night."""
    with act(by, night, BRING_BACK_NIGHT, night=night.pk) as line:
        _set_cancelled(line, "", telling, is_cancelled=False)
    night.refresh_from_db()


BRING_BACK_NIGHT = Verb(
    "bring_back_night",
    of_day(later("Restored the night on %(day)s.")),
    put_back(
        _of_day(later("The night on %(on)s will be cancelled again.")),
        _is_not_on_if_cancelled,
        since=GONE,
    ),
)


def _set_cancelled(line: Line[Night], reason: str, telling: Telling, *, is_cancelled: bool) -> None:
    line.say(day=line.on.on.isoformat())
    known = date_facts(line.on)
    here = Night.objects.filter(pk=line.on.pk, is_cancelled=not is_cancelled)
    line.keep(here)
    if not here.update(is_cancelled=is_cancelled, reason=reason, is_edited=True):
        line.drop()
        return
    line.on.refresh_from_db()
    note_change(line.on, known, telling)


def skip_night(*, by: Who, night: Night, telling: Telling = TELL) -> None:
    """Delete a night for good, also for later changes of the calendar rule.

    A night with answers, or with which a membership begins, can only be cancelled.
    """
    with act(by, night, SKIP_NIGHT) as line:
        now = line.on
        refuse_needed(now)
        note_deletion(now, telling)
        _keep_calendar(line, now.league)
        line.say(day=now.on.isoformat())
        _leave_out(now.league, now.moved_from or now.on, skipped=True)
        now.delete()


SKIP_NIGHT = Verb(
    "skip_night",
    of_day(later("Removed the night on %(day)s.")),
    put_back(_of_day(later("Restores the night on %(on)s.")), _refuse_needed_nights),
)


def refuse_needed(night: Night) -> None:
    if night.events.exists():
        raise Refused(
            _("This night has an event. Move the event to another night, or cancel this night.")
        )
    if night.dated_matches.exists():
        raise Refused(_("This week has matches. Move them to another week first."))
    if night_rows(night.league).filter(pk=night.pk, is_needed=True).exists():
        raise Refused(
            _(
                "Players have answered for this night, or memberships begin with it. Cancel the night instead."
            )
        )


def _keep_calendar(line: Line[Any], league: League) -> None:
    line.keep(
        League.objects.filter(pk=league.pk),
        league.nights.all(),
        DateChange.objects.filter(night__league=league),
        Arrival.objects.filter(night__league=league),
    )


def _leave_out(league: League, day: date, *, skipped: bool) -> None:
    """Add a date to the dates that the calendar rule skips, or remove it from them."""
    rule = calendar_of(league)
    if rule is None:
        return
    days = rule.skipped | {day} if skipped else rule.skipped - {day}
    kept = replace(rule, skipped=days).to_dict()
    League.objects.filter(pk=league.pk).update(calendar=kept)
