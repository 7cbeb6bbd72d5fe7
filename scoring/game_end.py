"""When a game ends, and what happens if the sides are tied when it should end.

Every ending judges the points of the rounds played. It returns either the reason (``Owed``) for
one more round, or an ``Outcome`` with the winner and what decided it:

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
from scoring.serialization import stored_as
from scoring.sides import BySeat, Seat
from scoring.text import Count, Text


class WhenLevel(Protocol):
    """The rule for a game that is tied after its last regular round."""

    @property
    def may_tie(self) -> bool: ...

    @property
    def follows(self) -> Text:
        """The clause that completes "If the sides are tied after 4 rounds, …"."""
        ...

    @property
    def decided_by(self) -> Decided:
        """What decided a game that needed rounds beyond its distance."""
        ...

    def owes(self, extra: int, *, level: bool) -> Owed | None:
        """Return why another round is owed after ``extra`` extra ones, or None if none is."""
        ...


@stored_as("tie-stands", WhenLevel)
@dataclass(frozen=True)
class TieStands:
    """A tied game is a result."""

    may_tie: ClassVar[bool] = True
    follows: ClassVar[Text] = Text("the game is a tie")
    decided_by: ClassVar[Decided] = Decided.LEVEL

    def owes(self, extra: int, *, level: bool) -> Owed | None:
        return None


@stored_as("deciding-round", WhenLevel)
@dataclass(frozen=True)
class DecidingRound:
    """One more round decides, and another after it, until one side wins one."""

    may_tie: ClassVar[bool] = False
    follows: ClassVar[Text] = Text("they play one more round, and another until one side wins one")
    decided_by: ClassVar[Decided] = Decided.DECIDING_ROUND

    def owes(self, extra: int, *, level: bool) -> Owed | None:
        return Owed.DECIDING if level else None


@stored_as("even-rounds", WhenLevel)
@dataclass(frozen=True)
class EvenRounds:
    """The game may end only after an even number of extra rounds, so both had the hammer equally."""

    may_tie: ClassVar[bool] = False
    follows: ClassVar[Text] = Text("they play on, two rounds at a time, until one leads after both")
    decided_by: ClassVar[Decided] = Decided.EXTRA_ROUNDS

    def owes(self, extra: int, *, level: bool) -> Owed | None:
        return Owed.EXTRA if level or extra % 2 else None


class Ends(Protocol):
    """A rule for when a game ends."""

    @property
    def may_tie(self) -> bool: ...

    @property
    def sentences(self) -> tuple[Text, ...]: ...

    @property
    def longest(self) -> int | None:
        """The most rounds of a game; None if there is no limit."""
        ...

    def is_half_played(self, rounds: Sequence[Points]) -> bool:
        """True if a game that can't go on has come half the way to its end."""
        ...

    @property
    def decided(self) -> Ends:
        """The same rule, with a deciding round where a tied game would be a result."""
        ...

    def judge(self, rounds: Sequence[Points]) -> Owed | Outcome:
        """Return why one more round is owed, or how the game ended."""
        ...


@stored_as("fixed-rounds", Ends)
@dataclass(frozen=True)
class FixedRounds:
    """A fixed number of rounds; tournament play has four."""

    rounds: int
    when_level: WhenLevel = TieStands()

    def __post_init__(self) -> None:
        _check_between(1, 99, self.rounds, Text("the number of rounds in a game"))

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
        return _judge_extra(self.when_level, BySeat.total(rounds).leader, extra, Decided.POINTS)


@stored_as("target", Ends)
@dataclass(frozen=True)
class Target:
    """First to ``points`` points, checked after each complete round.

    Both sides can reach the target together, and a tie doesn't end the game: after 7-7 a tied round
    makes it 8-8. An odd target is the majority of an even number of rounds (5 of the 8 points in
    four rounds), so at 4-4, one point short of it, all rounds are played and another decides.
    """

    points: int
    when_level: WhenLevel = DecidingRound()

    def __post_init__(self) -> None:
        _check_between(1, 999, self.points, Text("a target"))

    @property
    def may_tie(self) -> bool:
        return self.when_level.may_tie

    @property
    def longest(self) -> int | None:
        return None

    def is_half_played(self, rounds: Sequence[Points]) -> bool:
        """Measured in points, since the number of rounds is open."""
        return bool(rounds) and 2 * max(BySeat.total(rounds)) >= self.points

    @property
    def decided(self) -> Target:
        return replace(self, when_level=DecidingRound()) if self.may_tie else self

    @property
    def distance(self) -> int:
        """The points from which a tie ends the regular game: the target, rounded down to even."""
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
                return _judge_extra(self.when_level, now, len(rounds) - played, Decided.TARGET)
            if points.leader is not None and max(points) >= self.points:
                return Outcome(points.leader, Decided.TARGET)
        return Owed.NORMAL


@stored_as("lead", Ends)
@dataclass(frozen=True)
class Lead:
    """Over when one side leads by ``points`` points.

    It takes at least ``at_least`` rounds, and at most ``at_most`` unless it is tied then.
    """

    points: int = 100
    at_least: int = 2
    at_most: int = 4
    when_level: WhenLevel = TieStands()

    def __post_init__(self) -> None:
        _check_between(1, 999, self.points, Text("a lead that ends the game"))
        _check_between(1, 99, self.at_most, Text("the most rounds in a game"))
        _check_between(1, self.at_most, self.at_least, Text("the fewest rounds in a game"))

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
        return _judge_extra(self.when_level, points.leader, extra, Decided.POINTS)


def _judge_extra(
    when_level: WhenLevel, leader: Seat | None, extra: int, decided_by: Decided
) -> Owed | Outcome:
    """Judge a game after its last regular round and ``extra`` extra rounds."""
    if owed := when_level.owes(extra, level=leader is None):
        return owed
    if leader is None:
        return Outcome(None, Decided.LEVEL)
    return Outcome(leader, when_level.decided_by if extra else decided_by)


def _check_between(least: int, most: int, value: int, what: Text) -> None:
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
