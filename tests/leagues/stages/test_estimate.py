"""How many matches an event has, and when it ends."""

from __future__ import annotations

from leagues.pairing.timetable import clock
from leagues.stages import estimate
from leagues.stages.estimate import Hall
from leagues.stages.plan import StagePlan
from leagues.stages.takes import Everyone, Top
from leagues.stages.ways import Knockout, Page, Partners, RoundRobin, SomeGames

MORNING = StagePlan(name="Morning", way=SomeGames(10))
OF_24 = estimate.stages([MORNING], 24, minutes=12)
LAST_EIGHT = StagePlan(
    name="Last eight", way=Knockout(), takes=Top(8), match_format="best-of-3-to-5"
)


def test_pools_play_side_by_side() -> None:
    pools = StagePlan(name="Pools", way=RoundRobin(), takes=Everyone(2))

    [stage] = estimate.stages([pools], 9, minutes=12)

    assert stage.matches == (4, 4, 4, 2, 2), "five in one pool, four in the other"


def test_longer_matches_take_longer_and_the_desk_may_say_how_long() -> None:
    morning, eight = estimate.stages([MORNING, LAST_EIGHT], 24, minutes=12)
    [quick] = estimate.stages(
        [StagePlan(name="Quick", way=SomeGames(2), minutes=8)], 24, minutes=12
    )

    assert [morning.minutes, eight.minutes, quick.minutes] == [12, 35, 8]
    assert [morning.pause, eight.pause] == [0, 20], "a breather between stages"


def test_the_change_over_counts() -> None:
    slow = estimate.ends(OF_24, Hall(boards=12, change_over=5))
    quick = estimate.ends(OF_24, Hall(boards=12, change_over=2))

    assert slow - quick == 9 * 3, "nine changes between ten games"


def test_fewer_boards_are_named_only_where_it_takes_longer() -> None:
    hall = Hall(boards=20)
    smaller = estimate.with_fewer_boards(OF_24, hall)

    assert smaller is not None
    assert smaller.boards == 11, "twelve matches at once need twelve boards, not twenty"
    assert clock(estimate.ends(OF_24, hall)) == "11:18"
    assert clock(estimate.ends(OF_24, smaller)) == "13:38"


def test_boards_that_fill_twice_may_be_far_fewer() -> None:
    smaller = estimate.with_fewer_boards(
        estimate.stages([MORNING], 38, minutes=12), Hall(boards=18)
    )

    assert smaller is not None
    assert smaller.boards == 9, "nineteen matches fill ten boards twice as well"


def test_one_board_cannot_be_fewer() -> None:
    assert estimate.with_fewer_boards(OF_24, Hall(boards=1)) is None


def test_an_event_without_stages_ends_where_it_begins() -> None:
    hall = Hall(boards=4, start=600)

    assert estimate.ends([], hall) == 600
    assert estimate.with_fewer_boards([], hall) is None
    assert estimate.misfit([], 24) is None


def test_a_stage_that_so_many_cannot_play_is_named() -> None:
    page = StagePlan(name="Page", way=Page(), takes=Top(4))

    assert estimate.misfit([MORNING, page], 12) is None
    assert estimate.misfit([MORNING, page], 2) is page
    assert estimate.misfit([MORNING], 1) is MORNING, "nobody plays alone"


def test_three_are_too_few_for_doubles() -> None:
    doubles = StagePlan(name="Doubles", way=Partners())

    assert estimate.misfit([doubles], 3) is doubles
    assert estimate.misfit([doubles], 4) is None


def test_pools_of_one_only_wait() -> None:
    pools = StagePlan(name="Pools", way=RoundRobin(), takes=Everyone(3))

    assert estimate.misfit([pools], 4) is None
    [stage] = estimate.stages([pools], 4, minutes=12)
    assert stage.matches == (1,)
