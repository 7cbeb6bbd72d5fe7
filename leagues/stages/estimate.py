"""Estimate the matches of an event and its timetable.

>>> from leagues.stages.event_templates import SHAPES
>>> plan = SHAPES["one-day-open"].stages(38)
>>> pool_sizes(plan, 38)
[[38], [10, 10, 9, 9], [4, 4, 4, 4]]
>>> hall = HallPlan(boards=20)
>>> to_play = timetable_stages(plan, 38, hall.minutes)
>>> smaller = with_fewer_boards(to_play, hall)
>>> [(each.boards, timetable.format_clock(end_of_day(to_play, each))) for each in (hall, smaller)]
[(20, '14:52'), (18, '17:12')]
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from leagues.pairing import timetable
from leagues.pairing.timetable import Break, TimetableLine
from leagues.stages.pairing_way import ExpectedField, PlannedRound
from leagues.stages.stage_plan import ONE_GAME, StagePlan
from scoring.matches import BY_SHEET
from scoring.presets import SINGLES
from scoring.rules import GameRule
from scoring.text import Text

# Minutes of a match with eight discs each; ``HallPlan.minutes`` applies to all other formats.
MINUTES_BY_FORMAT = {
    "best-of-3-to-5": 35,
    "best-of-3-to-5-even-rounds": 40,
    "quinte": 45,
    "first-to-9": 24,
    "first-to-11": 30,
    "first-to-12": 32,
}
# The length of formats that follow from the sheet, in games of that sheet.
GAMES_BY_FORMAT = {"sheet-play-off": 2, "sheet-best-of-3": 3}


def pool_sizes(plan: Sequence[StagePlan], entries: int) -> list[list[int]]:
    """Return the sizes of the pools of each stage."""
    made: list[list[int]] = []
    before = [entries]
    for stage in plan:
        before = stage.takes.sizes(before)
        made.append(before)
    return made


@dataclass(frozen=True)
class KnownNumbers:
    """Facts that affect the draws beside the number of entries: boards, clubs and rule sheet."""

    boards: int | None = None
    clubs: tuple[int, ...] = ()
    """The number of entries of each club."""
    sheet: GameRule = SINGLES


NOTHING = KnownNumbers()


def pools_of(
    plan: Sequence[StagePlan], entries: int, known: KnownNumbers = NOTHING
) -> list[list[ExpectedField]]:
    """Return the expected field of each pool of each stage. A pool of one has no matches."""
    return [
        [
            ExpectedField(
                size,
                None if stage.is_queue else known.boards,
                known.clubs if size == sum(known.clubs) else (),
            )
            for size in pools
            if size > 1
        ]
        for stage, pools in zip(plan, pool_sizes(plan, entries), strict=True)
    ]


def planned_rounds(
    plan: Sequence[StagePlan], entries: int, known: KnownNumbers = NOTHING
) -> list[tuple[PlannedRound, ...]]:
    """Return the expected pairing rounds of each stage, all pools together."""
    return [
        tuple(
            PlannedRound(sum(each.matches for each in rounds), sum(each.byes for each in rounds))
            for rounds in zip_longest(
                *(stage.way.planned(coming) for coming in pools), fillvalue=PlannedRound(0)
            )
        )
        for stage, pools in zip(plan, pools_of(plan, entries, known), strict=True)
    ]


def timetable_stages(
    plan: Sequence[StagePlan], entries: int, minutes: int, known: KnownNumbers = NOTHING
) -> list[timetable.TimetableStage]:
    """Return the timetable's stages: the matches of each round, with all pools at the same time."""
    return [
        timetable.TimetableStage(
            stage.name,
            tuple(
                sum(rounds)
                for rounds in zip_longest(
                    *(stage.way.matches(coming) for coming in pools), fillvalue=0
                )
            ),
            minutes_of(stage, minutes, known.sheet),
            pause=stage.pause if number else Break(),
        )
        for number, (stage, pools) in enumerate(
            zip(plan, pools_of(plan, entries, known), strict=True)
        )
    ]


def minutes_of(stage: StagePlan, usual: int, sheet: GameRule = SINGLES) -> int:
    """Return the minutes of a match of this stage; ``usual`` are those of one game."""
    name = stage.match_format
    if stage.minutes:
        return stage.minutes
    if name in BY_SHEET and BY_SHEET[name](sheet) != BY_SHEET[ONE_GAME](sheet):
        return usual * GAMES_BY_FORMAT[name]
    return MINUTES_BY_FORMAT.get(name, usual)


@dataclass(frozen=True, kw_only=True)
class HallPlan:
    """The hall's boards, the start as a minute of the day, the rule sheet, and the minutes of a
    match.
    """

    boards: int
    minutes: int = 12
    change_over: int = 2
    start: int = 9 * 60
    sheet: GameRule = SINGLES


def plan_day(to_play: Sequence[timetable.TimetableStage], hall: HallPlan) -> list[TimetableLine]:
    """Return the timetable: when each stage begins and ends."""
    boards = timetable.Hall(hall.boards, hall.change_over)
    return timetable.plan_timetable(to_play, boards, hall.start)


def end_of_day(to_play: Sequence[timetable.TimetableStage], hall: HallPlan) -> int:
    """Return the minute of the day at which the last match ends; past 24 × 60 it is the next
    day.
    """
    lines = plan_day(to_play, hall)
    return lines[-1].ends if lines else hall.start


def with_fewer_boards(
    to_play: Sequence[timetable.TimetableStage], hall: HallPlan
) -> HallPlan | None:
    """Return the hall with the most boards that make the day longer; None if no number does."""
    at_once = max((max(stage.matches) for stage in to_play), default=1)
    here = end_of_day(to_play, hall)
    for boards in range(min(hall.boards, at_once) - 1, 0, -1):
        smaller = replace(hall, boards=boards)
        if end_of_day(to_play, smaller) > here:
            return smaller
    return None


@dataclass(frozen=True)
class Misfit:
    """A stage that can't be played by its expected entries, and the reason."""

    stage: StagePlan
    why: Text


def first_unplayable_stage(
    plan: Sequence[StagePlan], entries: int, known: KnownNumbers = NOTHING
) -> Misfit | None:
    """Return the first stage that can't be played by its expected entries; None if all can."""
    for stage, pools in zip(plan, pools_of(plan, entries, known), strict=True):
        if not pools:
            return Misfit(stage, Text("no one would have an opponent"))
        if why := next(filter(None, map(stage.way.refusal, pools)), None):
            return Misfit(stage, why)
    return None
