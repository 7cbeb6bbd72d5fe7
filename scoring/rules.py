"""A rule sheet as a value: who sits there, what they shoot, how a round pays, when it ends.

>>> from dataclasses import replace
>>> sheet = GameRule(players=BySeat(1, 1), discs=8, pays=MatchPoints(), ends=FixedRounds(4))
>>> replace(sheet, ends=Target(7)).ends.sentences[0]
'The first side to reach 7 points after a complete round wins the game.'

Nothing asks which sheet this is: every part answers for itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scoring.ends import (
    DecidingRound,
    Ends,
    EvenRounds,
    FixedRounds,
    Lead,
    Target,
    TieStands,
    WhenLevel,
)
from scoring.errors import RuleError
from scoring.outcome import Points
from scoring.pays import Difference, MatchPoints, Pays, Places, ThreeSides
from scoring.shooting import ALTERNATE, Alternate, Clockwise, LastStarts, Moves, Turns
from scoring.sides import BySeat, Seat
from scoring.stored import from_dict, stored, to_dict

__all__ = [
    "Alternate",
    "Clockwise",
    "DecidingRound",
    "Difference",
    "Ends",
    "EvenRounds",
    "FixedRounds",
    "GameRule",
    "LastStarts",
    "Lead",
    "MatchPoints",
    "Moves",
    "Pays",
    "Places",
    "RuleError",
    "Target",
    "ThreeSides",
    "TieStands",
    "WhenLevel",
]


@dataclass(frozen=True, kw_only=True)
class GameRule:
    """One rule sheet: how a round and a game are played and what they are worth."""

    players: BySeat[int]
    discs: int
    """Shot by each side in a round; partners share them evenly."""
    pays: Pays
    ends: Ends
    moves: Moves = ALTERNATE
    unusual_twenties: int | None = None
    """More 20s than this by one side in a four-round game are worth a second look."""

    def __post_init__(self) -> None:
        for players in self.players:
            if not 1 <= players <= 2:
                raise RuleError("a side is one player or two partners")
            if self.discs % players:
                raise RuleError(
                    f"{players} players cannot share {self.discs} discs evenly"
                )
        if not 1 <= self.discs <= 60:
            raise RuleError("a side shoots 1 to 60 discs in a round")
        if self.unusual_twenties is not None and self.unusual_twenties < 0:
            raise RuleError("a number of 20s is never less than none")
        self._check_sides()

    def _check_sides(self) -> None:
        if self.sides > 2 and len(set(self.players)) > 1:
            raise RuleError("only a game of two sides can be two against one")
        if self.sides not in self.pays.sides:
            raise RuleError(f"a round of {self.sides} sides cannot be paid like this")

    @property
    def sides(self) -> int:
        return len(self.players)

    @property
    def turns(self) -> Turns:
        return Turns(self.players, self.moves)

    def refusal(self, points: Points) -> str | None:
        """Why a round cannot have paid these points, in a sentence; nothing if it can."""
        if points in self.pays.possible(self.sides, self.discs):
            return None
        paid = "-".join(map(str, points))
        return f"a round cannot be {paid}: {self.pays.allowed(self.sides, self.discs)}"

    def best_round(self, seat: Seat) -> Points:
        """The best that one round can do for this side."""
        return max(
            self.pays.possible(self.sides, self.discs),
            key=lambda points: points[seat] - max(points.others(seat)),
        )

    def to_dict(self) -> dict[str, Any]:
        """These rules as JSON-able data."""
        return to_dict(self)

    @classmethod
    def from_dict(cls, data: object) -> GameRule:
        """The rules that ``to_dict`` stored."""
        rule = from_dict(GameRule, data)
        assert isinstance(rule, GameRule)
        return rule


stored("game", GameRule)(GameRule)
