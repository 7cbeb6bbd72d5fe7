"""Doubts about recorded results: impossible ones are named, and no others."""

from scoring.notation import doubts
from scoring.notation.record import MatchRecord, RoundRecord, side
from scoring.sides import BySeat


def played(*points: tuple[int, int]) -> MatchRecord:
    rounds = tuple(RoundRecord(BySeat(*each)) for each in points)
    return MatchRecord(BySeat(side("Ann"), side("Ben")), rounds)


def test_rounds_that_paid_their_difference_are_not_doubted() -> None:
    assert list(doubts(played((15, 0), (0, 40)))) == []


def test_a_round_for_both_is_odd_among_rounds_that_paid_their_difference() -> None:
    assert list(doubts(played((15, 0), (10, 40)))) == [
        "round 2 is recorded as 10-40, and a round is 2-0 or 1-1"
    ]
