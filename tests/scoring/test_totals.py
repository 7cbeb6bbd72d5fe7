"""Results of whole games without their rounds."""

import pytest

from scoring.game_end import DecidingRound, FixedRounds, Target
from scoring.payouts import Difference, MatchPoints
from scoring.presets import PRESETS
from scoring.rules import GameRule
from scoring.sides import BySeat
from scoring.totals import MOST, totals_to_pick, why_no_totals, why_no_twenties

SINGLES = PRESETS["tournament-singles"].rule
TWO = BySeat(1, 1)
TO_100 = GameRule(players=TWO, discs=12, pays=Difference(), ends=Target(100))
DECIDED = GameRule(players=TWO, discs=12, pays=MatchPoints(), ends=FixedRounds(4, DecidingRound()))
BY_DIFFERENCE = GameRule(players=TWO, discs=12, pays=Difference(), ends=FixedRounds(2))


def test_four_rounds_have_nine_results() -> None:
    picked = totals_to_pick(SINGLES)
    assert picked[0] == BySeat(8, 0)
    assert picked[4] == BySeat(4, 4)
    assert picked[-1] == BySeat(0, 8)
    assert len(picked) == 9


@pytest.mark.parametrize("rule", [TO_100, DECIDED, BY_DIFFERENCE])
def test_others_have_too_many_to_pick_from(rule: GameRule) -> None:
    assert totals_to_pick(rule) == ()


@pytest.mark.parametrize(
    ("rule", "totals", "why"),
    [
        (SINGLES, (5, 3), None),
        (SINGLES, (4, 4), None),
        (SINGLES, (5, 4), "the points of both sides must add up to 8"),
        (SINGLES, (9, -1), f"points must be from 0 to {MOST}"),
        (SINGLES, (5, 3, 0), "only a match of two sides can have a result without its rounds"),
        (TO_100, (105, 95), None),
        (TO_100, (100, 43), "points are counted in fives, so 43 isn't possible"),
        (TO_100, (95, 90), "one side must have 100 points in the end"),
        (DECIDED, (6, 4), None),
        (DECIDED, (5, 4), "every round pays 2 points to both sides together"),
        (DECIDED, (5, 5), "one side must win because a game by this sheet can't end tied"),
        (BY_DIFFERENCE, (480, 0), None),
        (BY_DIFFERENCE, (481, 0), "one side can have 480 points at most"),
        (BY_DIFFERENCE, (MOST + 1, 0), f"points must be from 0 to {MOST}"),
    ],
)
def test_an_impossible_result_gets_a_reason(
    rule: GameRule, totals: tuple[int, ...], why: str | None
) -> None:
    reason = why_no_totals(rule, BySeat(*totals))
    assert (str(reason) if reason else None) == why


@pytest.mark.parametrize("totals", [(95, 90), (70, 70), (0, 0)])
def test_a_clock_ends_a_game_at_any_score(totals: tuple[int, int]) -> None:
    assert why_no_totals(TO_100, BySeat(*totals), has_clock=True) is None


def test_a_clock_makes_no_other_result_possible() -> None:
    assert why_no_totals(SINGLES, BySeat(5, 4), has_clock=True) is not None
    assert why_no_totals(TO_100, BySeat(-5, 4), has_clock=True) is not None


def test_twenties_are_as_many_as_there_were_discs() -> None:
    assert SINGLES.ends.longest == 4
    most = SINGLES.discs * 4
    assert why_no_twenties(SINGLES, BySeat(0, most)) is None
    assert str(why_no_twenties(SINGLES, BySeat(0, most + 1))) == (
        f"20s of a side must be from 0 to {most}"
    )
    assert why_no_twenties(SINGLES, BySeat(-1, 0)) is not None
    assert why_no_twenties(TO_100, BySeat(0, MOST)) is None
    assert why_no_twenties(TO_100, BySeat(0, MOST + 1)) is not None
