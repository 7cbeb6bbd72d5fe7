"""How many matches an event has, and when it ends.

>>> from leagues.stages.shapes import SHAPES
>>> plan = SHAPES["one-day-open"].stages(38)
>>> sizes(plan, 38)
[[38], [10, 10, 9, 9], [4, 4, 4, 4]]
>>> hall = Hall(boards=20)
>>> to_play = stages(plan, 38, hall.minutes)
>>> smaller = with_fewer_boards(to_play, hall)
>>> [(each.boards, timetable.clock(ends(to_play, each))) for each in (hall, smaller)]
[(20, '14:52'), (18, '17:12')]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from leagues.pairing import timetable
from leagues.pairing.timetable import Line
from leagues.stages.plan import StagePlan

BETWEEN_STAGES = 20
# A round of eight discs each takes about so long; a longer format takes more of them.
MINUTES_BY_FORMAT = {
    "best-of-3-to-5": 35,
    "best-of-3-to-5-even-rounds": 40,
    "quinte": 45,
    "first-to-9": 24,
    "first-to-11": 30,
    "first-to-12": 32,
}


def sizes(plan: Sequence[StagePlan], entries: int) -> list[list[int]]:
    """How large the pools of each stage are."""
    made: list[list[int]] = []
    before = [entries]
    for stage in plan:
        before = stage.takes.sizes(before)
        made.append(before)
    return made


def stages(
    plan: Sequence[StagePlan], entries: int, minutes: int
) -> list[timetable.Stage]:
    """The timetable's stages: how many matches at a time, pool by pool side by side."""
    return [
        timetable.Stage(
            stage.name,
            tuple(
                sum(rounds)
                for rounds in zip_longest(
                    *(stage.way.matches(size) for size in pools if size > 1),
                    fillvalue=0,
                )
            ),
            minutes_of(stage, minutes),
            pause=BETWEEN_STAGES if number else 0,
        )
        for number, (stage, pools) in enumerate(
            zip(plan, sizes(plan, entries), strict=True)
        )
    ]


def minutes_of(stage: StagePlan, usual: int) -> int:
    """How long a match of this stage takes."""
    return stage.minutes or MINUTES_BY_FORMAT.get(stage.match_format, usual)


@dataclass(frozen=True, kw_only=True)
class Hall:
    """What there is to play on, from when, and how long a match and a change-over take."""

    boards: int
    minutes: int = 12
    change_over: int = 2
    start: int = 9 * 60


def day(to_play: Sequence[timetable.Stage], hall: Hall) -> list[Line]:
    """When each stage begins and ends."""
    boards = timetable.Hall(hall.boards, hall.change_over)
    return timetable.timetable(to_play, boards, hall.start)


def ends(to_play: Sequence[timetable.Stage], hall: Hall) -> int:
    """The minute of the day at which the last match ends; past 24 × 60 it is the next day."""
    lines = day(to_play, hall)
    return lines[-1].ends if lines else hall.start


def with_fewer_boards(to_play: Sequence[timetable.Stage], hall: Hall) -> Hall | None:
    """The same hall with so few boards that it takes longer; nothing if it cannot have fewer."""
    at_once = max((max(stage.matches) for stage in to_play), default=1)
    here = ends(to_play, hall)
    for boards in range(min(hall.boards, at_once) - 1, 0, -1):
        smaller = replace(hall, boards=boards)
        if ends(to_play, smaller) > here:
            return smaller
    return None


def misfit(plan: Sequence[StagePlan], entries: int) -> StagePlan | None:
    """The first stage that cannot be played by as many as would come to it."""
    for stage, pools in zip(plan, sizes(plan, entries), strict=True):
        if not any(size > 1 for size in pools) or not _fits(stage, pools):
            return stage
    return None


def _fits(stage: StagePlan, pools: Sequence[int]) -> bool:
    try:
        return all(sum(stage.way.matches(size)) for size in pools if size > 1)
    except ValueError:
        return False
