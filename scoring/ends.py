"""When a game ends, and what happens when it should end but the sides are level.

Every ending reads the points of the rounds played and says either why one more round is
owed or who won and what decided it:

>>> to_eight = Target(8)
>>> seven_all = [BySeat(1, 1)] * 7
>>> to_eight.judge(seven_all)
<Owed.NORMAL: 'normal'>
>>> to_eight.judge([*seven_all, BySeat(1, 1)])
<Owed.DECIDING: 'deciding'>
>>> to_eight.judge([*seven_all, BySeat(1, 1), BySeat(0, 2)])
Outcome(winner=Seat.B, decided_by=<Decided.DECIDING_ROUND: 'deciding-round'>)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import ClassVar, Protocol

from scoring.errors import RuleError
from scoring.outcome import Decided, Outcome, Owed, Points
from scoring.sides import BySeat, Seat
from scoring.stored import stored
from scoring.text import Count, Text


class WhenLevel(Protocol):
    """What follows when a game has run its distance and may be level."""

    @property
    def may_tie(self) -> bool: ...

    @property
    def follows(self) -> Text:
        """What follows, to be read after "If the sides are level then"."""
        ...

    @property
    def decided_by(self) -> Decided:
        """What decided a game that needed rounds beyond its distance."""
        ...

    def owes(self, extra: int, *, level: bool) -> Owed | None:
        """Why another round is owed after so many extra ones, if it is."""
        ...


@stored("tie-stands", WhenLevel)
@dataclass(frozen=True)
class TieStands:
    """A level game is a tie, and a tie is a result."""

    may_tie: ClassVar[bool] = True
    follows: ClassVar[Text] = Text("the game is a tie")
    decided_by: ClassVar[Decided] = Decided.LEVEL

    def owes(self, extra: int, *, level: bool) -> Owed | None:
        return None


@stored("deciding-round", WhenLevel)
@dataclass(frozen=True)
class DecidingRound:
    """One more round decides, and another, until somebody wins one."""

    may_tie: ClassVar[bool] = False
    follows: ClassVar[Text] = Text("they play one more round, and another until one side wins one")
    decided_by: ClassVar[Decided] = Decided.DECIDING_ROUND

    def owes(self, extra: int, *, level: bool) -> Owed | None:
        return Owed.DECIDING if level else None


@stored("even-rounds", WhenLevel)
@dataclass(frozen=True)
class EvenRounds:
    """The game may end only after an even number of extra rounds, so both had the hammer equally."""

    may_tie: ClassVar[bool] = False
    follows: ClassVar[Text] = Text("they play on, two rounds at a time, until one leads after both")
    decided_by: ClassVar[Decided] = Decided.EXTRA_ROUNDS

    def owes(self, extra: int, *, level: bool) -> Owed | None:
        return Owed.EXTRA if level or extra % 2 else None


class Ends(Protocol):
    """When a game ends."""

    @property
    def may_tie(self) -> bool: ...

    @property
    def sentences(self) -> tuple[Text, ...]: ...

    @property
    def longest(self) -> int | None:
        """How many rounds a game has at most; None where it may go on."""
        ...

    def is_half_played(self, rounds: Sequence[Points]) -> bool:
        """Whether a game that cannot go on has come half the way to its end."""
        ...

    @property
    def decided(self) -> Ends:
        """The same, with a deciding round where a level game would be a tie."""
        ...

    def judge(self, rounds: Sequence[Points]) -> Owed | Outcome:
        """Why one more round is owed, or how the game ended."""
        ...


@stored("fixed-rounds", Ends)
@dataclass(frozen=True)
class FixedRounds:
    """A fixed number of rounds; tournament play has four."""

    rounds: int
    when_level: WhenLevel = TieStands()

    def __post_init__(self) -> None:
        _between(1, 99, self.rounds, Text("the number of rounds in a game"))

    @property
    def may_tie(self) -> bool:
        return self.when_level.may_tie

    @property
    def longest(self) -> int | None:
        return self.rounds if self.may_tie else None

    def is_half_played(self, rounds: Sequence[Points]) -> bool:
        return 2 * len(rounds) >= self.rounds

    @property
    def decided(self) -> FixedRounds:
        return replace(self, when_level=DecidingRound()) if self.may_tie else self

    @property
    def sentences(self) -> tuple[Text, ...]:
        length = Count("one round", "{n} rounds", self.rounds)
        follows = self.when_level.follows
        return (
            Text("A game is {length}.", length=length),
            Text("If the sides are tied then, {follows}.", follows=follows),
        )

    def judge(self, rounds: Sequence[Points]) -> Owed | Outcome:
        extra = len(rounds) - self.rounds
        if extra < 0:
            return Owed.NORMAL
        return _past(self.when_level, BySeat.total(rounds).leader, extra, Decided.POINTS)


@stored("target", Ends)
@dataclass(frozen=True)
class Target:
    """First to an agreed number of points, looked at only after a complete round.

    Both sides can reach a target together, and level is not over: 7-7 and a tied round is 8-8.
    An odd target is the majority of an even number of rounds (5 of the 8 points in four
    rounds), so one point short of it, at 4-4, the distance has been run and a round decides.
    """

    points: int
    when_level: WhenLevel = DecidingRound()

    def __post_init__(self) -> None:
        _between(1, 999, self.points, Text("a target"))

    @property
    def may_tie(self) -> bool:
        return self.when_level.may_tie

    @property
    def longest(self) -> int | None:
        return None

    def is_half_played(self, rounds: Sequence[Points]) -> bool:
        """By points, as the number of rounds is open."""
        return bool(rounds) and 2 * max(BySeat.total(rounds)) >= self.points

    @property
    def decided(self) -> Target:
        return replace(self, when_level=DecidingRound()) if self.may_tie else self

    @property
    def distance(self) -> int:
        """Level here or beyond, the sides have shared the whole distance evenly."""
        return self.points - self.points % 2

    @property
    def sentences(self) -> tuple[Text, ...]:
        return (
            Text(
                "The first side to reach {points} points after a complete round wins the game.",
                points=self.points,
            ),
            Text(
                "If the sides are tied at {distance}-{distance} or beyond, {follows}.",
                distance=self.distance,
                follows=self.when_level.follows,
            ),
        )

    def judge(self, rounds: Sequence[Points]) -> Owed | Outcome:
        totals = accumulate(rounds, lambda *points: BySeat.total(points))
        for played, points in enumerate(totals, start=1):
            if points.leader is None and max(points) >= self.distance:
                now = BySeat.total(rounds).leader
                return _past(self.when_level, now, len(rounds) - played, Decided.TARGET)
            if points.leader is not None and max(points) >= self.points:
                return Outcome(points.leader, Decided.TARGET)
        return Owed.NORMAL


@stored("lead", Ends)
@dataclass(frozen=True)
class Lead:
    """Over when one side leads by so many points, between a shortest and a longest game."""

    points: int = 100
    at_least: int = 2
    at_most: int = 4
    when_level: WhenLevel = TieStands()

    def __post_init__(self) -> None:
        _between(1, 999, self.points, Text("a lead that ends the game"))
        _between(1, 99, self.at_most, Text("the most rounds in a game"))
        _between(1, self.at_most, self.at_least, Text("the fewest rounds in a game"))

    @property
    def may_tie(self) -> bool:
        return self.when_level.may_tie

    @property
    def longest(self) -> int | None:
        return self.at_most if self.may_tie else None

    def is_half_played(self, rounds: Sequence[Points]) -> bool:
        return 2 * len(rounds) >= self.at_most

    @property
    def decided(self) -> Lead:
        return replace(self, when_level=DecidingRound()) if self.may_tie else self

    @property
    def sentences(self) -> tuple[Text, ...]:
        return (
            Text(
                "A game is {least} to {most} rounds and ends when one side leads by {points} points.",
                least=self.at_least,
                most=self.at_most,
                points=self.points,
            ),
            Text(
                "If the sides are tied after {most} rounds, {follows}.",
                most=self.at_most,
                follows=self.when_level.follows,
            ),
        )

    def judge(self, rounds: Sequence[Points]) -> Owed | Outcome:
        extra = len(rounds) - self.at_most
        if len(rounds) < self.at_least:
            return Owed.NORMAL
        points = BySeat.total(rounds)
        best, second = sorted(points, reverse=True)[:2]
        if best - second >= self.points:
            return Outcome(points.leader, Decided.LEAD)
        if extra < 0:
            return Owed.NORMAL
        return _past(self.when_level, points.leader, extra, Decided.POINTS)


def _past(
    when_level: WhenLevel, leader: Seat | None, extra: int, decided_by: Decided
) -> Owed | Outcome:
    """The verdict on a game that has run its distance and so many extra rounds."""
    if owed := when_level.owes(extra, level=leader is None):
        return owed
    if leader is None:
        return Outcome(None, Decided.LEVEL)
    return Outcome(leader, when_level.decided_by if extra else decided_by)


def _between(least: int, most: int, value: int, what: Text) -> None:
    if not least <= value <= most:
        raise RuleError(
            Text(
                "{what} must be {least} to {most}, not {value}",
                what=what,
                least=least,
                most=most,
                value=value,
            )
        )
