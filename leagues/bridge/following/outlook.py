"""How an event's day looks: its stages with their pools, and when each begins and ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from string import ascii_uppercase

from leagues.bridge.rules.plans import plan_of
from leagues.bridge.rules.sheets import usual_chain
from leagues.bridge.rules.stage_words import (
    chain_in_words,
    format_in_words,
    takes_in_words,
    way_in_words,
)
from leagues.models import Event
from leagues.stages import estimate
from leagues.stages.estimate import Hall
from leagues.stages.plan import StagePlan
from leagues.stages.ways import BracketWay, kind_and_options

Size = tuple[str, int]
"""A pool's letter and how many are in it; the only pool of a stage has no letter."""


@dataclass(frozen=True)
class StageOutlook:
    """One stage as the picture shows it."""

    plan: StagePlan
    pools: tuple[Size, ...]
    rounds: int = 0
    matches: int = 0
    begins: datetime | None = None
    ends: datetime | None = None

    @property
    def way(self) -> str:
        return way_in_words(self.plan.way)

    @property
    def takes(self) -> str:
        return takes_in_words(self.plan.takes)

    @property
    def match(self) -> str:
        return format_in_words(self.plan.match_format)

    @property
    def chain(self) -> str:
        """The tie-breaks in force; a bracket has no table to break ties in."""
        if isinstance(self.plan.way, BracketWay):
            return ""
        kind, _options = kind_and_options(self.plan.way)
        return chain_in_words(self.plan.chain or usual_chain(kind))

    @property
    def entries(self) -> int:
        return sum(size for _letter, size in self.pools)


@dataclass(frozen=True)
class Outlook:
    """The whole event for so many entries."""

    entries: int
    stages: tuple[StageOutlook, ...] = ()
    ends: tuple[tuple[datetime, int], ...] = ()
    """When the last match ends, with how many boards."""
    misfit: StagePlan | None = None
    """A stage that so many cannot play; then nothing is said of times."""

    @property
    def rounds(self) -> int:
        return sum(stage.rounds for stage in self.stages)


def outlook(
    plan: Sequence[StagePlan], entries: int, hall: Hall, starts_at: datetime
) -> Outlook:
    """What is to be expected, in the clock of ``starts_at``."""
    pools = [_lettered(sizes) for sizes in estimate.sizes(plan, entries)]
    misfit = estimate.misfit(plan, entries)
    if misfit is not None:
        stages = tuple(map(StageOutlook, plan, pools))
        return Outlook(entries, stages, misfit=misfit)
    midnight = starts_at.replace(tzinfo=None, hour=0, minute=0, second=0, microsecond=0)
    hall = replace(hall, start=starts_at.hour * 60 + starts_at.minute)
    to_play = estimate.stages(plan, entries, hall.minutes)
    rows = zip(
        plan,
        pools,
        [each.matches for each in to_play],
        estimate.day(to_play, hall),
        strict=True,
    )
    stages = tuple(
        StageOutlook(
            stage,
            of_stage,
            rounds=len(matches),
            matches=sum(matches),
            begins=midnight + timedelta(minutes=line.begins[0]),
            ends=midnight + timedelta(minutes=line.ends),
        )
        for stage, of_stage, matches, line in rows
    )
    ends = tuple(
        (midnight + timedelta(minutes=estimate.ends(to_play, each)), each.boards)
        for each in (hall, estimate.with_fewer_boards(to_play, hall))
        if each is not None
    )
    return Outlook(entries, stages, ends if plan else ())


def _lettered(sizes: Sequence[int]) -> tuple[Size, ...]:
    letters = ascii_uppercase if len(sizes) > 1 else ("",)
    return tuple(zip(letters, sizes, strict=False))


def outlook_of(event: Event, entries: int) -> Outlook:
    """The outlook of an event as it is planned now."""
    return outlook(
        [plan_of(stage) for stage in event.stages.all()],
        entries,
        hall_of(event),
        event.starts_at.astimezone(event.tzinfo),
    )


def hall_of(event: Event) -> Hall:
    return Hall(
        boards=max(1, event.boards.count()),
        minutes=event.game_minutes,
        change_over=event.change_over_minutes,
    )
