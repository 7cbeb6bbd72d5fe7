"""Actions of the desk on a draw."""

from leagues.actions.draw.changes import swap_entries
from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.models import PoolEntry, Stage
from leagues.reads.draw.history import stage_mark
from tests.cast import Cast
from tests.leagues.draw.draws import drawn_rounds, entry_of


def draw(cast: Cast, stage: Stage) -> None:
    draw_rounds(by=cast.who("ann"), stage=stage)


def publish(cast: Cast, stage: Stage) -> None:
    publish_rounds(by=cast.who("ann"), stage=stage)


def draw_mark(stage: Stage) -> str:
    return stage_mark(stage, drawn_rounds(stage))


def seated_names(stage: Stage) -> list[list[str]]:
    return [
        list(
            PoolEntry.objects.filter(pool=pool)
            .order_by("seed")
            .values_list("entry__players__name", flat=True)
        )
        for pool in stage.pools.all()
    ]


def swap(cast: Cast, stage: Stage, one: str, other: str, seen: str = "") -> None:
    swap_entries(
        by=cast.who("ann"),
        stage=stage,
        number=1,
        one=entry_of(stage.event, one).pk,
        other=entry_of(stage.event, other).pk,
        seen=seen,
    )
