"""The stages of an event: added, changed, moved and removed, before and during the day."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import F, Max

from leagues.access import Who
from leagues.actions.log import record
from leagues.actions.meanwhile import same_as
from leagues.actions.planning.plan import TooLate
from leagues.actions.playing.times import set_times
from leagues.bridge.rules.plans import COLUMNS, plan_of, progress_of
from leagues.models import Event, Stage
from leagues.stages.changes import too_late
from leagues.stages.plan import StagePlan, row_of

HELD = 1000
"""Beyond every stage's number: where one waits while another takes its place."""


@transaction.atomic
def plan_stage(*, by: Who, event: Event, plan: StagePlan) -> Stage:
    """Add a stage after those there are."""
    event = Event.objects.select_for_update().get(pk=event.pk)
    last = event.stages.aggregate(last=Max("number"))["last"] or 0
    stage = Stage.objects.create(event=event, number=last + 1, **row_of(plan))
    _tell(by, event, "plan_stage", stage)
    return stage


def columns_of(stage: Stage) -> dict[str, Any]:
    """All that ``change_stage`` may change, as it stands."""
    return {name: getattr(stage, name) for name in COLUMNS}


@transaction.atomic
def change_stage(*, by: Who, stage: Stage, plan: StagePlan, seen: str) -> None:
    """Change a stage, as far as it may still change."""
    event, stage = _held(stage)
    before = columns_of(stage)
    same_as(seen, before)
    if late := too_late(plan_of(stage), plan, progress_of(event)[stage.pk]):
        raise TooLate(late)
    after = row_of(plan)
    changed = {name: old for name, old in before.items() if old != after.get(name, old)}
    if not changed:
        return
    Stage.objects.filter(pk=stage.pk).update(**after)
    set_times(event)
    _tell(
        by,
        event,
        "change_stage",
        stage,
        before=changed,
        after={name: after[name] for name in changed},
    )


@transaction.atomic
def move_stage(*, by: Who, stage: Stage, earlier: bool) -> None:
    """Let a stage change places with the one before or after it, while both are only planned."""
    event, stage = _held(stage)
    other = event.stages.filter(number=stage.number + (-1 if earlier else 1)).first()
    planned = _planned(event)
    if other is None or not {stage.pk, other.pk} <= planned:
        raise TooLate(["number"])
    for row, number in ((other, HELD), (stage, other.number), (other, stage.number)):
        Stage.objects.filter(pk=row.pk).update(number=number)
    _tell(by, event, "move_stage", stage, earlier=earlier)


@transaction.atomic
def remove_stage(*, by: Who, stage: Stage) -> None:
    """Take away a stage that is only planned. The log keeps all there was of it."""
    event, stage = _held(stage)
    if stage.pk not in _planned(event):
        raise TooLate(["number"])
    _tell(by, event, "remove_stage", stage, number=stage.number, was=columns_of(stage))
    stage.delete()
    later = event.stages.filter(number__gt=stage.number)
    later.update(number=F("number") + HELD)
    event.stages.filter(number__gt=HELD).update(number=F("number") - HELD - 1)


def _held(stage: Stage) -> tuple[Event, Stage]:
    """The event's row, locked, and the stage as it is now."""
    event = Event.objects.select_for_update().get(pk=stage.event_id)
    return event, event.stages.get(pk=stage.pk)


def _planned(event: Event) -> set[int]:
    """The stages on which nothing hangs yet."""
    progress = progress_of(event)
    return {stage for stage, so_far in progress.items() if so_far.is_planned}


def _tell(by: Who, event: Event, verb: str, stage: Stage, **said: Any) -> None:
    event.touch()
    record(
        by=by,
        verb=verb,
        club=event.club,
        event=event,
        stage=stage.name,
        stage_id=stage.pk,
        **said,
    )
