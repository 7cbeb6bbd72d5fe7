"""The expected course of an event's day: its stages, pools, starts and ends."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from string import ascii_uppercase

from django.utils import timezone

from leagues.models import Event, Stage
from leagues.reads.draw.draw_input import clubs_in
from leagues.reads.events.format_words import format_in_words
from leagues.reads.events.plans import plan_of
from leagues.reads.events.sheets import sheet_of, usual_chain
from leagues.reads.events.stage_words import chain_in_words, takes_in_words, way_in_words
from leagues.stages import estimate
from leagues.stages.estimate import HallPlan, KnownNumbers, Misfit
from leagues.stages.pairing_ways import BracketWay, kind_and_options
from leagues.stages.stage_plan import StagePlan
from scoring.presets import SINGLES
from scoring.rules import GameRule

Size = tuple[str, int]
"""A pool's letter and its number of entries. The only pool of a stage has no letter."""


@dataclass(frozen=True)
class StageOutlook:
    """The expected course of one stage."""

    plan: StagePlan
    pools: tuple[Size, ...]
    rounds: int = 0
    matches: int = 0
    byes: int = 0
    """The number of byes in all rounds together."""
    starts: tuple[datetime, ...] = ()
    """When each of its games begins."""
    ends: datetime | None = None
    sheet: GameRule = SINGLES

    @property
    def begins(self) -> datetime | None:
        return self.starts[0] if self.starts else None

    @property
    def way(self) -> str:
        return way_in_words(self.plan.way)

    @property
    def takes(self) -> str:
        return takes_in_words(self.plan.takes)

    @property
    def match(self) -> str:
        return format_in_words(self.plan.match_format, self.sheet, needs_winner=self.needs_winner)

    @property
    def needs_winner(self) -> bool:
        """Whether a match can't end in a tie: in a bracket one side must go on."""
        return isinstance(self.plan.way, BracketWay)

    @property
    def chain(self) -> str:
        """The tie-breaks in words; empty for a bracket, which has no table."""
        if self.needs_winner:
            return ""
        kind, _options = kind_and_options(self.plan.way)
        return chain_in_words(self.plan.chain or usual_chain(kind))

    @property
    def entries(self) -> int:
        return sum(size for _letter, size in self.pools)


@dataclass(frozen=True)
class EventTimetable:
    """The expected course of an event with ``entries`` entries."""

    entries: int
    stages: tuple[StageOutlook, ...] = ()
    ends: tuple[tuple[datetime, int], ...] = ()
    """When the last match ends, each with the number of boards that this needs."""
    misfit: Misfit | None = None
    """The first stage that can't be played with this number of entries; then no times are given."""

    @property
    def rounds(self) -> int:
        return sum(stage.rounds for stage in self.stages)


def timetable_for(
    plan: Sequence[StagePlan],
    entries: int,
    hall: HallPlan,
    starts_at: datetime,
    clubs: tuple[int, ...] = (),
) -> EventTimetable:
    """The expected timetable of a plan, in the local time of ``starts_at``.

    ``clubs`` are the numbers of entries by club, if they are known.
    """
    known = KnownNumbers(hall.boards, clubs, hall.sheet)
    pools = [_letter_pools(sizes) for sizes in estimate.pool_sizes(plan, entries)]
    misfit = estimate.first_unplayable_stage(plan, entries, known)
    if misfit is not None:
        stages = tuple(
            StageOutlook(stage, of_stage, sheet=hall.sheet)
            for stage, of_stage in zip(plan, pools, strict=True)
        )
        return EventTimetable(entries, stages, misfit=misfit)
    midnight = starts_at.replace(tzinfo=None, hour=0, minute=0, second=0, microsecond=0)
    hall = replace(hall, start=starts_at.hour * 60 + starts_at.minute)
    to_play = estimate.timetable_stages(plan, entries, hall.minutes, known)
    rows = zip(
        plan,
        pools,
        estimate.planned_rounds(plan, entries, known),
        estimate.plan_day(to_play, hall),
        strict=True,
    )
    stages = tuple(
        StageOutlook(
            stage,
            of_stage,
            rounds=len(rounds),
            matches=sum(each.matches for each in rounds),
            byes=sum(each.byes for each in rounds),
            starts=tuple(midnight + timedelta(minutes=each) for each in line.begins),
            ends=midnight + timedelta(minutes=line.ends),
            sheet=hall.sheet,
        )
        for stage, of_stage, rounds, line in rows
    )
    ends = tuple(
        (midnight + timedelta(minutes=estimate.end_of_day(to_play, each)), each.boards)
        for each in (hall, estimate.with_fewer_boards(to_play, hall))
        if each is not None
    )
    return EventTimetable(entries, stages, ends if plan else ())


def _letter_pools(sizes: Sequence[int]) -> tuple[Size, ...]:
    letters = ascii_uppercase if len(sizes) > 1 else ("",)
    return tuple(zip(letters, sizes, strict=False))


def misfit_of(event: Event, entries: int) -> Misfit | None:
    """The first stage that can't be played with ``entries`` entries.

    None if there is none, or once a round is drawn.
    """
    if event.stages.filter(pairing_rounds__isnull=False).exists():
        return None
    plans = [plan_of(stage) for stage in event.stages.all()]
    return estimate.first_unplayable_stage(
        plans, entries, KnownNumbers(max(1, event.boards.count()), clubs_in(event))
    )


def hall_of(event: Event) -> HallPlan:
    starts_at = event.starts_at.astimezone(event.tzinfo)
    return HallPlan(
        boards=max(1, event.boards.count()),
        minutes=event.game_minutes,
        change_over=event.change_over_minutes,
        start=starts_at.hour * 60 + starts_at.minute,
        sheet=sheet_of(event).rule,
    )


def event_timetable(event: Event, stages: Sequence[Stage], entries: int) -> EventTimetable | None:
    """Return the schedule of the stages. None once the event has begun, and for leagues."""
    if event.state != Event.State.PLANNED or event.kind == Event.Kind.LEAGUE:
        return None
    plans = [plan_of(stage) for stage in stages]
    starts_at = timezone.localtime(event.starts_at, event.tzinfo)
    return timetable_for(plans, entries, hall_of(event), starts_at, clubs_in(event))
