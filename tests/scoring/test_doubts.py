"""Doubts about recorded results: impossible ones are named, and no others."""

from scoring.notation import find_doubts
from scoring.notation.record import MatchRecord, RoundRecord, side_of
from scoring.sides import BySeat


def record_of(*points: tuple[int, int]) -> MatchRecord:
    rounds = tuple(RoundRecord(BySeat(*each)) for each in points)
    return MatchRecord(BySeat(side_of("Ann"), side_of("Ben")), rounds)


def test_rounds_that_paid_their_difference_are_not_doubted() -> None:
    assert list(find_doubts(record_of((15, 0), (0, 40)))) == []


def test_a_round_for_both_is_odd_among_rounds_that_paid_their_difference() -> None:
    assert list(find_doubts(record_of((15, 0), (10, 40)))) == [
        "round 2 is recorded as 10-40, and a round is 2-0 or 1-1"
    ]
