"""Forecast when an event will end, and warn about its plan, before it starts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.models import Event, Stage
from leagues.pairing.seeds import roll_dice
from leagues.reads.draw.draw_input import clubs_in
from leagues.reads.draw.timetable import hall_of
from leagues.reads.events.plans import plan_of
from leagues.reads.events.sheets import chain_of, match_format_of
from leagues.reads.tables.needs import worth_of
from leagues.stages import estimate
from leagues.stages.estimate import HallPlan, KnownNumbers
from leagues.stages.forecast import Forecast, simulate_days
from leagues.stages.stage_plan import StagePlan

ON_A_DAY = (Event.Kind.CLUB_NIGHT, Event.Kind.TOURNAMENT)
RARELY = 0.05


@dataclass(frozen=True)
class DayForecast:
    """The expected end in the median run (``usually``) and in 90 % of runs (``mostly``).

    ``lacks`` are warnings about the plan.
    """

    usually: datetime
    mostly: datetime
    runs: int
    lacks: tuple[str, ...]


def forecast_of(event: Event, stages: Sequence[Stage], entries: int) -> DayForecast | None:
    """A forecast of a planned one-day event. None without stages or boards, or if unplayable."""
    if event.state != Event.State.PLANNED or event.kind not in ON_A_DAY:
        return None
    plans = tuple(plan_of(stage) for stage in stages)
    clubs, hall = clubs_in(event), hall_of(event)
    known = KnownNumbers(hall.boards, clubs, hall.sheet)
    if not plans or not event.boards.exists():
        return None
    if estimate.first_unplayable_stage(plans, entries, known) is not None:
        return None
    midnight = event.midnight.replace(tzinfo=None)
    found = _cached_forecast(
        plans, entries, hall, tuple(_match_worth(stage) for stage in stages), clubs
    )
    return DayForecast(
        midnight + timedelta(minutes=found.usually),
        midnight + timedelta(minutes=found.mostly),
        found.runs,
        tuple(_find_shortages(found, plans)),
    )


def _match_worth(stage: Stage) -> int | None:
    """The points of a match if points come first in the table; otherwise None."""
    if chain_of(stage)[:1] != ("points",):
        return None
    return worth_of(match_format_of(stage))


@lru_cache(maxsize=64)
def _cached_forecast(
    plans: tuple[StagePlan, ...],
    entries: int,
    hall: HallPlan,
    worths: tuple[int | None, ...],
    clubs: tuple[int, ...],
) -> Forecast:
    """The forecast for a plan. The seed is fixed, so equal plans share one cached result."""
    dice = roll_dice("forecast")
    return simulate_days(plans, entries, hall, dice, worths=worths, clubs=clubs)


def _find_shortages(found: Forecast, plans: Sequence[StagePlan]) -> Iterator[str]:
    if found.crowded_rounds:
        yield ngettext(
            "In %(n)s game, matches wait for a free board. With %(boards)s boards, none would wait.",
            "In %(n)s games, matches wait for a free board. With %(boards)s boards, none would wait.",
            found.crowded_rounds,
        ) % {"n": found.crowded_rounds, "boards": found.most_at_once}
    if found.late_rounds:
        yield ngettext(
            "Expect %(n)s game to start at least ten minutes late.",
            "Expect %(n)s games to start at least ten minutes late.",
            found.late_rounds,
        ) % {"n": found.late_rounds}
    for plan, share in zip(plans, found.ties, strict=True):
        if share is not None and share >= RARELY:
            yield _(
                "In %(share)s of 100 runs, the cut for “%(stage)s” ended in a tie on points."
            ) % {"stage": plan.name, "share": round(100 * share)}
