"""Undoing what an event is: its facts, its day, its stages, and the bin."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import F, Field
from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.events.boards import take_to
from leagues.actions.events.plan import (
    FACTS,
    bin_event,
    change_event,
    restore_event,
    state_of,
)
from leagues.actions.events.stages import (
    HELD,
    change_stage,
    columns_of,
    move_stage,
    remove_stage,
)
from leagues.actions.events.times import set_times
from leagues.actions.refusal import Refused
from leagues.actions.undoable import (
    changed_since,
    event_of,
    gone,
    nothing_since,
    same,
    stage_of,
    tell,
)
from leagues.actions.verb import Undo
from leagues.models import Action, Event, Stage
from leagues.reads import sheet_of
from leagues.reads.events.plans import plan_of, progress_of
from leagues.reads.log.facts import names_of_facts
from leagues.reads.marks import mark_of

# --- The event --------------------------------------------------------------------------


def _create_says(action: Action) -> str:
    event = event_of(action)
    if event.binned_at is not None:
        raise Refused(_("This event is in the bin already."))
    return _("%(event)s goes into the bin, with all that is in it.") % {"event": event}


def _undo_create(by: Who, action: Action) -> None:
    bin_event(by=by, event=event_of(action))


def _as_it_was(action: Action) -> str:
    return _("As before again: %(what)s.") % {
        "what": names_of_facts(action.said["before"])
    }


def _change_event_says(action: Action) -> str:
    if not same(action.said["after"], state_of(event_of(action))):
        raise changed_since()
    return _as_it_was(action)


def _undo_change_event(by: Who, action: Action) -> None:
    _change_event_says(action)
    event, before = event_of(action), action.said["before"]
    state = state_of(event)
    after = state | before
    facts = {name: _read(name, after[name]) for name in FACTS}
    change_event(
        by=by,
        event=event,
        seen=mark_of(state),
        sheet=sheet_of(Event(rules=after["rules"])),
        boards=after["boards"],
        facts=facts,
    )
    take_to(event, action.said.get("moved", ()))


def _read(name: str, value: Any) -> Any:
    """A fact as the event has it, from what the line kept."""
    field = Event._meta.get_field(name)
    assert isinstance(field, Field)
    return field.to_python(value)


# --- Its stages -------------------------------------------------------------------------

ORDER = ("add_stage", "plan_stage", "move_stage", "remove_stage")
"""Acts that change which stage comes when: undone from the last one back."""


def _planned(action: Action) -> Stage:
    """The stage, as long as nothing hangs on it."""
    stage = stage_of(action)
    if not progress_of(stage.event)[stage.pk].is_planned:
        raise Refused(_("%(stage)s has been opened.") % {"stage": stage})
    return stage


def _plan_says(action: Action) -> str:
    nothing_since(action, ORDER)
    return _("%(stage)s goes from the plan.") % {"stage": _planned(action)}


def _undo_plan(by: Who, action: Action) -> None:
    remove_stage(by=by, stage=_planned(action))


def _move_says(action: Action) -> str:
    nothing_since(action, ORDER)
    return _("%(stage)s is where it was in the plan.") % {"stage": _planned(action)}


def _undo_move(by: Who, action: Action) -> None:
    move_stage(by=by, stage=_planned(action), earlier=not action.said["earlier"])


def _remove_says(action: Action) -> str:
    nothing_since(action, ORDER)
    event = event_of(action)
    progress = progress_of(event)
    later = event.stages.filter(number__gte=action.said["number"])
    if not all(progress[stage.pk].is_planned for stage in later):
        raise Refused(_("A stage after it has been opened."))
    return _("%(stage)s is in the plan again.") % {"stage": action.said["stage"]}


def _undo_remove(by: Who, action: Action) -> None:
    _remove_says(action)
    event, number = event_of(action), action.said["number"]
    event.stages.filter(number__gte=number).update(number=F("number") + HELD)
    event.stages.filter(number__gt=HELD).update(number=F("number") - HELD + 1)
    Stage.objects.create(event=event, number=number, **action.said["was"])
    tell(by, action)


def _change_stage_says(action: Action) -> str:
    if not same(action.said["after"], columns_of(stage_of(action))):
        raise changed_since()
    return _as_it_was(action)


def _undo_change_stage(by: Who, action: Action) -> None:
    _change_stage_says(action)
    stage = stage_of(action)
    seen = mark_of(columns_of(stage))
    as_before = Stage(**columns_of(stage) | action.said["before"])
    change_stage(by=by, stage=stage, plan=plan_of(as_before), seen=seen)


# --- Its day, and the bin ---------------------------------------------------------------


def _start_says(action: Action) -> str:
    event = event_of(action)
    if event.state != Event.State.RUNNING:
        raise gone()
    if event.matches.begun().exists():
        raise Refused(_("Somebody has begun to play."))
    return _("The event counts as planned again, not as on now.")


def _undo_start(by: Who, action: Action) -> None:
    event, said = event_of(action), action.said
    event.state = Event.State.PLANNED
    if said.get("begins") == event.starts_at.isoformat():
        event.starts_at = datetime.fromisoformat(said["planned"])
    event.save(update_fields=["state", "starts_at"])
    if "begins" in said:
        set_times(event)
    tell(by, action)


def _bin_event_says(action: Action) -> str:
    if action.event is None or action.event.binned_at is None:
        raise gone()
    return _("The event comes back from the bin.")


def _undo_bin_event(by: Who, action: Action) -> None:
    if action.event:
        restore_event(by=by, event=action.event)


def _restore_event_says(action: Action) -> str:
    if action.event is None or action.event.binned_at is not None:
        raise gone()
    return _("The event goes back into the bin.")


def _undo_restore_event(by: Who, action: Action) -> None:
    if action.event:
        bin_event(by=by, event=action.event)


CREATE = Undo(_create_says, _undo_create)
CHANGE = Undo(_change_event_says, _undo_change_event)
START = Undo(_start_says, _undo_start)
BIN = Undo(_bin_event_says, _undo_bin_event)
RESTORE = Undo(_restore_event_says, _undo_restore_event)
PLAN_STAGE = Undo(_plan_says, _undo_plan)
MOVE_STAGE = Undo(_move_says, _undo_move)
REMOVE_STAGE = Undo(_remove_says, _undo_remove)
CHANGE_STAGE = Undo(_change_stage_says, _undo_change_stage)
