"""A stage's row as a plan, and how far it has come."""

from __future__ import annotations

from django.db.models import Count, Exists, OuterRef

from leagues.models import Event, Match, Pool, Stage
from leagues.stages.changes import Progress
from leagues.stages.plan import StagePlan, plan_from, row_of
from leagues.stages.ways import RoundRobin

COLUMNS = tuple(row_of(StagePlan(name="", way=RoundRobin())))
"""The columns in which a row keeps its plan."""


def plan_of(stage: Stage) -> StagePlan:
    return plan_from({name: getattr(stage, name) for name in COLUMNS})


def progress_of(event: Event) -> dict[int, Progress]:
    """How far each stage of an event has come, in one question of the database."""
    matches = Match.objects.filter(pairing_round__stage=OuterRef("pk"))
    called = matches.exclude(state=Match.State.PLANNED)
    stages = event.stages.annotate(
        has_pools=Exists(Pool.objects.filter(stage=OuterRef("pk"))),
        drawn=Count("pairing_rounds"),
        begun=Exists(called.exclude(ending=Match.Ending.BYE)),
    )
    return {
        stage.pk: Progress(
            opened=stage.opened_at is not None or stage.has_pools,
            drawn=stage.drawn,
            begun=stage.begun,
            closed=stage.closed_at is not None,
        )
        for stage in stages
    }
