"""The number of matches of an event, and its expected end."""

from dataclasses import replace

import pytest

from leagues.pairing.timetable import format_clock
from leagues.stages import estimate
from leagues.stages.entry_sources import Everyone, Top
from leagues.stages.estimate import HallPlan, KnownNumbers
from leagues.stages.pairing_ways import (
    Knockout,
    Outsiders,
    PagePlayoff,
    Partners,
    RoundRobin,
    SomeGames,
)
from leagues.stages.stage_plan import StagePlan

MORNING = StagePlan(name="Morning", way=SomeGames(10))
OF_24 = estimate.timetable_stages([MORNING], 24, minutes=12)
LAST_EIGHT = StagePlan(
    name="Last eight", way=Knockout(), takes=Top(8), match_format="best-of-3-to-5"
)


def test_pools_play_side_by_side() -> None:
    pools = StagePlan(name="Pools", way=RoundRobin(), takes=Everyone(2))

    [stage] = estimate.timetable_stages([pools], 9, minutes=12)

    assert stage.matches == (4, 4, 4, 2, 2), "five in one pool, four in the other"


def test_longer_matches_take_longer_and_the_desk_may_say_how_long() -> None:
    morning, eight = estimate.timetable_stages([MORNING, LAST_EIGHT], 24, minutes=12)
    [quick] = estimate.timetable_stages(
        [StagePlan(name="Quick", way=SomeGames(2), minutes=8)], 24, minutes=12
    )

    assert [morning.minutes, eight.minutes, quick.minutes] == [12, 35, 8]
    assert [morning.pause.minutes, eight.pause.minutes] == [0, 20], "a breather"


def test_lunch_puts_off_the_end_of_the_day() -> None:
    """The morning is over at 11:18, and the last eight take two hours."""
    lunch = replace(LAST_EIGHT, not_before=13 * 60 + 30)
    at_once = replace(LAST_EIGHT, break_minutes=0)

    def over(last: StagePlan) -> str:
        return format_clock(
            estimate.end_of_day(
                estimate.timetable_stages([MORNING, last], 24, minutes=12), HallPlan(boards=12)
            )
        )

    assert [over(LAST_EIGHT), over(lunch), over(at_once)] == ["13:27", "15:19", "13:09"]


def test_the_first_stage_begins_with_the_event() -> None:
    moved_up = replace(MORNING, break_minutes=45, not_before=13 * 60 + 30)

    assert estimate.timetable_stages([moved_up], 24, minutes=12) == OF_24


def test_the_change_over_counts() -> None:
    slow = estimate.end_of_day(OF_24, HallPlan(boards=12, change_over=5))
    quick = estimate.end_of_day(OF_24, HallPlan(boards=12, change_over=2))

    assert slow - quick == 9 * 3, "nine changes between ten games"


def test_fewer_boards_are_named_only_where_it_takes_longer() -> None:
    hall = HallPlan(boards=20)
    smaller = estimate.with_fewer_boards(OF_24, hall)

    assert smaller is not None
    assert smaller.boards == 11, "twelve matches at once need twelve boards, not twenty"
    assert format_clock(estimate.end_of_day(OF_24, hall)) == "11:18"
    assert format_clock(estimate.end_of_day(OF_24, smaller)) == "13:38"


def test_boards_that_fill_twice_may_be_far_fewer() -> None:
    smaller = estimate.with_fewer_boards(
        estimate.timetable_stages([MORNING], 38, minutes=12), HallPlan(boards=18)
    )

    assert smaller is not None
    assert smaller.boards == 9, "nineteen matches fill ten boards twice as well"


def test_one_board_cannot_be_fewer() -> None:
    assert estimate.with_fewer_boards(OF_24, HallPlan(boards=1)) is None


def test_an_event_without_stages_ends_where_it_begins() -> None:
    hall = HallPlan(boards=4, start=600)

    assert estimate.end_of_day([], hall) == 600
    assert estimate.with_fewer_boards([], hall) is None
    assert estimate.first_unplayable_stage([], 24) is None


def test_a_stage_that_so_many_cannot_play_is_named() -> None:
    page = StagePlan(name="PagePlayoff", way=PagePlayoff(), takes=Top(4))

    assert estimate.first_unplayable_stage([MORNING, page], 12) is None
    assert misfit_of([replace(MORNING, way=SomeGames(1)), page], 2) == (
        page,
        "a Page play-off needs three or four entries",
    )
    assert misfit_of([MORNING], 1) == (MORNING, "no one would have an opponent")


def test_three_are_too_few_for_doubles() -> None:
    doubles = StagePlan(name="Doubles", way=Partners())

    assert misfit_of([doubles], 3) == (doubles, "doubles need four players")
    assert estimate.first_unplayable_stage([doubles], 4) is None


@pytest.mark.parametrize(("entries", "pools"), [(10, 1), (20, 2), (8, 1)])
def test_ten_games_against_different_opponents_need_eleven(entries: int, pools: int) -> None:
    morning = replace(MORNING, takes=Everyone(pools))
    found = misfit_of([morning], entries)

    assert found is not None
    assert found[0] is morning
    assert found[1] == (
        "10 games against different opponents: a pool needs more than 10 entries, "
        f"but it would have {entries // pools}"
    )
    assert estimate.first_unplayable_stage([morning], 11 * pools) is None


def test_clubs_are_planned_as_they_are_in() -> None:
    """Three clubs of four are 48 matches; as two clubs they were planned as 36."""
    day = StagePlan(name="Day", way=Outsiders(clubs=2))
    of_three = KnownNumbers(clubs=(4, 4, 4))

    def matches(known: KnownNumbers) -> int:
        return sum(sum(s.matches) for s in estimate.timetable_stages([day], 12, 12, known))

    assert [matches(KnownNumbers()), matches(of_three)] == [36, 48]
    [alone] = [estimate.first_unplayable_stage([day], 12, KnownNumbers(clubs=(12,)))]
    assert alone is not None
    assert "one club" in str(alone.why)


def misfit_of(plan: list[StagePlan], entries: int) -> tuple[StagePlan, str] | None:
    found = estimate.first_unplayable_stage(plan, entries)
    return (found.stage, str(found.why)) if found else None


def test_pools_of_one_only_wait() -> None:
    pools = StagePlan(name="Pools", way=RoundRobin(), takes=Everyone(3))

    assert estimate.first_unplayable_stage([pools], 4) is None
    [stage] = estimate.timetable_stages([pools], 4, minutes=12)
    assert stage.matches == (1,)
