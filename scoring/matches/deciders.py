"""Deciders for a match whose games ended tied: pairs of rounds, and the 20s shoot-out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from scoring.errors import RuleError
from scoring.matches.formats import Games, MatchFormat, NextGame, Owes, with_seats_of
from scoring.outcome import Decided, Outcome, Owed, Points
from scoring.rules import GameRule
from scoring.serialization import stored_as
from scoring.sides import BySeat
from scoring.text import Count, Text


@stored_as("pairs-of-rounds", MatchFormat)
@dataclass(frozen=True)
class PairsOfRounds:
    """Two rounds at a time until one side wins a pair, at most ``at_most`` pairs."""

    rule: GameRule
    at_most: int = 4
    next_game: ClassVar[NextGame] = NextGame.CONTINUES
    in_games: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if not 1 <= self.at_most <= 99:
            raise RuleError(Text("a match has 1 to 99 pairs of extra rounds"))

    @property
    def may_tie(self) -> bool:
        return True

    @property
    def sentences(self) -> tuple[Text, ...]:
        return (
            Text(
                "Two rounds are played, and two more as long as they end tied, at most {most} rounds.",
                most=2 * self.at_most,
            ),
        )

    def judge(self, games: Games) -> Owes | Outcome:
        rounds = games[0] if games else ()
        pairs = len(rounds) // 2
        for pair in range(pairs):
            if (leader := BySeat.total(rounds[2 * pair : 2 * pair + 2]).leader) is not None:
                return Outcome(leader, Decided.EXTRA_ROUNDS)
        if pairs == self.at_most:
            return Outcome(None, Decided.LEVEL)
        return Owes(1, Owed.EXTRA, self.rule)

    def on(self, sheet: GameRule) -> PairsOfRounds:
        return replace(self, rule=with_seats_of(self.rule, sheet))


@dataclass(frozen=True)
class OpenShots:
    """A number of shots each at an empty board; the number of 20s counts."""

    shots: int

    def refusal(self, points: Points) -> Text | None:
        if all(0 <= made <= self.shots for made in points):
            return None
        return Text(
            "{made} 20s isn't possible with {shots}",
            made="-".join(map(str, points)),
            shots=Count("one shot each", "{n} shots each", self.shots),
        )


@stored_as("shoot-out", MatchFormat)
@dataclass(frozen=True)
class ShootOut:
    """Twelve open shots each, most 20s win; if tied, one shot each until only one side makes it."""

    rule: GameRule
    shots: int = 12
    next_game: ClassVar[NextGame] = NextGame.CONTINUES
    in_games: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if not 1 <= self.shots <= 60:
            raise RuleError(Text("a shoot-out has 1 to 60 shots"))

    @property
    def may_tie(self) -> bool:
        return False

    @property
    def sentences(self) -> tuple[Text, ...]:
        return (
            Text(
                "Shoot-out: each side has {shots} open shots, and the most 20s win.",
                shots=self.shots,
            ),
            Text(
                "If that ends tied, each side has one shot at a time until only one side makes its 20."
            ),
        )

    def judge(self, games: Games) -> Owes | Outcome:
        rounds = games[0] if games else ()
        if not rounds:
            return Owes(1, Owed.SHOOT_OUT, OpenShots(self.shots))
        for number, made in enumerate(rounds):
            if made.leader is not None:
                return Outcome(made.leader, Decided.SUDDEN_DEATH if number else Decided.SHOOT_OUT)
        return Owes(1, Owed.SUDDEN_DEATH, OpenShots(1))

    def on(self, sheet: GameRule) -> ShootOut:
        return replace(self, rule=sheet)
