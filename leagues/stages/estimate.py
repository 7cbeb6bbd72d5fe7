"""How many matches an event has, and when it ends.

>>> from leagues.stages.shapes import SHAPES
>>> plan = SHAPES["one-day-open"].stages(38)
>>> sizes(plan, 38)
[[38], [10, 10, 9, 9], [4, 4, 4, 4]]
>>> hall = HallPlan(boards=20)
>>> to_play = stages(plan, 38, hall.minutes)
>>> smaller = with_fewer_boards(to_play, hall)
>>> [(each.boards, timetable.clock(ends(to_play, each))) for each in (hall, smaller)]
[(20, '14:52'), (18, '17:12')]
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from leagues.pairing import timetable
from leagues.pairing.timetable import Break, TimetableLine
from leagues.stages.plan import ONE_GAME, StagePlan
from leagues.stages.way import ExpectedField, PlannedRound
from scoring.matches import BY_SHEET
from scoring.presets import SINGLES
from scoring.rules import GameRule
from scoring.text import Text

# A round of eight discs each takes about so long; a longer format takes more of them.
MINUTES_BY_FORMAT = {
    "best-of-3-to-5": 35,
    "best-of-3-to-5-even-rounds": 40,
    "quinte": 45,
    "first-to-9": 24,
    "first-to-11": 30,
    "first-to-12": 32,
}
# Of the formats that follow from the sheet, in games of that sheet.
GAMES_BY_FORMAT = {"sheet-play-off": 2, "sheet-best-of-3": 3}


def sizes(plan: Sequence[StagePlan], entries: int) -> list[list[int]]:
    """How large the pools of each stage are."""
    made: list[list[int]] = []
    before = [entries]
    for stage in plan:
        before = stage.takes.sizes(before)
        made.append(before)
    return made


@dataclass(frozen=True)
class KnownNumbers:
    """What is known of those who come and of the hall, beside how many they are."""

    boards: int | None = None
    clubs: tuple[int, ...] = ()
    """How many are in of each club."""
    sheet: GameRule = SINGLES


NOTHING = KnownNumbers()


def pools_of(
    plan: Sequence[StagePlan], entries: int, known: KnownNumbers = NOTHING
) -> list[list[ExpectedField]]:
    """The expected field of each pool of each stage. A pool of one has no matches."""
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
        for stage, pools in zip(plan, sizes(plan, entries), strict=True)
    ]


def planned(
    plan: Sequence[StagePlan], entries: int, known: KnownNumbers = NOTHING
) -> list[tuple[PlannedRound, ...]]:
    """What the draw of each stage will make: its pairing rounds, all pools together."""
    return [
        tuple(
            PlannedRound(sum(each.matches for each in rounds), sum(each.byes for each in rounds))
            for rounds in zip_longest(
                *(stage.way.planned(coming) for coming in pools), fillvalue=PlannedRound(0)
            )
        )
        for stage, pools in zip(plan, pools_of(plan, entries, known), strict=True)
    ]


def stages(
    plan: Sequence[StagePlan], entries: int, minutes: int, known: KnownNumbers = NOTHING
) -> list[timetable.TimetableStage]:
    """The timetable's stages: how many matches at a time, pool by pool side by side."""
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
    """How long a match of this stage takes."""
    name = stage.match_format
    if stage.minutes:
        return stage.minutes
    if name in BY_SHEET and BY_SHEET[name](sheet) != BY_SHEET[ONE_GAME](sheet):
        return usual * GAMES_BY_FORMAT[name]
    return MINUTES_BY_FORMAT.get(name, usual)


@dataclass(frozen=True, kw_only=True)
class HallPlan:
    """What there is to play on, from when, by which sheet, and how long a match takes."""

    boards: int
    minutes: int = 12
    change_over: int = 2
    start: int = 9 * 60
    sheet: GameRule = SINGLES


def day(to_play: Sequence[timetable.TimetableStage], hall: HallPlan) -> list[TimetableLine]:
    """When each stage begins and ends."""
    boards = timetable.Hall(hall.boards, hall.change_over)
    return timetable.timetable(to_play, boards, hall.start)


def ends(to_play: Sequence[timetable.TimetableStage], hall: HallPlan) -> int:
    """The minute of the day at which the last match ends; past 24 × 60 it is the next day."""
    lines = day(to_play, hall)
    return lines[-1].ends if lines else hall.start


def with_fewer_boards(
    to_play: Sequence[timetable.TimetableStage], hall: HallPlan
) -> HallPlan | None:
    """The same hall with so few boards that it takes longer; nothing if it cannot have fewer."""
    at_once = max((max(stage.matches) for stage in to_play), default=1)
    here = ends(to_play, hall)
    for boards in range(min(hall.boards, at_once) - 1, 0, -1):
        smaller = replace(hall, boards=boards)
        if ends(to_play, smaller) > here:
            return smaller
    return None


@dataclass(frozen=True)
class Misfit:
    """A stage that cannot be played by as many as would come to it, and why."""

    stage: StagePlan
    why: Text


def misfit(plan: Sequence[StagePlan], entries: int, known: KnownNumbers = NOTHING) -> Misfit | None:
    """The first stage that cannot be played by as many as would come to it."""
    for stage, pools in zip(plan, pools_of(plan, entries, known), strict=True):
        if not pools:
            return Misfit(stage, Text("no one would have an opponent"))
        if why := next(filter(None, map(stage.way.refusal, pools)), None):
            return Misfit(stage, why)
    return None
