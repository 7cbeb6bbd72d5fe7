"""The stages of an event: added, changed, moved and removed, before and during the day."""

from __future__ import annotations

from typing import Any

from django.db.models import F, Max
from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.events.times import set_times
from leagues.actions.refusal import Refused, refuse_stale
from leagues.actions.rows import ASIDE
from leagues.models import Event, Stage
from leagues.reads.events.plans import COLUMNS, plan_of, progress_of
from leagues.reads.marks import mark_of
from leagues.stages.changes import Progress, too_late
from leagues.stages.plan import StagePlan, row_of


def plan_stage(*, by: Who, event: Event, plan: StagePlan) -> Stage:
    """Add a stage after those there are."""
    with act(by, event, "plan_stage") as line:
        line.keep(event.stages.all())
        last: int = event.stages.aggregate(last=Max("number"))["last"] or 0
        stage = Stage.objects.create(event=event, number=last + 1, **row_of(plan))
        line.say(stage=stage.name, stage_id=stage.pk)
    return stage


def columns_of(stage: Stage) -> dict[str, Any]:
    """All that ``change_stage`` may change, as it stands."""
    return {name: getattr(stage, name) for name in COLUMNS}


def _why_too_late(progress: Progress) -> str:
    if progress.begun or progress.over:
        return _("Too much has been played to change this stage that way.")
    if progress.drawn:
        return _(
            "Games of this stage are drawn. Delete the drafts or unpublish the games, then change the stage."
        )
    return _("This stage is already open, so its entries can no longer change.")


def change_stage(*, by: Who, stage: Stage, plan: StagePlan, seen: str) -> None:
    """Change a stage, as far as it may still change."""
    with act(by, stage, "change_stage", stage=stage.name, stage_id=stage.pk) as line:
        event, stage = line.event, line.on
        line.keep(event.stages.filter(pk=stage.pk))
        before = columns_of(stage)
        refuse_stale(
            seen,
            mark_of(before),
            _(
                "This stage has changed since you opened the page. Your change wasn’t saved."
            ),
        )
        progress = progress_of(event)[stage.pk]
        if too_late(plan_of(stage), plan, progress):
            raise Refused(_why_too_late(progress))
        after = row_of(plan)
        changed = {
            name: old for name, old in before.items() if old != after.get(name, old)
        }
        if not changed:
            line.drop()
            return
        Stage.objects.filter(pk=stage.pk).update(**after)
        set_times(event)
        now = {name: after[name] for name in changed}
        line.say(stage=stage.name, before=changed, after=now)


def move_stage(*, by: Who, stage: Stage, earlier: bool) -> None:
    """Let a stage change places with the one before or after it, while both are only planned."""
    said = {"stage": stage.name, "stage_id": stage.pk, "earlier": earlier}
    with act(by, stage, "move_stage", **said) as line:
        event, stage = line.event, line.on
        line.keep(event.stages.all())
        step = -1 if earlier else 1
        other = event.stages.filter(number=stage.number + step).first()
        if other is None or not {stage.pk, other.pk} <= _planned(event):
            raise Refused(_("%(stage)s can’t be moved.") % {"stage": stage})
        for row, number in (
            (other, ASIDE),
            (stage, other.number),
            (other, stage.number),
        ):
            Stage.objects.filter(pk=row.pk).update(number=number)


def remove_stage(*, by: Who, stage: Stage) -> None:
    """Take away a stage that is only planned. The log keeps all there was of it."""
    with act(by, stage, "remove_stage", stage=stage.name, stage_id=stage.pk) as line:
        event, stage = line.event, line.on
        if stage.pk not in _planned(event):
            raise Refused(
                _("%(stage)s has begun, so it can’t be removed.") % {"stage": stage}
            )
        line.keep(event.stages.all())
        stage.delete()
        later = event.stages.filter(number__gt=stage.number)
        later.update(number=F("number") + ASIDE)
        event.stages.filter(number__gt=ASIDE).update(number=F("number") - ASIDE - 1)


def _planned(event: Event) -> set[int]:
    """The stages on which nothing hangs yet."""
    progress = progress_of(event)
    return {stage for stage, so_far in progress.items() if so_far.is_planned}
