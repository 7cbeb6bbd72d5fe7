"""What a forfeit pays, by settings of points and games."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.stages.forfeits import ForfeitTerms, Payment
from scoring.sides import Seat

NOTHING = (0, 0)
EIGHT = ForfeitTerms(points=8)


@pytest.mark.parametrize(
    ("winner", "points"),
    [(Seat.A, (8, 0)), (Seat.B, (0, 8)), (None, NOTHING)],
    ids=["to one", "to the other", "double forfeit"],
)
def test_a_forfeit_is_paid_to_the_side_that_was_ready(
    winner: Seat | None, points: tuple[int, int]
) -> None:
    assert EIGHT.to(winner) == Payment(points, NOTHING)


@pytest.mark.parametrize(
    ("wins", "points"),
    [
        ([], 8),  # no one has won yet
        ([6], 6),
        ([5, 6, 7], 6),
        ([6, 7], 6),  # six and a half, rounded down
        ([8, 10], 8),
        ([0], 0),
    ],
)
def test_a_walkover_pays_no_more_than_a_win_has_brought_on_average(
    wins: list[int], points: int
) -> None:
    assert EIGHT.to(Seat.A, wins=wins).points == (points, 0)
    uncapped = ForfeitTerms(points=8, is_capped=False)
    assert uncapped.to(Seat.A, wins=wins).points == (8, 0)


def test_games_are_a_setting_of_their_own() -> None:
    terms = ForfeitTerms(points=0, games=2)
    assert terms.to(Seat.B) == Payment(NOTHING, (0, 2))
    assert terms.to(None) == Payment(NOTHING, NOTHING)


@given(
    points=st.integers(0, 40),
    wins=st.lists(st.integers(0, 40)),
    winner=st.sampled_from([Seat.A, Seat.B]),
)
def test_staying_away_never_pays(points: int, wins: list[int], winner: Seat) -> None:
    paid = ForfeitTerms(points=points).to(winner, wins=wins).points
    assert paid[1 - winner] == 0
    assert 0 <= paid[winner] <= points
    assert not wins or paid[winner] * len(wins) <= sum(wins)
