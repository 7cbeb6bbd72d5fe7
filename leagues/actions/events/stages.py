"""Add, change, move and remove the stages of an event."""

from typing import Any

from django.db.models import F, Max
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.events.times import set_times
from leagues.actions.refusal import Refused, refuse_stale
from leagues.actions.row_snapshot import ASIDE
from leagues.actions.undo_rows import (
    Check,
    event_of,
    facts_as_before,
    not_over,
    nothing_since,
    put_back,
    rows_back,
    stage_of,
)
from leagues.actions.verb import Verb
from leagues.models import Action, Event, Stage
from leagues.reads.events.plans import COLUMNS, plan_of, progress_of
from leagues.reads.log.facts import LogFacts, changed_facts, fill_sentence
from leagues.reads.state_marks import mark_of
from leagues.stages.stage_changes import Progress, too_late
from leagues.stages.stage_plan import StagePlan, row_of


def plan_stage(*, by: Who, event: Event, plan: StagePlan) -> Stage:
    """Add a stage after the existing ones."""
    with act(by, event, PLAN_STAGE) as line:
        line.keep(event.stages.all())
        last: int = event.stages.aggregate(last=Max("number"))["last"] or 0
        stage = Stage.objects.create(event=event, number=last + 1, **row_of(plan))
        line.say(stage=stage.name, stage_id=stage.pk)
    return stage


ORDER = ("add_stage", "plan_stage", "move_stage", "remove_stage")
"""Acts that change the order of stages; they can be undone from the last one back."""


def _planned_or(why_not: Promise) -> Check:
    """A check that refuses undo if a changed stage is in use or stages were reordered since."""

    def check(action: Action) -> None:
        nothing_since(action, ORDER)
        not_over(action)
        event = event_of(action)
        progress = progress_of(event)
        stages = event.stages.filter(pk__in=rows_back(action))
        if not all(progress[stage.pk].is_planned for stage in stages):
            raise Refused(fill_sentence(why_not, action.details))

    return check


STAGES_BACK = put_back(
    later("%(stage)s will be removed from the plan."),
    _planned_or(later("%(stage)s has already been opened.")),
)


PLAN_STAGE = Verb("plan_stage", later("Added the stage %(stage)s."), STAGES_BACK)


def columns_of(stage: Stage) -> dict[str, Any]:
    """The current values of everything that ``change_stage`` may change."""
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
    """Change a stage, as far as its progress allows."""
    with act(by, stage, CHANGE_STAGE, stage=stage.name, stage_id=stage.pk) as line:
        event, stage = line.event, line.on
        line.keep(event.stages.filter(pk=stage.pk))
        before = columns_of(stage)
        refuse_stale(
            seen,
            mark_of(before),
            _("This stage has changed since you opened the page. Your change wasn’t saved."),
        )
        progress = progress_of(event)[stage.pk]
        if too_late(plan_of(stage), plan, progress):
            raise Refused(_why_too_late(progress))
        after = row_of(plan)
        changed = {name: old for name, old in before.items() if old != after.get(name, old)}
        if not changed:
            line.drop()
            return
        Stage.objects.filter(pk=stage.pk).update(**after)
        set_times(event)
        now = {name: after[name] for name in changed}
        line.say(stage=stage.name, before=changed, after=now)


def _has_not_come_too_far(action: Action) -> None:
    stage = stage_of(action)
    changed = Stage(**columns_of(stage) | rows_back(action).get(stage.pk, {}))
    progress = progress_of(stage.event)[stage.pk]
    if too_late(plan_of(stage), plan_of(changed), progress):
        raise Refused(_("Too much has been played to change this stage that way."))


def _describe_change(facts: LogFacts) -> str:
    facts["what"] = changed_facts(facts)
    return _("Changed %(stage)s: %(what)s.")


CHANGE_STAGE = Verb(
    "change_stage",
    _describe_change,
    put_back(
        facts_as_before, _has_not_come_too_far, then=lambda _by, action: set_times(event_of(action))
    ),
)


def move_stage(*, by: Who, stage: Stage, earlier: bool) -> None:
    """Swap a stage with the one before or after it, while both are only planned."""
    facts = {"stage": stage.name, "stage_id": stage.pk, "earlier": earlier}
    with act(by, stage, MOVE_STAGE, **facts) as line:
        event, stage = line.event, line.on
        line.keep(event.stages.all())
        step = -1 if earlier else 1
        other = event.stages.filter(number=stage.number + step).first()
        if other is None or not {stage.pk, other.pk} <= _planned_stages(event):
            raise Refused(_("%(stage)s can’t be moved.") % {"stage": stage})
        for row, number in ((other, ASIDE), (stage, other.number), (other, stage.number)):
            Stage.objects.filter(pk=row.pk).update(number=number)


MOVE_STAGE = Verb(
    "move_stage",
    later("Moved the stage %(stage)s."),
    put_back(
        later("%(stage)s will move back to its earlier place in the plan."),
        _planned_or(later("%(stage)s can’t be moved.")),
    ),
)


def remove_stage(*, by: Who, stage: Stage) -> None:
    """Delete a stage that is only planned."""
    with act(by, stage, REMOVE_STAGE, stage=stage.name, stage_id=stage.pk) as line:
        event, stage = line.event, line.on
        if stage.pk not in _planned_stages(event):
            raise Refused(_("%(stage)s has begun, so it can’t be removed.") % {"stage": stage})
        line.keep(event.stages.all())
        stage.delete()
        later = event.stages.filter(number__gt=stage.number)
        later.update(number=F("number") + ASIDE)
        event.stages.filter(number__gt=ASIDE).update(number=F("number") - ASIDE - 1)


REMOVE_STAGE = Verb(
    "remove_stage",
    later("Removed the stage %(stage)s."),
    put_back(
        later("%(stage)s will be back in the plan."),
        _planned_or(later("A later stage has already been opened.")),
    ),
)


def _planned_stages(event: Event) -> set[int]:
    """The keys of stages that are not in use yet."""
    progress = progress_of(event)
    return {stage for stage, so_far in progress.items() if so_far.is_planned}
