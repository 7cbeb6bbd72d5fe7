"""Halls with stages that lead to others, for tests."""

from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.models import Stage
from leagues.stages.entry_sources import Source, Top
from leagues.stages.pairing_ways import Knockout, RoundRobin
from tests.leagues.days.hall import Hall


def all_tied(hall: Hall, takes: Source | None = None) -> tuple[Stage, Stage]:
    """A round robin in which every match was tied, and a play-off after it."""
    first = hall.stage("Pool", RoundRobin())
    later = hall.stage("Play-off", Knockout(), takes or Top(2))
    draw_rounds(by=hall.by, stage=first)
    publish_rounds(by=hall.by, stage=first)
    hall.play(first, lambda match: (1, 1))
    return first, later


def by_seed(hall: Hall, takes: Source) -> tuple[Stage, Stage]:
    """A round robin in which the better seed won every round, and a play-off after it."""
    first = hall.stage("Pool", RoundRobin())
    later = hall.stage("Play-off", Knockout(), takes)
    draw_rounds(by=hall.by, stage=first)
    publish_rounds(by=hall.by, stage=first)
    hall.play(first, hall.better_seed)
    return first, later
