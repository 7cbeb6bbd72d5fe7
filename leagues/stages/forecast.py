"""Forecast the end of a plan by simulating the day many times, and find its bottlenecks.

A match takes the minutes of the plan times a random share of ``LengthSpread``. A round begins when
the slowest match of the one before is over; in a queue a match begins as soon as there is a
board and its sides are free. Opponents are random; in a Swiss they are neighbours in the table.
Each day draws new strengths with a newcomer's spread, and a match is rounds of 2/1/0.

>>> from leagues.stages.event_templates import SHAPES
>>> plan = SHAPES["one-day-open"].stages(38)
>>> found = simulate_days(plan, 38, HallPlan(boards=20), Random(1), runs=50)
>>> timetable.format_clock(found.usually), timetable.format_clock(found.mostly)
('15:55', '16:17')
"""

from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heapify, heapreplace
from itertools import pairwise
from math import exp
from random import Random

from leagues.pairing import timetable
from leagues.pairing.pools import even_sizes
from leagues.stages import estimate
from leagues.stages.chances import LEVELS, SCALE, points_made
from leagues.stages.entry_sources import Bands, Before, Top
from leagues.stages.estimate import HallPlan, KnownNumbers
from leagues.stages.pairing_way import PlannedRound
from leagues.stages.pairing_ways import BracketWay
from leagues.stages.stage_plan import StagePlan
from scoring.ratings import CLUB_SCALE

RUNS, LEAST_RUNS = 100, 20
EFFORT = 60_000  # matches of all runs together: less than half a second
LATE = 10  # minutes behind the plan


@dataclass(frozen=True, slots=True)
class LengthSpread:
    """How far simulated matches and days differ from the plan: factors of the planned minutes.

    Each simulated day draws one factor of ``days``, and each of its matches one of ``matches``.
    A slow match of 20 planned minutes on a quick day takes 20 × 1.25 × 0.94 = 23.5 minutes.
    """

    matches: tuple[float, ...] = (0.75, 0.85, 0.9, 0.95, 1, 1, 1.05, 1.1, 1.15, 1.25)
    days: tuple[float, ...] = (0.94, 0.96, 0.98, 1, 1, 1, 1, 1.02, 1.04, 1.06)

    def day(self, dice: Random) -> float:
        """Return the pace of a whole day, as a factor."""
        return dice.choice(self.days)

    def match(self, minutes: int, pace: float, dice: Random) -> float:
        """Return the minutes of one match on a day with this pace."""
        return minutes * pace * dice.choice(self.matches)


USUAL = LengthSpread()
"""Assumed, not measured: on average a match takes as long as planned."""
CERTAIN = LengthSpread((1,), (1,))


@dataclass(frozen=True)
class Forecast:
    """The result of all simulated days; times are minutes of the day, as in the plan."""

    usually: int
    """The median end of the day."""
    mostly: int
    """Nine days in ten end by this minute."""
    runs: int
    rounds: int
    late_rounds: int
    """Rounds that begin at least ``LATE`` minutes behind the plan, on the median day."""
    crowded_rounds: int
    """Rounds with more matches than there are boards."""
    most_at_once: int
    ties: tuple[Fraction | None, ...]
    """For each stage, the share of days on which its cut separated tied entries; None if
    unknown.
    """


def simulate_days(
    plan: Sequence[StagePlan],
    entries: int,
    hall: HallPlan,
    dice: Random,
    *,
    runs: int | None = None,
    worths: Sequence[int | None] = (),
    spread: LengthSpread = USUAL,
    clubs: tuple[int, ...] = (),
) -> Forecast:
    """Simulate ``runs`` days; None is as many as ``EFFORT`` allows, from ``LEAST_RUNS`` to
    ``RUNS``.

    ``worths`` are the points of a match of each stage, if it is played in rounds of 2/1/0.
    """
    known = KnownNumbers(hall.boards, clubs, hall.sheet)
    to_play = estimate.timetable_stages(plan, entries, hall.minutes, known)
    counts = [count for stage in to_play for count in stage.matches if count]
    if runs is None:
        runs = min(RUNS, max(LEAST_RUNS, EFFORT // max(1, sum(counts))))
    planned = [begin for line in estimate.plan_day(to_play, hall) for begin in line.begins]
    stages = [
        _ForecastStage(
            each,
            [each.way.planned(coming) for coming in pools],
            stage,
            worths[number] if worths else None,
        )
        for number, (each, pools, stage) in enumerate(
            zip(plan, estimate.pools_of(plan, entries, known), to_play, strict=True)
        )
    ]
    days = [_Day(stages, entries, hall, dice, spread) for _ in range(runs)]
    ends = sorted(day.over for day in days)
    late = sorted(
        sum(begin >= due + LATE for begin, due in zip(day.begins, planned, strict=True))
        for day in days
    )
    return Forecast(
        usually=round(ends[(runs - 1) // 2]),
        mostly=round(ends[-(-9 * runs // 10) - 1]),
        runs=runs,
        rounds=len(counts),
        late_rounds=late[(runs - 1) // 2],
        crowded_rounds=sum(count > hall.boards for count in counts),
        most_at_once=max(counts, default=0),
        ties=tuple(
            Fraction(sum(day.parted[at] for day in days), runs)
            if at and _is_known(stages[at - 1], each.plan)
            else None
            for at, each in enumerate(stages)
        ),
    )


@dataclass(frozen=True, slots=True)
class _ForecastStage:
    """A stage with the rounds of each pool, and the points that a match pays."""

    plan: StagePlan
    pools: Sequence[Sequence[PlannedRound]]
    times: timetable.TimetableStage
    worth: int | None

    @property
    def is_paired(self) -> bool:
        """True if its rounds can be paired in the simulation: not in a bracket, nor in a
        shoot-out.
        """
        return not isinstance(self.plan.way, BracketWay) and any(self.pools)

    @property
    def bye_points(self) -> int:
        pays = self.plan.way.bye_points
        return (self.worth or 0) if pays is None else pays


def _is_known(before: _ForecastStage, after: StagePlan) -> bool:
    """True if the simulated points decide the cut. An overall order of several pools needs more."""
    return (
        before.worth is not None
        and before.is_paired
        and not (isinstance(after.takes, Top) and len(before.pools) > 1)
    )


class _Day:
    """One simulated day: when rounds begin and end, and which cuts separate tied entries."""

    def __init__(
        self,
        stages: Sequence[_ForecastStage],
        entries: int,
        hall: HallPlan,
        dice: Random,
        spread: LengthSpread,
    ) -> None:
        self.dice, self.spread = dice, spread
        self.pace = spread.day(dice)
        self.change_over = hall.change_over
        self.boards = [float(hall.start)] * hall.boards
        self.over = self.ready = float(hall.start)
        self.begins: list[float] = []
        self.parted: list[bool] = []
        newcomer = CLUB_SCALE.newcomer
        self.strength = [dice.gauss(newcomer.mu, newcomer.sigma) for _ in range(entries)]
        self.points = [0] * entries
        before: Before[int] = Before(tuple(range(entries)), (tuple(range(entries)),))
        for stage in stages:
            pools = stage.plan.takes.fill(before)
            self.parted.append(self._is_parted(before, pools, stage.plan))
            self._play(stage, [pool for pool in pools if len(pool) > 1])
            before = self._order(pools)

    def _is_parted(
        self, before: Before[int], pools: Sequence[Sequence[int]], plan: StagePlan
    ) -> bool:
        """True if a cut separates two tied neighbours of a pool: one goes on, or ``Bands`` split
        them.
        """
        in_pools = isinstance(plan.takes, Bands)
        goes = {e: at * in_pools for at, pool in enumerate(pools) for e in pool}
        return any(
            self.points[one] == self.points[other] and goes.get(one) != goes.get(other)
            for pool in before.pools
            for one, other in pairwise(pool)
        )

    def _order(self, pools: Sequence[Sequence[int]]) -> Before[int]:
        """Order each pool by points, tied entries by lot, and all pools place by place."""
        tables = []
        for pool in pools:
            table = list(pool)
            self.dice.shuffle(table)
            table.sort(key=self.points.__getitem__, reverse=True)
            tables.append(tuple(table))
        places = [
            (place, -self.points[entry], entry)
            for table in tables
            for place, entry in enumerate(table)
        ]
        return Before(tuple(entry for _, _, entry in sorted(places)), tuple(tables))

    def _play(self, stage: _ForecastStage, pools: Sequence[list[int]]) -> None:
        if not stage.plan.carries_over:
            self.points = [0] * len(self.points)
        ready = max(self.ready, stage.times.pause.end_after(self.over))
        free: dict[int, float] | None = {} if stage.plan.is_queue else None
        rested = dict.fromkeys((entry for pool in pools for entry in pool), 0)
        for number, count in enumerate(stage.times.matches):
            matches: list[tuple[int, ...]] = [()] * count
            if stage.is_paired:
                matches = [
                    match
                    for pool, rounds in zip(pools, stage.pools, strict=True)
                    if number < len(rounds)
                    for match in self._pair(stage, pool, rounds[number], rested)
                ]
                self._score(stage, matches)
            if matches:
                self._time(matches, stage.times.minutes, ready, free)
            if free is None or not stage.is_paired:
                ready = self.over + self.change_over
        self.ready = self.over + self.change_over

    def _pair(
        self, stage: _ForecastStage, pool: list[int], planned: PlannedRound, rested: dict[int, int]
    ) -> Iterator[tuple[int, ...]]:
        """Pair neighbours of the table, or by lot; entries that have rested least sit out."""
        order = pool.copy()
        self.dice.shuffle(order)
        if not stage.plan.way.drawn_ahead:
            order.sort(key=self.points.__getitem__, reverse=True)
        most_rested = sorted(order, key=rested.__getitem__, reverse=True)
        for entry in most_rested[len(order) - planned.byes :]:
            rested[entry] += 1
            self.points[entry] += stage.bye_points
            order.remove(entry)
        at = 0
        for size in even_sizes(len(order), planned.matches) if planned.matches else ():
            yield tuple(order[at : at + size])
            at += size

    def _score(self, stage: _ForecastStage, matches: Sequence[tuple[int, ...]]) -> None:
        """Add the points of matches of two; nothing if the stage's ``worth`` is unknown."""
        if not stage.worth:
            return
        made = points_made(stage.worth // 2)
        for match in matches:
            one, other = match[0], match[-1]
            lead = self.strength[other] - self.strength[one]
            share = 1 / (1 + exp(lead / SCALE))
            mine = bisect(made[round(LEVELS * share)], self.dice.random())
            self.points[one] += mine
            self.points[other] += stage.worth - mine

    def _time(
        self,
        matches: Sequence[tuple[int, ...]],
        minutes: int,
        ready: float,
        free: dict[int, float] | None,
    ) -> None:
        """Time the matches in turn, each on the board that is free first.

        So more boards never make the day longer: with one more, each match finds a board no later.
        """
        heapify(self.boards)
        begins = []
        for sides in matches:
            begin = max(self.boards[0], ready)
            if free is not None:
                begin = max([begin, *(free.get(entry, ready) for entry in sides)])
            ends = begin + self.spread.match(minutes, self.pace, self.dice)
            heapreplace(self.boards, ends + self.change_over)
            if free is not None:
                free.update(dict.fromkeys(sides, ends + self.change_over))
            begins.append(begin)
            self.over = max(self.over, ends)
        self.begins.append(min(begins))
