"""Random rounds with the frequencies measured over thousands of games.

6.3 % of rounds are tied; the side with the hammer wins 52.2 % and loses 41.6 %. In singles a side
makes 1.67 20s a round on average, and good players make more.
"""

from math import exp
from random import Random

from leagues.reads.play.claims import Claim
from scoring.errors import ScoreError
from scoring.rules import GameRule
from scoring.score import ByResult, score_round
from scoring.sides import BySeat, Seat

TIED = 0.063
HAMMER = 0.26  # advantage of the last shot, in the unit of strength
CONTRAST = 0.68  # effect of strength on a round
TWENTIES = 1.45  # 20s of an average player in a round; the best raise the mean to 1.67
TOUCH = 0.42  # effect of strength on 20s
WINNER, LOSER = 1.2, 0.8  # factors: the winner of a round has more 20s


def shoot_round(rule: GameRule, strength: BySeat[float], first: Seat, dice: Random) -> Claim:
    """Return one random round: its points and each side's 20s."""
    points = _round_points(strength, first, dice)
    while True:
        twenties = BySeat(
            *(_round_twenties(rule, strength[s], points[s], dice) for s in points.seats)
        )
        try:
            score_round(rule, ByResult(points, twenties))
        except ScoreError:
            continue  # a side with eight 20s to none never loses the round
        return {"points": list(points), "twenties": list(twenties)}


def _round_points(strength: BySeat[float], first: Seat, dice: Random) -> BySeat[int]:
    if dice.random() < TIED:
        return BySeat(1, 1)
    hammer = Seat(1 - first)
    lead = HAMMER + CONTRAST * (strength[hammer] - strength[first])
    winner = hammer if dice.random() < 1 / (1 + exp(-lead)) else first
    return BySeat(2, 0) if winner is Seat.A else BySeat(0, 2)


def _round_twenties(rule: GameRule, strength: float, points: int, dice: Random) -> int:
    luck = (LOSER, 1.0, WINNER)[points]
    chance = min(0.9, TWENTIES / 8 * luck * exp(TOUCH * strength))
    return sum(dice.random() < chance for _ in range(rule.discs))
