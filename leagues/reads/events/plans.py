"""A stage's row as a plan, and how far it has come."""

from django.db.models import Count, Exists, OuterRef, Q

from leagues.models import Event, Match, PairingRound, Pool, Stage
from leagues.stages.changes import Progress
from leagues.stages.plan import StagePlan, plan_from, row_of
from leagues.stages.ways import PairingWay, RoundRobin

COLUMNS = tuple(row_of(StagePlan(name="", way=RoundRobin())))
"""The columns in which a row keeps its plan."""


def plan_of(stage: Stage) -> StagePlan:
    return plan_from({name: getattr(stage, name) for name in COLUMNS})


def progress_of(event: Event) -> dict[int, Progress]:
    """How far each stage of an event has come, in one question of the database.

    A stage is over when all in it is played and a later one has begun to take from it,
    or when the event is.
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
    """As many pairing rounds as there must be: between two of them nothing is over."""
    if way.rounds is None or (way.drawn_ahead and way.rounds):
        return 1
    return way.rounds
