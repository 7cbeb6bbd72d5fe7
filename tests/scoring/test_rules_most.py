"""The most points that a game can bring one side, and when half of it is played."""

from dataclasses import replace

import pytest

from scoring.game_end import DecidingRound, Ends, FixedRounds, Lead, Target, TieStands
from scoring.payouts import Difference, MatchPoints, Pays
from scoring.rules import GameRule
from scoring.sides import BySeat

EIGHT_DISCS = GameRule(players=BySeat(1, 1), discs=8, pays=MatchPoints(), ends=FixedRounds(4))


@pytest.mark.parametrize(
    ("pays", "ends", "most"),
    [
        (MatchPoints(), FixedRounds(4), 8),
        (Difference(), FixedRounds(4), 640),
        (Difference(), Lead(100, at_most=3), 480),
        (MatchPoints(), FixedRounds(4, DecidingRound()), None),
        (Difference(), Lead(100, when_level=DecidingRound()), None),
        (MatchPoints(), Target(7), None),
        (MatchPoints(), Target(7, TieStands()), None),
    ],
)
def test_every_round_won_as_high_as_can_be(pays: Pays, ends: Ends, most: int | None) -> None:
    """A game that may go on from round to round has no end."""
    assert replace(EIGHT_DISCS, pays=pays, ends=ends).most == most


@pytest.mark.parametrize(
    ("ends", "rounds", "is_half"),
    [
        (FixedRounds(4), [], False),
        (FixedRounds(4), [BySeat(2, 0)], False),
        (FixedRounds(4), [BySeat(2, 0)] * 2, True),
        (FixedRounds(5), [BySeat(2, 0)] * 2, False),
        (Target(100), [], False),
        (Target(100), [BySeat(45, 0), BySeat(0, 45)], False),
        (Target(100), [BySeat(45, 0), BySeat(5, 0)], True),
        (Lead(100, at_most=4), [BySeat(20, 0)], False),
        (Lead(100, at_most=4), [BySeat(20, 0)] * 2, True),
    ],
)
def test_half_of_a_game_is_half_its_rounds_or_half_its_points(
    ends: Ends, rounds: list[BySeat[int]], is_half: bool
) -> None:
    assert ends.is_half_played(rounds) is is_half
