"""Convert stage rows to plans, and report the progress of stages."""

from django.db.models import Count, Exists, OuterRef, Q

from leagues.models import Event, Match, PairingRound, Pool, Stage
from leagues.stages.pairing_ways import PairingWay, RoundRobin
from leagues.stages.stage_changes import Progress
from leagues.stages.stage_plan import StagePlan, plan_from, row_of

COLUMNS = tuple(row_of(StagePlan(name="", way=RoundRobin())))
"""The columns of ``Stage`` that hold its plan."""


def plan_of(stage: Stage) -> StagePlan:
    return plan_from({name: getattr(stage, name) for name in COLUMNS})


def progress_of(event: Event) -> dict[int, Progress]:
    """The progress of each stage of an event, in one query.

    A stage is over if the event is finished, or if all of it is played and a later stage is open.
    """
    matches = Match.objects.filter(pairing_round__stage=OuterRef("pk"))
    of_the_way = Q(pairing_rounds__state=PairingRound.State.PUBLISHED) & Q(
        pairing_rounds__is_play_off=False
    )
    stages = event.stages.annotate(
        has_pools=Exists(Pool.objects.filter(stage=OuterRef("pk"))),
        drawn=Count("pairing_rounds"),
        begun=Exists(matches.played_or_paid()),
        published=Count("pairing_rounds", filter=of_the_way),
        unfinished=Exists(matches.unfinished()),
    )
    opened = {each.pk for each in stages if each.opened_at or each.has_pools}
    last = max((each.number for each in stages if each.pk in opened), default=0)
    played = {
        each.pk
        for each in stages
        if not each.unfinished and each.published >= _at_least(plan_of(each).way)
    }
    event_is_over = event.state == Event.State.FINISHED
    return {
        stage.pk: Progress(
            opened=stage.pk in opened,
            drawn=stage.drawn,
            begun=stage.begun,
            over=stage.pk in opened
            and (event_is_over or (stage.number < last and stage.pk in played)),
        )
        for stage in stages
    }


def _at_least(way: PairingWay) -> int:
    """The fewest published rounds with which a stage can be over."""
    if way.rounds is None or (way.drawn_ahead and way.rounds):
        return 1
    return way.rounds
