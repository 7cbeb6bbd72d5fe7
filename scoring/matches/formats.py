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
from scoring.stored import stored
from scoring.text import Joined, Listing, Text

Games = Sequence[Sequence[Points]]


class NextGame(StrEnum):
    """Who opens the games after the first.

    The rule sheets say that the first shot alternates every round and make no exception for
    a new game, so it runs on unless an organiser says otherwise. Some play-offs were played
    the other way: in Hamilton in 2018 a game of four rounds was followed by a swap.
    """

    CONTINUES = "continues"
    """Alternation runs on, so nobody shoots first twice running, however long a game was."""
    SWAPS = "swaps"
    """The other side than the one that opened the game before."""


class Allows(Protocol):
    """What the numbers of one round may be."""

    def refusal(self, points: Points) -> Text | None:
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

    def __hash__(self) -> int:
        """Formats that say the same are the same."""
        ...

    @property
    def rule(self) -> GameRule:
        """The sheet its games, or the games before it, are played by: who sits and who shoots."""
        ...

    @property
    def may_tie(self) -> bool:
        """Whether the match may end without a winner."""
        ...

    @property
    def in_games(self) -> bool:
        """Whether it is won by games, so that a result is how many each side has won."""
        ...

    @property
    def sentences(self) -> tuple[Text, ...]:
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
    in_games: ClassVar[bool] = False

    @property
    def may_tie(self) -> bool:
        return self.rule.ends.may_tie

    @property
    def sentences(self) -> tuple[Text, ...]:
        return (Text("A match is one game."), *self.rule.ends.sentences)

    def judge(self, games: Games) -> Owes | Outcome:
        verdict = self.rule.ends.judge(games[0] if games else ())
        return Owes(1, verdict, self.rule) if isinstance(verdict, Owed) else verdict

    def on(self, sheet: GameRule) -> SingleGame:
        return replace(self, rule=seated(self.rule, sheet))


@stored("until-decided", MatchFormat)
@dataclass(frozen=True)
class UntilDecided:
    """One format after another, each played only while the ones before left it level."""

    parts: tuple[MatchFormat, ...]

    def __post_init__(self) -> None:
        if not self.parts:
            raise RuleError(Text("a match needs at least one part"))
        if len({part.rule.players for part in self.parts}) > 1:
            raise RuleError(Text("the same sides play all games of a match"))

    @property
    def rule(self) -> GameRule:
        return self.parts[0].rule

    @property
    def next_game(self) -> NextGame:
        return self.parts[0].next_game

    @property
    def in_games(self) -> bool:
        return self.parts[0].in_games

    @property
    def may_tie(self) -> bool:
        return all(part.may_tie for part in self.parts)

    @property
    def sentences(self) -> tuple[Text, ...]:
        first, *then = (part.sentences for part in self.parts)
        return (
            *first,
            *(
                Text(
                    "If the match is tied after that: {sentences}",
                    sentences=Listing(part, Joined.SPACE),
                )
                for part in then
            ),
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
