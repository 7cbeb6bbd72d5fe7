"""The ready-made shapes: each can be played by any possible number of entries."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.stages import estimate
from leagues.stages.entry_sources import Everyone
from leagues.stages.estimate import HallPlan
from leagues.stages.event_templates import SHAPES, Shape
from leagues.stages.stage_plan import match_format
from leagues.stages.stage_plan import row_of as columns
from scoring.presets import PRESETS
from scoring.tiebreaks.chains import steps_of

NAMES = sorted(SHAPES)
NEEDS = {
    "championship": 3,
    "pools-then-knockout": 3,
    "page": 3,
    "rotating-doubles": 4,
    "at-a-board": 4,
}


@pytest.mark.parametrize("name", NAMES)
def test_a_shape_has_a_title_and_a_description(name: str) -> None:
    shape = SHAPES[name]

    assert shape.name == name
    assert shape.title
    assert str(shape.text).endswith(".")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("entries", [2, 3, 5, 8, 16, 24, 38, 41, 80, 200, 1000])
def test_a_shape_begins_with_everybody_and_can_be_played(name: str, entries: int) -> None:
    shape = SHAPES[name]
    stages = shape.stages(entries)

    assert isinstance(stages[0].takes, Everyone)
    misfit = estimate.first_unplayable_stage(stages, entries)
    assert (misfit is None) == (entries >= NEEDS.get(name, 2)), misfit


@pytest.mark.parametrize("name", NAMES)
def test_every_format_and_tie_break_of_a_shape_is_known(name: str) -> None:
    for stage in SHAPES[name].stages(38):
        steps_of(stage.chain)
        match_format(columns(stage)["match_format"], PRESETS["tournament-singles"].rule)


@given(entries=st.integers(4, 120), boards=st.integers(1, 30), name=st.sampled_from(NAMES))
def test_a_day_goes_forward_whatever_the_shape(entries: int, boards: int, name: str) -> None:
    plan = SHAPES[name].stages(entries)
    hall = HallPlan(boards=boards)
    to_play = estimate.timetable_stages(plan, entries, hall.minutes)
    lines = estimate.plan_day(to_play, hall)
    times = [time for line in lines for time in (*line.begins, line.ends)]

    assert times == sorted(times)
    assert times[0] == hall.start
    assert estimate.end_of_day(to_play, hall) == times[-1]


def stage_names(shape: Shape, entries: int) -> list[str]:
    return [stage.name for stage in shape.stages(entries)]


@pytest.mark.parametrize(
    ("name", "stages"),
    [
        ("one-day-open", ["Morning", "Power pools", "Play-offs"]),
        ("championship", ["Preliminary", "Pools of eight", "Final four"]),
        ("swiss-then-cut", ["Swiss", "Last eight"]),
        ("pools-then-knockout", ["Pools", "Knockout"]),
        ("page", ["Round robin", "Page play-off"]),
        ("club-night", ["Tonight"]),
        ("league", ["Round robin"]),
    ],
)
def test_what_a_shape_is_built_of(name: str, stages: list[str]) -> None:
    assert stage_names(SHAPES[name], 38) == stages


def test_power_pools_are_of_about_ten() -> None:
    assert estimate.pool_sizes(SHAPES["one-day-open"].stages(41), 41)[1] == [11, 10, 10, 10]
    assert estimate.pool_sizes(SHAPES["one-day-open"].stages(4), 4)[1] == [4]
