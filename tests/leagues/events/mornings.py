"""A morning of three rounds, and their times."""

from typing import Any

from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.actions.play.calls import call_round
from leagues.models import PairingRound, Stage
from leagues.stages.pairing_ways import PairingWay, SomeGames
from tests.cast import Cast
from tests.leagues.draw.draws import a_stage, an_event


def morning(cast: Cast, way: PairingWay | None = None, boards: int = 2, **facts: Any) -> Stage:
    """Four players and three rounds of twelve minutes, with two minutes to change boards."""
    stage = a_stage(cast, an_event(cast, 4, boards=boards, **facts), way or SomeGames(3))
    draw_rounds(by=cast.who("ann"), stage=stage)
    publish_rounds(by=cast.who("ann"), stage=stage)
    return stage


def start_times(stage: Stage) -> list[str]:
    """The start of each round as HH:MM, in UTC."""
    rounds = PairingRound.objects.filter(stage=stage).order_by("number")
    return [f"{each.starts_at:%H:%M}" for each in rounds]


def call_pairing_round(cast: Cast, stage: Stage, number: int) -> None:
    there = stage.pairing_rounds.get(number=number)
    call_round(by=cast.who("ann"), pairing_round=there)
