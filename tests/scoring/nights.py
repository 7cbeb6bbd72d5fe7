"""A league of a few nights, for tests."""

from typing import Any

from scoring.results import Number
from scoring.season import (
    BestScores,
    Finish,
    NightState,
    PaidBy,
    Scheme,
    SeasonEvent,
    SeasonNight,
    season_table,
)

EARNED = Scheme(paid_by=PaidBy.POINTS)
BEST_2 = Scheme(paid_by=PaidBy.POINTS, counting=BestScores(2))
TO_COME = SeasonNight[str]("to come", state=NightState.TO_COME)
CANCELLED = SeasonNight[str]("cancelled", state=NightState.CANCELLED)


def event_with(scores: dict[str, Number], **more: Any) -> SeasonEvent[str]:
    """An event in which these players earned these points."""
    finishes = (
        Finish((player,), 1 + sum(o > points for o in scores.values()), points=points)
        for player, points in scores.items()
    )
    return SeasonEvent("Monday", tuple(finishes), **more)


def night_with(scores: dict[str, Number], **more: Any) -> SeasonNight[str]:
    """A night with one such event."""
    return SeasonNight("Monday", (event_with(scores),), **more)


def season_places(
    scheme: Scheme, *nights: SeasonNight[str], **more: Any
) -> list[tuple[int, str, Number]]:
    """(place, name, total) of each row."""
    rows = season_table(scheme, nights, **more)
    return [(row.place, row.player, row.tour_points) for row in rows]
