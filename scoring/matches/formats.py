"""Match formats as values: what a match between the same sides consists of.

A format judges the rounds played so far, game by game, and answers with what is owed
next or with the outcome. It never asks which format it is: a Quinte is three games, then
pairs of rounds, then a shoot-out, each played only while the one before left it level.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar, Protocol

from scoring.errors import RuleError
from scoring.outcome import Decided, Outcome, Owed, Points
from scoring.rules import GameRule
from scoring.sides import BySeat, Seat
from scoring.stored import stored

Games = Sequence[Sequence[Points]]


class NextGame(StrEnum):
    """Who opens the games after the first."""

    CONTINUES = "continues"
    """Alternation runs on, so nobody shoots first twice running, however long a game was."""
    SWAPS = "swaps"
    """The other side than the one that opened the game before."""


class Allows(Protocol):
    """What the numbers of one round may be."""

    def refusal(self, points: Points) -> str | None:
        """Why a round cannot end like this, in a sentence; nothing if it can."""
        ...


@dataclass(frozen=True)
class Owes:
    """One more round: in which game (from 1), why, and what its numbers may be."""

    game: int
    kind: Owed
    allows: Allows


class MatchFormat(Protocol):
    """What a match consists of and what wins it."""

    @property
    def rule(self) -> GameRule:
        """The sheet its games, or the games before it, are played by: who sits and who shoots."""
        ...

    @property
    def may_tie(self) -> bool:
        """Whether the match may end without a winner."""
        ...

    @property
    def sentences(self) -> tuple[str, ...]:
        """The format for the rules card."""
        ...

    @property
    def next_game(self) -> NextGame:
        """Who opens the games after the first."""
        ...

    def judge(self, games: Games) -> Owes | Outcome:
        """What is owed after these rounds, game by game, or how the match ended."""
        ...

    def on(self, sheet: GameRule) -> MatchFormat:
        """The same format between the sides of another sheet: doubles instead of singles."""
        ...


def seated(rule: GameRule, sheet: GameRule) -> GameRule:
    """This rule with the players, discs and turns of that sheet; it pays and ends as before."""
    return replace(sheet, pays=rule.pays, ends=rule.ends)


@stored("single-game", MatchFormat)
@dataclass(frozen=True)
class SingleGame:
    """One game is the match."""

    rule: GameRule
    next_game: ClassVar[NextGame] = NextGame.CONTINUES

    @property
    def may_tie(self) -> bool:
        return self.rule.ends.may_tie

    @property
    def sentences(self) -> tuple[str, ...]:
        return ("A match is one game.", *self.rule.ends.sentences)

    def judge(self, games: Games) -> Owes | Outcome:
        verdict = self.rule.ends.judge(games[0] if games else ())
        return Owes(1, verdict, self.rule) if isinstance(verdict, Owed) else verdict

    def on(self, sheet: GameRule) -> SingleGame:
        return replace(self, rule=seated(self.rule, sheet))


@stored("best-of", MatchFormat)
@dataclass(frozen=True)
class BestOf:
    """The most games won out of so many; over as soon as nobody can catch up.

    The last game may have a rule of its own. Where games may tie, the match may too.
    """

    games: int
    rule: GameRule
    last_game: GameRule | None = None
    next_game: NextGame = NextGame.CONTINUES
    stop_when_settled: bool = False
    """Leave out the rounds of a game that can no longer change who wins the match."""

    def __post_init__(self) -> None:
        if not 1 <= self.games <= 99:
            raise RuleError("a match has 1 to 99 games")

    @property
    def may_tie(self) -> bool:
        rules = (self.rule, self.last_game or self.rule)
        level_in_games = self.games % 2 == 0 or self.rule.sides > 2
        return level_in_games or any(rule.ends.may_tie for rule in rules)

    @property
    def sentences(self) -> tuple[str, ...]:
        last = self.last_game.ends.sentences if self.last_game else ()
        return (
            f"A match is the best of {self.games} games.",
            *self.rule.ends.sentences,
            *(f"In the last game: {sentence}" for sentence in last),
        )

    def judge(self, games: Games) -> Owes | Outcome:
        verdict = self._judge(games)
        if (
            self.stop_when_settled
            and isinstance(verdict, Owes)
            and verdict.game == len(games)
        ):
            return self._foregone(games) or verdict
        return verdict

    def _judge(self, games: Games) -> Owes | Outcome:
        won = [0] * self.rule.sides
        for number, rounds in enumerate(games, start=1):
            rule = self._rule_of(number)
            verdict = rule.ends.judge(rounds)
            if isinstance(verdict, Owed):
                return Owes(number, verdict, rule)
            if verdict.winner is not None:
                won[verdict.winner] += 1
            best, second = sorted(won, reverse=True)[:2]
            if best - second > self.games - number:
                return Outcome(Seat(won.index(best)), Decided.GAMES)
        if len(games) == self.games:
            return Outcome(None, Decided.LEVEL)
        return Owes(len(games) + 1, Owed.NORMAL, self._rule_of(len(games) + 1))

    def _rule_of(self, number: int) -> GameRule:
        return self.last_game if self.last_game and number == self.games else self.rule

    def _foregone(self, games: Games) -> Outcome | None:
        """The outcome if the match is won even when the others win every round left in this game."""
        outcomes = {self._if_swept(games, seat) for seat in self.rule.players.seats}
        return outcomes.pop() if len(outcomes) == 1 else None

    def _if_swept(self, games: Games, seat: Seat) -> Outcome | None:
        """How the match ends if this side wins every round left in the running game."""
        *before, running = games
        number = len(games)
        sweep = self._rule_of(number).best_round(seat)
        while isinstance(verdict := self._judge([*before, running]), Owes):
            if verdict.game > number:
                return None
            running = [*running, sweep]
        return verdict if verdict.winner is not None else None

    def on(self, sheet: GameRule) -> BestOf:
        last = self.last_game and seated(self.last_game, sheet)
        return replace(self, rule=seated(self.rule, sheet), last_game=last)


@stored("pairs-of-rounds", MatchFormat)
@dataclass(frozen=True)
class PairsOfRounds:
    """Two rounds at a time until a pair is won, at most so many pairs."""

    rule: GameRule
    at_most: int = 4
    next_game: ClassVar[NextGame] = NextGame.CONTINUES

    def __post_init__(self) -> None:
        if not 1 <= self.at_most <= 99:
            raise RuleError("a match has 1 to 99 pairs of extra rounds")

    @property
    def may_tie(self) -> bool:
        return True

    @property
    def sentences(self) -> tuple[str, ...]:
        return (
            "Two rounds are played, and two more while they end level, "
            f"at most {2 * self.at_most} rounds.",
        )

    def judge(self, games: Games) -> Owes | Outcome:
        rounds = games[0] if games else ()
        pairs = len(rounds) // 2
        for pair in range(pairs):
            if (
                leader := BySeat.total(rounds[2 * pair : 2 * pair + 2]).leader
            ) is not None:
                return Outcome(leader, Decided.EXTRA_ROUNDS)
        if pairs == self.at_most:
            return Outcome(None, Decided.LEVEL)
        return Owes(1, Owed.EXTRA, self.rule)

    def on(self, sheet: GameRule) -> PairsOfRounds:
        return replace(self, rule=seated(self.rule, sheet))


@dataclass(frozen=True)
class OpenShots:
    """So many shots at an empty board; what counts is how many are 20s."""

    shots: int

    def refusal(self, points: Points) -> str | None:
        if all(0 <= made <= self.shots for made in points):
            return None
        shots = "one shot each" if self.shots == 1 else f"{self.shots} shots each"
        return f"{'-'.join(map(str, points))} 20s is not possible with {shots}"


@stored("shoot-out", MatchFormat)
@dataclass(frozen=True)
class ShootOut:
    """Twelve open shots each, most 20s wins; level, one shot each until only one side makes it."""

    rule: GameRule
    shots: int = 12
    next_game: ClassVar[NextGame] = NextGame.CONTINUES

    def __post_init__(self) -> None:
        if not 1 <= self.shots <= 60:
            raise RuleError("a shoot-out has 1 to 60 shots")

    @property
    def may_tie(self) -> bool:
        return False

    @property
    def sentences(self) -> tuple[str, ...]:
        return (
            f"Shoot-out: each side has {self.shots} open shots, and the most 20s win.",
            "If that is level, each side has one shot at a time until only one side makes its 20.",
        )

    def judge(self, games: Games) -> Owes | Outcome:
        rounds = games[0] if games else ()
        if not rounds:
            return Owes(1, Owed.SHOOT_OUT, OpenShots(self.shots))
        for number, made in enumerate(rounds):
            if made.leader is not None:
                return Outcome(
                    made.leader, Decided.SUDDEN_DEATH if number else Decided.SHOOT_OUT
                )
        return Owes(1, Owed.SUDDEN_DEATH, OpenShots(1))

    def on(self, sheet: GameRule) -> ShootOut:
        return replace(self, rule=sheet)


@stored("until-decided", MatchFormat)
@dataclass(frozen=True)
class UntilDecided:
    """One format after another, each played only while the ones before left it level."""

    parts: tuple[MatchFormat, ...]

    def __post_init__(self) -> None:
        if not self.parts:
            raise RuleError("a match consists of something")

    @property
    def rule(self) -> GameRule:
        return self.parts[0].rule

    @property
    def next_game(self) -> NextGame:
        return self.parts[0].next_game

    @property
    def may_tie(self) -> bool:
        return all(part.may_tie for part in self.parts)

    @property
    def sentences(self) -> tuple[str, ...]:
        first, *then = (part.sentences for part in self.parts)
        return (
            *first,
            *(f"If the match is level after that: {' '.join(part)}" for part in then),
        )

    def judge(self, games: Games) -> Owes | Outcome:
        before = 0
        for part in self.parts:
            used, verdict = _played_by(part, games[before:])
            if isinstance(verdict, Owes):
                return replace(verdict, game=before + verdict.game)
            if verdict.winner is not None:
                return verdict
            before += used
        return Outcome(None, Decided.LEVEL)

    def on(self, sheet: GameRule) -> UntilDecided:
        return UntilDecided(tuple(part.on(sheet) for part in self.parts))


def _played_by(part: MatchFormat, games: Games) -> tuple[int, Owes | Outcome]:
    """How many of these games belong to this part of the match, and how it stands."""
    for used in range(len(games)):
        verdict = part.judge(games[:used])
        if isinstance(verdict, Outcome):
            return used, verdict
    return len(games), part.judge(games)
