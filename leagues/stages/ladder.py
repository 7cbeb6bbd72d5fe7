"""A ladder: an order of players that changes by challenges alone.

``replay_facts`` replays all facts from the start. So a corrected or removed result gives the same order
as if it had been entered right at first.

>>> from datetime import datetime
>>> noon = datetime(2026, 10, 5, 12)
>>> facts = [*(JoinedLadder(name, noon) for name in "ABCDE"), Challenged("D", "B", noon, "D", noon)]
>>> "".join(replay_facts(facts).order)
'ADBCE'
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Generic, TypeAlias

from leagues.pairing.values import E
from leagues.stages.pairing_way import check_between
from scoring.text import Count, Text


@dataclass(frozen=True)
class LadderRules:
    """Limits of challenges: places up, days to play, days until a rematch."""

    reach: int = 3
    """The most places up a challenge can go."""
    days: int = 14
    """Days in which the challenged player has to play."""
    again_after: int = 7
    """Days after a match until the same two may meet again."""

    def __post_init__(self) -> None:
        check_between(1, 20, self.reach, Text("places up"))
        check_between(1, 60, self.days, Text("days to play a challenge"))
        check_between(0, 60, self.again_after, Text("days until the same two meet again"))


@dataclass(frozen=True)
class JoinedLadder(Generic[E]):
    """An entry joined at the bottom."""

    entry: E
    at: datetime


@dataclass(frozen=True)
class LeftLadder(Generic[E]):
    """An entry left, and those below moved up."""

    entry: E
    at: datetime


@dataclass(frozen=True)
class Challenged(Generic[E]):
    """A challenge of ``other`` by ``entry``; when over, its winner, or None if not played."""

    entry: E
    other: E
    at: datetime
    winner: E | None = None
    over_at: datetime | None = None

    @property
    def is_open(self) -> bool:
        return self.over_at is None

    @property
    def both(self) -> frozenset[E]:
        return frozenset((self.entry, self.other))

    def last_day(self, rules: LadderRules) -> datetime:
        """The deadline, after which the challenged player forfeits."""
        return self.at + timedelta(rules.days)


LadderFact: TypeAlias = JoinedLadder[E] | LeftLadder[E] | Challenged[E]


@dataclass(frozen=True)
class Ladder(Generic[E]):
    """The order, highest first, and all challenges, past and open."""

    order: tuple[E, ...] = ()
    challenges: tuple[Challenged[E], ...] = ()

    def place(self, entry: E) -> int:
        return 1 + self.order.index(entry)

    @property
    def open(self) -> tuple[Challenged[E], ...]:
        """Challenges still to play, between entries that are still on the ladder."""
        here = {*self.order}
        return tuple(each for each in self.challenges if each.is_open and each.both <= here)

    def open_of(self, entry: E) -> Challenged[E] | None:
        return next((each for each in self.open if entry in each.both), None)

    def overdue(self, rules: LadderRules, now: datetime) -> tuple[Challenged[E], ...]:
        """Challenges whose last day has passed: the challenged forfeits."""
        return tuple(each for each in self.open if each.last_day(rules) < now)

    def may_challenge(self, entry: E, rules: LadderRules, now: datetime) -> tuple[E, ...]:
        """Return the entries that this one may challenge, the highest first."""
        at = self.order.index(entry)
        above = self.order[max(0, at - rules.reach) : at]
        return tuple(other for other in above if self.refusal(entry, other, rules, now) is None)

    def refusal(self, entry: E, other: E, rules: LadderRules, now: datetime) -> Text | None:
        """Return the reason why ``entry`` can't challenge ``other`` now, or None."""
        up = self.order.index(entry) - self.order.index(other)
        if up < 1:
            return Text("You can only challenge someone above you.")
        if up > rules.reach:
            return Text(
                "A challenge can go up at most {places}.",
                places=Count("{n} place", "{n} places", rules.reach),
            )
        if self.open_of(entry):
            return Text("Play your open challenge first.")
        if self.open_of(other):
            return Text("They have another challenge to play first.")
        if self._met_since(entry, other, now - timedelta(rules.again_after)):
            return Text(
                "The same two can meet again after {days}.",
                days=Count("{n} day", "{n} days", rules.again_after),
            )
        return None

    def _met_since(self, entry: E, other: E, since: datetime) -> bool:
        return any(
            each.both == {entry, other}
            and each.winner is not None
            and (each.over_at or since) > since
            for each in self.challenges
        )


def replay_facts(facts: Iterable[LadderFact[E]]) -> Ladder[E]:
    """Return the ladder after all facts. A challenge changes the order when it is over.

    Facts of one moment happened in the order they are given.
    """
    all_facts = list(facts)
    order: list[E] = []
    for fact in sorted(all_facts, key=_moment_of):
        match fact:
            case JoinedLadder(entry):
                if entry not in order:
                    order.append(entry)
            case LeftLadder(entry):
                if entry in order:
                    order.remove(entry)
            case _:
                _swap_places(order, fact)
    return Ladder(tuple(order), tuple(each for each in all_facts if isinstance(each, Challenged)))


def _moment_of(fact: LadderFact[E]) -> datetime:
    return (fact.over_at or fact.at) if isinstance(fact, Challenged) else fact.at


def _swap_places(order: list[E], challenge: Challenged[E]) -> None:
    """Give the winner the higher of both places; entries in between move down one."""
    if challenge.winner is None or not challenge.both <= {*order}:
        return
    higher = min(map(order.index, challenge.both))
    order.remove(challenge.winner)
    order.insert(higher, challenge.winner)
