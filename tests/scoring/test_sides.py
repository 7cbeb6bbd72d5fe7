"""One value per seat."""

import pickle

import pytest

from scoring.sides import BySeat, Seat


def test_a_match_has_two_to_four_sides() -> None:
    for values in ([1], [1, 2, 3, 4, 5]):
        with pytest.raises(ValueError, match="two to four sides"):
            BySeat(*values)


def test_values_are_found_by_seat() -> None:
    points = BySeat(6, 2, 4)

    assert (points.a, points.b, points[Seat.C]) == (6, 2, 4)
    assert points.seats == (Seat.A, Seat.B, Seat.C)
    assert list(points) == [6, 2, 4]
    assert points[1:] == (2, 4)
    assert dict(points.items()) == {Seat.A: 6, Seat.B: 2, Seat.C: 4}
    assert points.others(Seat.A) == (2, 4)


@pytest.mark.parametrize(
    ("values", "leaders", "leader"),
    [
        (BySeat(5, 3), (Seat.A,), Seat.A),
        (BySeat(4, 4), (Seat.A, Seat.B), None),
        (BySeat(1, 2, 2), (Seat.B, Seat.C), None),
        (BySeat(1, 2, 0), (Seat.B,), Seat.B),
    ],
)
def test_one_side_leads_or_the_first_place_is_shared(
    values: BySeat[int], leaders: tuple[Seat, ...], leader: Seat | None
) -> None:
    assert values.leaders() == leaders
    assert values.leader is leader


def test_totals_are_added_seat_by_seat() -> None:
    assert BySeat.total([BySeat(2, 0), BySeat(1, 1)]) == BySeat(3, 1)
    assert BySeat.total([], seats=3) == BySeat.repeat(0, 3)


def test_equal_values_are_one_value() -> None:
    points = BySeat(2, 0)

    assert len({points, BySeat(2, 0), BySeat(0, 2)}) == 2
    assert points != (2, 0)
    assert repr(points) == "BySeat(2, 0)"
    assert pickle.loads(pickle.dumps(points)) == points
