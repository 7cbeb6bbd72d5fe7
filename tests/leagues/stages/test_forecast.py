"""The expected end of a plan over many random days, and what it lacks."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.stages import estimate
from leagues.stages.entry_sources import Bands, Everyone, Top, TopOfPools
from leagues.stages.estimate import HallPlan, KnownNumbers
from leagues.stages.event_templates import SHAPES
from leagues.stages.forecast import (
    CERTAIN,
    EFFORT,
    LEAST_RUNS,
    RUNS,
    Forecast,
    LengthSpread,
    simulate_days,
)
from leagues.stages.pairing_ways import Heats, Knockout, RoundRobin, SomeGames, Swiss
from leagues.stages.stage_plan import StagePlan

MORNING = StagePlan(name="Morning", way=SomeGames(3))
FINAL = StagePlan(name="Final", way=Knockout(), takes=Top(2))


def forecast_of(plan: Sequence[StagePlan], entries: int, boards: int = 20, **more: Any) -> Forecast:
    return simulate_days(plan, entries, HallPlan(boards=boards), Random(3), **more)


def test_lunch_is_part_of_every_day_played_out() -> None:
    lunch = replace(FINAL, not_before=13 * 60 + 30)

    found = forecast_of([MORNING, lunch], 8, runs=20)
    shortest, longest = 0.75 * 0.94 * 12, 1.25 * 1.06 * 12

    assert 13.5 * 60 + shortest <= found.usually <= 13.5 * 60 + longest


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("boards", [3, 10])
def test_certain_lengths_give_the_sum_of_the_plan(shape: str, boards: int) -> None:
    plan, hall = SHAPES[shape].stages(24), HallPlan(boards=boards)
    to_play = estimate.timetable_stages(plan, 24, hall.minutes, KnownNumbers(boards))

    found = forecast_of(plan, 24, boards, spread=CERTAIN, runs=2)

    assert found.usually == found.mostly == estimate.end_of_day(to_play, hall)
    assert found.late_rounds == 0


@settings(max_examples=40, deadline=None)
@given(
    boards=st.integers(1, 9),
    entries=st.integers(4, 16),
    seed=st.integers(0, 99),
    is_queue=st.booleans(),
)
def test_more_boards_never_end_later(boards: int, entries: int, seed: int, is_queue: bool) -> None:
    plan = [replace(MORNING, is_queue=is_queue), FINAL]

    few, more = (
        simulate_days(plan, entries, HallPlan(boards=n), Random(seed), runs=3)
        for n in (boards, boards + 1)
    )

    assert more.usually <= few.usually
    assert more.mostly <= few.mostly
    assert few.usually <= few.mostly


def test_a_round_waits_for_the_slowest_board() -> None:
    """With matches of 6 or 18 minutes a round of ten takes 18, and the plan says 12."""
    plan, spread = [replace(MORNING, way=SomeGames(5))], LengthSpread((0.5, 1.5), (1,))

    found = forecast_of(plan, 20, spread=spread)

    assert found.usually == 9 * 60 + 5 * 18 + 4 * 2
    assert found.rounds == 5
    assert found.late_rounds == 3, "by 6, 12, 18 and 24 minutes: all but the first two"


def test_a_queue_waits_for_no_round() -> None:
    """Six at two boards play nine matches: two at a time, where rounds need two waves each."""
    queue = replace(MORNING, is_queue=True)

    in_rounds = forecast_of([MORNING], 6, 2, spread=CERTAIN).usually
    in_queue = forecast_of([queue], 6, 2, spread=CERTAIN).usually

    assert in_rounds == 9 * 60 + 6 * 14 - 2
    assert in_queue < in_rounds


def test_in_a_queue_no_entry_plays_two_matches_at_once() -> None:
    queue = replace(MORNING, way=RoundRobin(), is_queue=True)

    assert forecast_of([queue], 3, 9, spread=CERTAIN).usually == 9 * 60 + 3 * 14 - 2


def test_a_slow_day_is_slow_all_day() -> None:
    found = forecast_of([MORNING], 4, spread=LengthSpread((1,), (2,)))

    assert found.usually == 9 * 60 + 3 * 24 + 2 * 2


def test_rounds_with_more_matches_than_boards_are_counted() -> None:
    found = forecast_of([MORNING, FINAL], 12, 5)

    assert (found.crowded_rounds, found.rounds, found.most_at_once) == (3, 4, 6)
    assert forecast_of([MORNING, FINAL], 12, 6).crowded_rounds == 0


def test_a_cut_may_part_who_is_level() -> None:
    """One round of one point each way: with two of four going on, the winners do."""
    one = replace(MORNING, way=SomeGames(1))

    all_four = forecast_of([one, replace(FINAL, takes=Top(4))], 4, worths=[2, None])
    first_of_four = forecast_of([one, replace(FINAL, takes=Bands(2))], 8, worths=[2, None])

    assert all_four.ties == (None, Fraction(0))
    assert first_of_four.ties[1] is not None
    assert 0 < first_of_four.ties[1] < 1, "level only where some match ties"


def test_a_bye_pays_what_its_format_sets() -> None:
    """One of three has a bye. Paid as a win, the second is tied with the third where the match
    ties; paid nothing, where it does not.
    """
    win, nothing = (
        forecast_of(
            [replace(MORNING, way=SomeGames(1, bye_points=pays)), FINAL], 3, worths=[2, None]
        ).ties[1]
        for pays in (None, 0)
    )

    assert win is not None
    assert nothing is not None
    assert 0 < win < 1
    assert win + nothing == 1


def test_no_entry_has_a_second_bye_before_all_had_one() -> None:
    """In two rounds two of three sit out, paid fifty each; matches pay nothing."""
    two = replace(MORNING, way=SomeGames(2, bye_points=50))

    assert forecast_of([two, FINAL], 3, worths=[0, None]).ties[1] == 0


def test_winners_of_a_swiss_meet() -> None:
    """After two rounds of four, one has won both and one none; the two between are tied."""
    swiss, by_lot = (
        forecast_of([replace(MORNING, way=way), FINAL], 4, worths=[2, None]).ties[1]
        for way in (Swiss(2), SomeGames(2))
    )

    assert swiss is not None
    assert by_lot is not None
    assert swiss > by_lot


def test_no_ties_are_forecast_at_cuts_of_unknown_order() -> None:
    pools = replace(MORNING, way=RoundRobin(), takes=Everyone(2))
    again = StagePlan(name="Again", way=RoundRobin(), takes=Top(2))

    assert forecast_of([pools, FINAL], 8, worths=[8, None]).ties == (None, None)
    assert forecast_of([MORNING, FINAL], 8).ties == (None, None), "no points that decide"
    knockout = replace(FINAL, takes=Everyone())
    assert forecast_of([knockout, again], 8, worths=[8, 8]).ties == (None, None)
    of_pools = replace(FINAL, takes=TopOfPools(1))
    assert forecast_of([pools, of_pools], 8, worths=[8, None]).ties[1] is not None


def test_points_that_are_carried_over_count_on() -> None:
    """Ten rounds before make a tie rarer than one round alone."""
    ten = StagePlan(name="Ten", way=Swiss(10))
    one = StagePlan(name="One", way=Swiss(1))
    alone = forecast_of([ten, one, FINAL], 8, worths=[8, 2, None])
    on = forecast_of([ten, replace(one, carries_over=True), FINAL], 8, worths=[8, 2, None])

    assert alone.ties[2] is not None
    assert on.ties[2] is not None
    assert on.ties[2] < alone.ties[2]


def test_a_plan_of_many_matches_is_played_out_less_often() -> None:
    assert forecast_of([MORNING], 8).runs == RUNS
    large = [replace(MORNING, way=SomeGames(40))]
    assert 100 * 40 * RUNS > EFFORT
    assert forecast_of(large, 200).runs == LEAST_RUNS


def test_an_event_without_stages_ends_where_it_begins() -> None:
    assert forecast_of([], 8).mostly == 9 * 60


def test_a_round_without_matches_takes_no_time() -> None:
    two_of_four = StagePlan(name="Heats", way=Heats(2))

    assert forecast_of([two_of_four], 2).mostly == 9 * 60
