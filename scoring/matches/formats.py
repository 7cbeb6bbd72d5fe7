"""Match formats as values: the parts of a match between the same sides.

A format judges the rounds played so far, game by game, and returns what is owed next or the
outcome. It never asks which format it is: a Quinte is three games, then pairs of rounds, then
a shoot-out, each played only if the part before it ended tied.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar, Protocol

from scoring.errors import RuleError
from scoring.outcome import Decided, Outcome, Owed, Points
from scoring.rules import GameRule
from scoring.serialization import stored_as
from scoring.text import Joined, Listing, Text

Games = Sequence[Sequence[Points]]


class NextGame(StrEnum):
    """Which side shoots first in the games after the first one.

    The rule sheets alternate the first shot every round and make no exception for a new game, so
    alternation continues unless an organiser decides otherwise. Some play-offs were played the
    other way: in Hamilton in 2018 a game of four rounds was followed by a swap.
    """

    CONTINUES = "continues"
    """Alternation continues, so no side shoots first twice in a row, whatever the game's length."""
    SWAPS = "swaps"
    """The side that did not open the game before."""


class Allows(Protocol):
    """The numbers that one round may have."""

    def refusal(self, points: Points) -> Text | None:
        """Return why a round can't end like this, in a sentence; None if it can."""
        ...


@dataclass(frozen=True)
class Owes:
    """One more round: in which game (from 1), why, and which numbers are allowed."""

    game: int
    kind: Owed
    allows: Allows


class MatchFormat(Protocol):
    """The games of a match, and how it is won."""

    def __hash__(self) -> int:
        """Formats with the same content are equal."""
        ...

    @property
    def rule(self) -> GameRule:
        """The rule sheet of the (first) games: it defines the sides and the order of shots."""
        ...

    @property
    def may_tie(self) -> bool:
        """True if the match may end without a winner."""
        ...

    @property
    def in_games(self) -> bool:
        """True if the match is won by games, so that a result is games won by each side."""
        ...

    @property
    def sentences(self) -> tuple[Text, ...]:
        """The sentences of the rules card that describe the format."""
        ...

    @property
    def next_game(self) -> NextGame:
        """Which side shoots first in the games after the first one."""
        ...

    def judge(self, games: Games) -> Owes | Outcome:
        """Return what is owed after these rounds, given game by game, or how the match ended."""
        ...

    def on(self, sheet: GameRule) -> MatchFormat:
        """Return the same format for the sides of another sheet: doubles instead of singles."""
        ...


def with_seats_of(rule: GameRule, sheet: GameRule) -> GameRule:
    """Return this rule with the players, discs and turns of the sheet; it pays and ends as
    before.
    """
    return replace(sheet, pays=rule.pays, ends=rule.ends)


@stored_as("single-game", MatchFormat)
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
        return replace(self, rule=with_seats_of(self.rule, sheet))


@stored_as("until-decided", MatchFormat)
@dataclass(frozen=True)
class UntilDecided:
    """One format after another, each played only if the ones before ended tied."""

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
    """Return how many of these games belong to this part of the match, and its verdict."""
    for used in range(len(games)):
        verdict = part.judge(games[:used])
        if isinstance(verdict, Outcome):
            return used, verdict
    return len(games), part.judge(games)
