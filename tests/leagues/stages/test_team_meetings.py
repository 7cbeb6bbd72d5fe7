"""Meetings of teams: their boards, their results, and who may play where."""

import pytest

from leagues.stages.team_meetings import (
    BoardsPay,
    BoardSum,
    Place,
    TeamPlayer,
    TeamRules,
    TeamsPay,
    WrongLineUp,
    wrong_line_up,
)
from scoring.errors import RuleError
from scoring.sides import BySeat, Seat

FIVE_THREE, LEVEL = BySeat(5, 3), BySeat(4, 4)
MILL, LAKE = 1, 2
PLAYERS = {
    1: TeamPlayer(1, MILL, "Mill"),
    2: TeamPlayer(2, MILL, "Mill"),
    3: TeamPlayer(3, 9, "Mill", stood_in=2),
    4: TeamPlayer(4, 9, "Mill", stood_in=3),
    5: TeamPlayer(5, MILL, "Mill", is_taken=True),
    6: TeamPlayer(6, LAKE, "Lake"),
    8: TeamPlayer(8, MILL, "Mill", is_in=False),
}


def board_sum(one: int, other: int, *shot: int) -> BoardSum:
    return BoardSum(BySeat(one, other), BySeat(*shot) if shot else None)


@pytest.mark.parametrize(
    ("rules", "sessions", "boards"),
    [
        (TeamRules(singles=4), 1, 4),
        (TeamRules(singles=4, pairs=2), 2, 6),
        (TeamRules(singles=0, pairs=2), 1, 2),
        (TeamRules(singles=4, everyone=True), 4, 16),
        (TeamRules(singles=2, pairs=2, everyone=True), 4, 8),
        (TeamRules(singles=0, pairs=2, everyone=True), 2, 4),
    ],
)
def test_a_meeting_has_so_many_boards_in_so_many_sessions(
    rules: TeamRules, sessions: int, boards: int
) -> None:
    assert len(rules.boards) == boards
    assert {each.session for each in rules.boards} == {*range(1, sessions + 1)}
    assert rules.sessions == sessions
    for session in range(1, sessions + 1):
        mine = [each.one for each in rules.boards if each.session == session]
        theirs = [each.other for each in rules.boards if each.session == session]
        assert len(set(mine)) == len(mine)
        assert len(set(theirs)) == len(theirs)


def test_a_meeting_without_boards_is_none() -> None:
    with pytest.raises(RuleError):
        TeamRules(singles=0, pairs=0)


@pytest.mark.parametrize(
    ("pays", "board_pays", "points", "clean"),
    [
        (TeamsPay.MEETINGS, BoardsPay.POINTS, BySeat(9, 7), 32),
        (TeamsPay.BOARDS, BoardsPay.POINTS, BySeat(9, 7), 32),
        (TeamsPay.BOTH, BoardsPay.POINTS, BySeat(11, 7), 34),
        (TeamsPay.MEETINGS, BoardsPay.WINS, BySeat(3, 1), 8),
        (TeamsPay.BOTH, BoardsPay.WINS, BySeat(5, 1), 10),
    ],
)
def test_what_a_board_and_a_meeting_pay(
    pays: TeamsPay, board_pays: BoardsPay, points: BySeat[int], clean: int
) -> None:
    rules = TeamRules(singles=4, pays=pays, board_pays=board_pays)
    found = rules.sum([board_sum(5, 3), board_sum(4, 4)])
    assert (found.points, found.winner) == (points, Seat.A)
    assert rules.clean(8) == clean


def test_two_all_is_level_unless_the_20s_decide() -> None:
    """Edge case 33: four singles, 2–2; by 20s 31–30, and 31–31."""
    two_all = [board_sum(5, 3, 10, 9), board_sum(3, 5, 10, 9), board_sum(6, 2, 6, 6)]
    wins = TeamRules(board_pays=BoardsPay.WINS)
    by_twenties = TeamRules(board_pays=BoardsPay.WINS, by_twenties=True)
    other = [*two_all, board_sum(2, 6, 5, 6)]
    assert wins.sum(other).winner is None
    assert by_twenties.sum(other).winner is Seat.A
    assert by_twenties.sum([*two_all, board_sum(2, 6, 5, 7)]).winner is None
    assert by_twenties.sum([board_sum(4, 4)]).winner is None  # the 20s are unknown
    both = TeamRules(pays=TeamsPay.BOTH, board_pays=BoardsPay.WINS)
    assert both.sum(other).points == BySeat(5, 5)


def test_a_board_that_was_struck_out_or_forfeited() -> None:
    rules = TeamRules(singles=2, pays=TeamsPay.BOTH)
    gone = BoardSum(BySeat(8, 0), counts=False)
    given = BoardSum(BySeat(0, 8), is_played=False)
    nothing = rules.sum([gone])
    assert (nothing.points, nothing.counts) == (BySeat(0, 0), False)
    without_play = rules.sum([given, gone])
    assert (without_play.is_played, without_play.counts) == (False, True)
    assert without_play.twenties is None
    found = rules.sum([given, board_sum(5, 3, 4, 2)])
    assert found.twenties == BySeat(4, 2)
    assert found.winner is Seat.B


@pytest.mark.parametrize(
    ("places", "wrong"),
    [
        ([(1,), (2,), (1, 2)], None),
        ([(1,), (), ()], None),
        ([(1,), (3,), ()], None),
        ([(), (), ()], (WrongLineUp.EMPTY, None)),
        ([(1,), (2,), (1,)], (WrongLineUp.SIZE, None)),
        ([(1,), (1,), ()], (WrongLineUp.TWICE, 1)),
        ([(1,), (2,), (2, 2)], (WrongLineUp.TWICE, 2)),
        ([(1,), (6,), ()], (WrongLineUp.NOT_OF_CLUB, 6)),
        ([(1,), (7,), ()], (WrongLineUp.NOT_OF_CLUB, 7)),
        ([(1,), (5,), ()], (WrongLineUp.PLAYS_ALREADY, 5)),
        ([(1,), (4,), ()], (WrongLineUp.TOO_OFTEN, 4)),
        ([(1,), (8,), ()], (WrongLineUp.NOT_THEN, 8)),
    ],
)
def test_what_is_wrong_with_a_line_up(
    places: list[Place], wrong: tuple[WrongLineUp, int | None] | None
) -> None:
    """Edge case 34: a third time as a stand-in is fine, a fourth is not."""
    rules = TeamRules(singles=2, pairs=1, stand_ins=3)
    assert wrong_line_up(rules, places, MILL, "Mill", PLAYERS) == wrong
