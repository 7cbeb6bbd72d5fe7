"""Results of a whole game without its rounds: "5–3, 20s 6–4".

>>> from scoring.presets import PRESETS
>>> four_rounds = PRESETS["tournament-singles"].rule
>>> len(totals_to_pick(four_rounds)), totals_to_pick(four_rounds)[3]
(9, BySeat(5, 3))
>>> print(why_no_totals(four_rounds, BySeat(5, 4)))
the points of both sides must add up to 8
"""

from scoring.game_end import FixedRounds, Target
from scoring.payouts import Difference, MatchPoints
from scoring.rules import GameRule
from scoring.sides import BySeat
from scoring.text import Text

A_ROUND = 2
"""The points of a round for both sides together, if the higher total wins it."""
A_ZONE = 5
MOST = 9999


def totals_to_pick(rule: GameRule) -> tuple[BySeat[int], ...]:
    """Return every possible result of a game, best for A first; empty if there are too many."""
    together = _points_together(rule)
    if together is None:
        return ()
    return tuple(BySeat(together - lost, lost) for lost in range(together + 1))


def why_no_totals(rule: GameRule, totals: BySeat[int], *, has_clock: bool = False) -> Text | None:
    """Return why no game by this sheet can end with these totals; None if it can.

    With a clock a game may end at any time: before a side has enough points, and tied too.
    """
    if len(totals) != 2:
        return Text("only a match of two sides can have a result without its rounds")
    if not all(0 <= points <= MOST for points in totals):
        return Text("points must be from 0 to {most}", most=MOST)
    together = _points_together(rule)
    if why := _why_no_sum(rule, sum(totals), together):
        return why
    most = rule.most
    if together is None and most is not None and max(totals) > most:
        return Text("one side can have {most} points at most", most=most)
    return _why_not_in_fives(rule, totals) or _why_not_over(rule, totals, has_clock)


def _why_not_over(rule: GameRule, totals: BySeat[int], has_clock: bool) -> Text | None:
    if has_clock:
        return None
    if isinstance(rule.ends, Target) and max(totals) < rule.ends.points:
        return Text("one side must have {target} points in the end", target=rule.ends.points)
    if not rule.ends.may_tie and len(set(totals)) == 1:
        return Text("one side must win because a game by this sheet can't end tied")
    return None


def _why_no_sum(rule: GameRule, points: int, together: int | None) -> Text | None:
    if together is not None and points != together:
        return Text("the points of both sides must add up to {sum}", sum=together)
    if isinstance(rule.pays, MatchPoints) and points % A_ROUND:
        return Text("every round pays {n} points to both sides together", n=A_ROUND)
    return None


def _why_not_in_fives(rule: GameRule, totals: BySeat[int]) -> Text | None:
    """Refuse totals not in fives: every zone counts in fives, and so does every difference."""
    odd = [points for points in totals if points % A_ZONE]
    if not isinstance(rule.pays, Difference) or not odd:
        return None
    return Text("points are counted in fives, so {points} isn't possible", points=odd[0])


def why_no_twenties(rule: GameRule, twenties: BySeat[int]) -> Text | None:
    """Return why these 20s can't have been made; None if they can."""
    longest = rule.ends.longest
    most = MOST if longest is None else rule.discs * longest
    if all(0 <= made <= most for made in twenties):
        return None
    return Text("20s of a side must be from 0 to {most}", most=most)


def _points_together(rule: GameRule) -> int | None:
    """Return what both sides make together; None if it isn't known beforehand."""
    if not isinstance(rule.pays, MatchPoints) or not isinstance(rule.ends, FixedRounds):
        return None
    longest = rule.ends.longest
    return None if longest is None else A_ROUND * longest
