"""How many matches an event has, and when it ends.

>>> from leagues.stages.shapes import SHAPES
>>> plan = SHAPES["one-day-open"].stages(38)
>>> sizes(plan, 38)
[[38], [10, 10, 9, 9], [4, 4, 4, 4]]
>>> ends_in_words(plan, 38, halls=(19, 10), minutes=12, start=9 * 60)
'14:52 with 19 boards; 19:18 with 10'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from leagues.pairing.timetable import Hall, Stage, compare, timetable
from leagues.stages.plan import StagePlan

CHANGE_OVER = 2
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


def stages(plan: Sequence[StagePlan], entries: int, minutes: int) -> list[Stage]:
    """The timetable's stages: how many matches at a time, pool by pool side by side."""
    return [
        Stage(
            stage.name,
            tuple(
                sum(rounds)
                for rounds in zip_longest(
                    *(stage.way.matches(size) for size in pools if size > 1),
                    fillvalue=0,
                )
            ),
            stage.minutes or MINUTES_BY_FORMAT.get(stage.match_format, minutes),
            pause=BETWEEN_STAGES if number else 0,
        )
        for number, (stage, pools) in enumerate(
            zip(plan, sizes(plan, entries), strict=True)
        )
    ]


def ends(
    plan: Sequence[StagePlan], entries: int, boards: int, minutes: int, start: int
) -> int:
    """The minute of the day on which the last match ends."""
    lines = timetable(stages(plan, entries, minutes), Hall(boards, CHANGE_OVER), start)
    return lines[-1].ends if lines else start


def ends_in_words(
    plan: Sequence[StagePlan],
    entries: int,
    *,
    halls: Iterable[int],
    minutes: int,
    start: int,
) -> str:
    """When it ends, hall by hall: "16:40 with 12 boards; 17:25 with 10"."""
    return compare(
        stages(plan, entries, minutes),
        [Hall(boards, CHANGE_OVER) for boards in halls],
        start,
    )
