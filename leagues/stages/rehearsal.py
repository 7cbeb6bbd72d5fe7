"""Simulated players for a rehearsal: the results of their rounds, and mishaps.

The lengths of matches are those of a forecast, so that a rehearsal and its forecast agree.

>>> mishaps = mishaps_of(range(40), 400, Random(1))
>>> len(mishaps.late), len(mishaps.leaves), len(mishaps.wrong), len(mishaps.differ)
(2, 1, 5, 10)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Any

from leagues.stages.chances import SCALE
from scoring.matches import NextRound
from scoring.matches.state import NOT_POINTS
from scoring.ratings import CLUB_SCALE
from scoring.rules import GameRule, MatchPoints

FEW = 6  # entries; in smaller fields none come late or leave
LATE, LEAVE = 0.05, 0.02  # of the entries
WRONG, DIFFER, DEAD_SPOT = 1 / 80, 1 / 40, 1 / 80  # of the matches
TIED = 0.063  # of the rounds, as measured over thousands of games
A_TWENTY = 0.2  # of the discs
TO_RULE, TO_CORRECT = 3, 2  # minutes; assumed, not measured


@dataclass(frozen=True)
class Mishaps:
    """The mishaps of one day: entries with the game before which they happen, and match numbers."""

    late: dict[int, int]
    leaves: dict[int, int]
    wrong: tuple[int, ...]
    """Matches whose card is filled in wrongly, and corrected."""
    differ: tuple[int, ...]
    """Matches whose two phones report a round differently."""
    dead_spot: tuple[int, ...]
    """Matches at a board without network: all reports come at the end."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "late": list(self.late.items()),
            "leaves": list(self.leaves.items()),
            "wrong": self.wrong,
            "differ": self.differ,
            "dead_spot": self.dead_spot,
        }

    @classmethod
    def from_dict(cls, kept: dict[str, Any]) -> Mishaps:
        return cls(
            late=dict(kept["late"]),
            leaves=dict(kept["leaves"]),
            wrong=tuple(kept["wrong"]),
            differ=tuple(kept["differ"]),
            dead_spot=tuple(kept["dead_spot"]),
        )


def mishaps_of(entries: Iterable[int], matches: int, dice: Random) -> Mishaps:
    """Choose at least one mishap of every kind, and more in a large event."""
    pool = list(entries)
    late = _random_part(pool, LATE, dice) if len(pool) >= FEW else []
    there = [entry for entry in pool if entry not in late]
    leaves = _random_part(there, LEAVE, dice) if len(pool) >= FEW else []
    numbers = list(range(1, matches + 1))
    wrong, differ = _random_part(numbers, WRONG, dice), _random_part(numbers, DIFFER, dice)
    return Mishaps(
        late={entry: dice.choice((2, 3)) for entry in late},
        leaves={entry: dice.choice((3, 4, 5)) for entry in leaves},
        wrong=tuple(wrong),
        differ=tuple(differ),
        dead_spot=tuple(_random_part(numbers, DEAD_SPOT, dice)),
    )


def _random_part(of: Sequence[int], share: float, dice: Random) -> list[int]:
    return sorted(dice.sample(of, min(len(of), max(1, round(len(of) * share)))))


def strength_of(dice: Random) -> float:
    """Return a random strength with a newcomer's spread, as in a forecast."""
    return dice.gauss(CLUB_SCALE.newcomer.mu, CLUB_SCALE.newcomer.sigma)


def shoot_round(
    rule: GameRule, due: NextRound, strengths: Sequence[float], dice: Random
) -> dict[str, Any]:
    """Return the report of a random round: its points and 20s, or the totals of the sides."""
    if due.owed in NOT_POINTS:
        order = sorted(range(rule.sides), key=lambda _seat: dice.random())
        return {"points": [2 + place for place in order]}
    if rule.sides == len(strengths) == 2 and isinstance(rule.pays, MatchPoints):
        points = _round_points(strengths[1] - strengths[0], dice)
        return {"points": points, "twenties": _round_twenties(rule, points, dice)}
    return {"score": [5 * dice.randint(4, 12) for _ in range(rule.sides)]}


def _round_points(lead: float, dice: Random) -> list[int]:
    if dice.random() < TIED:
        return [1, 1]
    return [2, 0] if dice.random() < 1 / (1 + exp(lead / SCALE)) else [0, 2]


def _round_twenties(rule: GameRule, points: Sequence[int], dice: Random) -> list[int]:
    """Return the 20s of each side; the winner of a round has at least as many as the loser."""
    made = sorted(sum(dice.random() < A_TWENTY for _ in range(rule.discs)) for _side in points)
    return made if points[0] <= points[1] else made[::-1]


def swap_claim(claim: dict[str, Any]) -> dict[str, Any]:
    """Return the report with its sides swapped; a tied round gets a winner."""
    misread_claim = {key: list(reversed(value)) for key, value in claim.items()}
    if "points" in misread_claim and len(set(misread_claim["points"])) == 1:
        misread_claim["points"] = [2, 0]
        misread_claim.pop("twenties", None)
    return misread_claim
