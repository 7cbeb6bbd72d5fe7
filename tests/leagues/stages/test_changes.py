"""What of a stage may still be changed, by its state."""

from dataclasses import replace

import pytest

from leagues.stages.entry_sources import Top
from leagues.stages.pairing_ways import Knockout, PairingWay, Partners, RoundRobin, Swiss
from leagues.stages.stage_changes import ALL, Progress, fixed_parts, too_late
from leagues.stages.stage_plan import StagePlan

PLANNED = Progress()
OPENED = Progress(opened=True)
DRAWN = Progress(opened=True, drawn=3)
BEGUN = Progress(opened=True, drawn=3, begun=True)
OVER = Progress(opened=True, drawn=3, begun=True, over=True)

SWISS = StagePlan(name="Swiss", way=Swiss(5))
ELSE = {
    "name": "Main",
    "way": RoundRobin(),
    "takes": Top(16),
    "match_format": "first-to-9",
    "chain": ("points", "twenties"),
    "carries_over": True,
    "minutes": 20,
    "is_queue": True,
}


@pytest.mark.parametrize(
    ("progress", "stays"),
    [
        (PLANNED, set()),
        (OPENED, {"takes"}),
        (DRAWN, {"takes", "way"}),
        (BEGUN, {"takes", "way", "match_format", "carries_over"}),
        (OVER, ALL - {"name"}),
    ],
    ids=["planned", "open", "drawn", "being played", "over"],
)
def test_the_further_it_has_come_the_less_may_change(progress: Progress, stays: set[str]) -> None:
    assert fixed_parts(progress) == stays
    for part, value in ELSE.items():
        after = replace(SWISS, **{part: value})  # type: ignore[arg-type]
        assert too_late(SWISS, after, progress) == stays & {part}


@pytest.mark.parametrize(
    ("way", "refused"),
    [
        (Swiss(9), False),
        (Swiss(3), False),
        (Swiss(2), True),
        (Swiss(9, by_rating=True), True),
        (Knockout(), True),
        (Partners(9), True),
    ],
    ids=str,
)
@pytest.mark.parametrize("progress", [DRAWN, BEGUN], ids=["drawn", "being played"])
def test_rounds_may_be_added_or_dropped_but_not_those_that_are_drawn(
    way: PairingWay, refused: bool, progress: Progress
) -> None:
    assert bool(too_late(SWISS, replace(SWISS, way=way), progress)) is refused


def test_a_number_of_rounds_cannot_become_open_under_way() -> None:
    six, everybody = (StagePlan(name="Doubles", way=Partners(n)) for n in (6, None))

    assert too_late(six, everybody, DRAWN) == {"way"}


@pytest.mark.parametrize(
    ("progress", "is_planned"),
    [(PLANNED, True), (OPENED, False), (DRAWN, False), (Progress(over=True), False)],
)
def test_a_stage_may_move_or_go_while_nothing_hangs_on_it(
    progress: Progress, is_planned: bool
) -> None:
    assert progress.is_planned is is_planned
