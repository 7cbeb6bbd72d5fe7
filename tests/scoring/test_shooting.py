"""Who shoots first, and who has the hammer."""

import pytest

from scoring.game_end import FixedRounds
from scoring.payouts import MatchPoints
from scoring.rules import GameRule
from scoring.shooting import Alternate, Clockwise, LastStarts, Moves, Turns
from scoring.sides import BySeat, Seat

SINGLES = BySeat(1, 1)
DOUBLES = BySeat(2, 2)
TWO_AGAINST_ONE = BySeat(2, 1)
THREE = BySeat(1, 1, 1)
FOUR = BySeat(1, 1, 1, 1)


@pytest.mark.parametrize(
    ("players", "moves", "opening", "firsts"),
    [
        (SINGLES, Alternate(), Seat.A, "A B A B A"),
        (SINGLES, Alternate(), Seat.B, "B A B A B"),
        (SINGLES, Clockwise(), Seat.B, "B A B A B"),
        (SINGLES, LastStarts(), Seat.A, "A B A B A"),
        (DOUBLES, Alternate(), Seat.B, "B1 A1 B1 A1 B1"),
        (DOUBLES, Clockwise(), Seat.A, "A1 B1 A2 B2 A1"),
        (DOUBLES, Clockwise(), Seat.B, "B1 A2 B2 A1 B1"),
        (DOUBLES, LastStarts(), Seat.A, "A1 B2 A2 B1 A1"),
        (TWO_AGAINST_ONE, Clockwise(), Seat.A, "A1 B A2 B A1"),
        (TWO_AGAINST_ONE, Clockwise(), Seat.B, "B A2 B A1 B"),
        (THREE, Alternate(), Seat.B, "B C A B C"),
        (THREE, Clockwise(), Seat.B, "B C A B C"),
        (THREE, LastStarts(), Seat.A, "A C B A C"),
        (FOUR, Clockwise(), Seat.D, "D A B C D"),
    ],
)
def test_the_first_shot_moves_every_round(
    players: BySeat[int], moves: Moves, opening: Seat, firsts: str
) -> None:
    turns = Turns(players, moves)

    assert [str(turns.first(opening, number)) for number in range(1, 6)] == firsts.split()


@pytest.mark.parametrize("players", [SINGLES, DOUBLES, TWO_AGAINST_ONE, THREE, FOUR])
@pytest.mark.parametrize("opening", [Seat.A, Seat.B])
def test_last_starts_means_that_the_hammer_starts(players: BySeat[int], opening: Seat) -> None:
    turns = Turns(players, LastStarts())

    for number in range(1, 9):
        assert turns.first(opening, number + 1) == turns.hammer(opening, number)


@pytest.mark.parametrize(
    ("players", "opening", "number", "order"),
    [
        (SINGLES, Seat.B, 1, "B A"),
        (DOUBLES, Seat.B, 1, "B1 A2 B2 A1"),
        (DOUBLES, Seat.B, 3, "B2 A1 B1 A2"),
        (TWO_AGAINST_ONE, Seat.A, 2, "B A2 B A1"),
        (TWO_AGAINST_ONE, Seat.A, 4, "B A1 B A2"),
        (THREE, Seat.C, 1, "C A B"),
    ],
)
def test_turns_go_clockwise_from_the_first_shot(
    players: BySeat[int], opening: Seat, number: int, order: str
) -> None:
    turns = Turns(players, Clockwise())

    assert [str(turn) for turn in turns.order(opening, number)] == order.split()


def test_over_four_rounds_both_sides_have_the_hammer_twice() -> None:
    turns = GameRule(players=SINGLES, discs=8, pays=MatchPoints(), ends=FixedRounds(4)).turns
    hammers = [turns.hammer(Seat.A, number).seat for number in range(1, 5)]

    assert hammers == [Seat.B, Seat.A, Seat.B, Seat.A]
