"""Undoing what an event is: its facts, its stages, and who may enter themselves."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import F, Field
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.entries.registration import registration_of, set_registration
from leagues.actions.events.boards import take_to
from leagues.actions.events.plan import FACTS, bin_event, change_event, state_of
from leagues.actions.events.stages import (
    HELD,
    change_stage,
    columns_of,
    move_stage,
    remove_stage,
)
from leagues.actions.log.undoable import (
    Undo,
    Undos,
    event_of,
    nothing_since,
    stage_of,
    tell,
)
from leagues.actions.refusal import Refused
from leagues.models import Action, Entry, Event, Stage
from leagues.reads import sheet_of
from leagues.reads.events.plans import plan_of, progress_of
from leagues.reads.log.sentences import names_of_facts
from leagues.reads.marks import mark_of

# --- The event --------------------------------------------------------------------------


def _create_says(action: Action) -> str:
    event = event_of(action)
    if event.binned_at is not None:
        raise Refused(_("This event is in the bin already."))
    return _("%(event)s goes into the bin, with all that is in it.") % {"event": event}


def _undo_create(by: Who, action: Action) -> None:
    bin_event(by=by, event=event_of(action))


def _same(kept: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether all that a line kept is still so; both as JSON has them."""
    plain = json.loads(json.dumps(dict(now), cls=DjangoJSONEncoder))
    return all(plain.get(name) == value for name, value in kept.items())


def _as_it_was(action: Action) -> str:
    return _("As before again: %(what)s.") % {
        "what": names_of_facts(action.said["before"])
    }


def _change_event_says(action: Action) -> str:
    if not _same(action.said["after"], state_of(event_of(action))):
        raise Refused(_("This was changed again since."))
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
    if not _same(action.said["after"], columns_of(stage_of(action))):
        raise Refused(_("This was changed again since."))
    return _as_it_was(action)


def _undo_change_stage(by: Who, action: Action) -> None:
    _change_stage_says(action)
    stage = stage_of(action)
    seen = mark_of(columns_of(stage))
    as_before = Stage(**columns_of(stage) | action.said["before"])
    change_stage(by=by, stage=stage, plan=plan_of(as_before), seen=seen)


# --- Who may enter themselves ---------------------------------------------------------------


def _registration_says(action: Action) -> str:
    event, said = event_of(action), action.said
    if not _same({name: said[name] for name in said["before"]}, registration_of(event)):
        raise Refused(_("This was changed again since."))
    sentences = [
        _("People may enter themselves again.")
        if said["before"]["takes_entries"]
        else _("Nobody may enter themselves any more."),
        _("Limit and last day are as they were."),
    ]
    if moved := said.get("moved_up"):
        back = Entry.objects.filter(pk__in=moved, state=Entry.State.ACTIVE)
        if back.filter(pool_places=None, side_entries=None).count() < len(moved):
            raise Refused(_("Whoever moved up is drawn already."))
        text = ngettext(
            "Back on the waiting list: %(names)s.",
            "Back on the waiting list: %(names)s.",
            len(moved),
        )
        sentences.append(text % {"names": ", ".join(said["moved_up_names"])})
    return " ".join(sentences)


def _undo_registration(by: Who, action: Action) -> None:
    _registration_says(action)
    event, before = event_of(action), action.said["before"]
    moved = Entry.objects.filter(pk__in=action.said.get("moved_up", ()))
    moved.update(state=Entry.State.WAITING)
    closes = before["entries_close_at"]
    set_registration(
        by=by,
        event=event,
        seen=mark_of(registration_of(event)),
        takes_entries=before["takes_entries"],
        entry_limit=before["entry_limit"],
        entries_close_at=datetime.fromisoformat(closes) if closes else None,
    )


UNDOS: Undos = {
    "create_event": Undo(_create_says, _undo_create),
    "change_event": Undo(_change_event_says, _undo_change_event),
    **dict.fromkeys(("add_stage", "plan_stage"), Undo(_plan_says, _undo_plan)),
    "move_stage": Undo(_move_says, _undo_move),
    "remove_stage": Undo(_remove_says, _undo_remove),
    "change_stage": Undo(_change_stage_says, _undo_change_stage),
    "set_registration": Undo(_registration_says, _undo_registration),
}
