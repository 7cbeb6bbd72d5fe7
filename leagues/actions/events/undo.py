"""Undoing what an event is: its facts, its day, its stages, and the bin."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Field
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.events.boards import take_to
from leagues.actions.events.plan import (
    FACTS,
    bin_event,
    change_event,
    restore_event,
    state_of,
)
from leagues.actions.events.stages import columns_of
from leagues.actions.events.times import set_times
from leagues.actions.refusal import Refused
from leagues.actions.undoable import (
    Check,
    changed_since,
    event_of,
    gone,
    not_over,
    nothing_since,
    put_back,
    rows_back,
    same,
    stage_of,
    tell,
)
from leagues.actions.verb import Undo
from leagues.models import Action, Event, Stage
from leagues.reads import sheet_of
from leagues.reads.events.plans import plan_of, progress_of
from leagues.reads.log.facts import filled, names_of_facts
from leagues.reads.marks import mark_of
from leagues.stages.changes import too_late

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


def _planned_or(why_not: Promise) -> Check:
    """Nothing may hang on the stages that changed, and nobody may have moved one since."""

    def check(action: Action) -> None:
        nothing_since(action, ORDER)
        not_over(action)
        event = event_of(action)
        progress = progress_of(event)
        stages = event.stages.filter(pk__in=rows_back(action))
        if not all(progress[stage.pk].is_planned for stage in stages):
            raise Refused(filled(why_not, action.said))

    return check


def _has_not_come_too_far(action: Action) -> None:
    stage = stage_of(action)
    changed = Stage(**columns_of(stage) | rows_back(action).get(stage.pk, {}))
    progress = progress_of(stage.event)[stage.pk]
    if too_late(plan_of(stage), plan_of(changed), progress):
        raise Refused(_("The stage has come too far to be changed like this."))


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
PLAN_STAGE = put_back(
    later("%(stage)s goes from the plan."),
    _planned_or(later("%(stage)s has been opened.")),
)
MOVE_STAGE = put_back(
    later("%(stage)s is where it was in the plan."),
    _planned_or(later("%(stage)s stays where it is.")),
)
REMOVE_STAGE = put_back(
    later("%(stage)s is in the plan again."),
    _planned_or(later("A stage after it has been opened.")),
)
CHANGE_STAGE = put_back(
    _as_it_was,
    _has_not_come_too_far,
    then=lambda action: set_times(event_of(action)),
)
