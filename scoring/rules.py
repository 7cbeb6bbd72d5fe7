"""A rule sheet as a value: the sides, their discs, how a round pays, and when a game ends.

>>> from dataclasses import replace
>>> sheet = GameRule(players=BySeat(1, 1), discs=8, pays=MatchPoints(), ends=FixedRounds(4))
>>> str(replace(sheet, ends=Target(7)).ends.sentences[0])
'The first side to reach 7 points after a complete round wins the game.'

No code asks which sheet it has: every part of a rule has its behaviour.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from scoring.errors import RuleError
from scoring.game_end import (
    DecidingRound,
    Ends,
    EvenRounds,
    FixedRounds,
    Lead,
    Target,
    TieStands,
    WhenLevel,
)
from scoring.outcome import Points
from scoring.payouts import Difference, MatchPoints, Pays, PlacePoints, ThreeSides
from scoring.serialization import from_dict, stored_as, to_dict
from scoring.shooting import ALTERNATE, Alternate, Clockwise, LastStarts, Moves, Turns
from scoring.sides import BySeat, Seat
from scoring.text import Text

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
    "PlacePoints",
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
    """The limit of 20s of one side in a four-round game; more is worth a second look."""

    def __post_init__(self) -> None:
        for players in self.players:
            if not 1 <= players <= 2:
                raise RuleError(Text("a side is one player or two partners"))
            if self.discs % players:
                raise RuleError(
                    Text(
                        "{players} players can't share {discs} discs evenly",
                        players=players,
                        discs=self.discs,
                    )
                )
        if not 1 <= self.discs <= 60:
            raise RuleError(Text("a side shoots 1 to 60 discs in a round"))
        if self.unusual_twenties is not None and self.unusual_twenties < 0:
            raise RuleError(Text("the number of 20s can't be less than 0"))
        self._check_sides()

    def _check_sides(self) -> None:
        if self.sides > 2 and self.is_uneven:
            raise RuleError(Text("only a game of two sides can be two against one"))
        if self.sides not in self.pays.sides:
            raise RuleError(
                Text("a round with {sides} sides can't be scored like this", sides=self.sides)
            )

    @property
    def sides(self) -> int:
        return len(self.players)

    @property
    def is_uneven(self) -> bool:
        """True for two against one."""
        return len(set(self.players)) > 1

    def between(self, players: BySeat[int]) -> GameRule:
        """Return the same sheet between these sides: the pair at the other seat, or one side fewer.

        If two play for a place by a sheet that pays three sides, a round pays 2, 1 or 0.
        """
        pays = self.pays if len(players) in self.pays.sides else MatchPoints()
        return replace(self, players=players, pays=pays)

    @property
    def turns(self) -> Turns:
        return Turns(self.players, self.moves)

    def refusal(self, points: Points) -> Text | None:
        """Return why a round can't have paid these points, in a sentence; None if it can."""
        if points in self.pays.possible(self.sides, self.discs):
            return None
        return Text(
            "a round can't be {paid}; {allowed}",
            paid="-".join(map(str, points)),
            allowed=self.pays.allowed(self.sides, self.discs),
        )

    def best_round(self, seat: Seat) -> Points:
        """Return the points of the round that is best for this side."""
        return max(
            self.pays.possible(self.sides, self.discs),
            key=lambda points: points[seat] - max(points.others(seat)),
        )

    @property
    def most(self) -> int | None:
        """The most points that a game can bring one side; None if there is no limit."""
        if self.ends.longest is None:
            return None
        paid = self.pays.possible(self.sides, self.discs)
        return self.ends.longest * max(max(points) for points in paid)

    def to_dict(self) -> dict[str, Any]:
        """These rules as JSON-able data."""
        return to_dict(self)

    @classmethod
    def from_dict(cls, data: object) -> GameRule:
        """The rules that ``to_dict`` stored."""
        rule = from_dict(GameRule, data)
        assert isinstance(rule, GameRule)
        return rule


stored_as("game", GameRule)(GameRule)
