"""Seat players by a bounded search that balances partners and opponents.

Byes are chosen first, in turn. Then two seats of a round are exchanged many times: at first even
if that makes the balance a little worse, at the end only if it doesn't. The search uses integers
and the given dice only, so the same seed gives the same seats on any machine.
"""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random
from types import MappingProxyType
from typing import Generic, TypeAlias

from leagues.pairing.history import History
from leagues.pairing.values import E

PARTNER, OPPONENT = 0, 1
WEIGHT = (10, 1)  # a repeated partner is as bad as ten repeated opponents
EFFORT = 30_000  # exchanges tried: well under a second
LOOSE = 24  # by how much an exchange may worsen the cost at the start

Relation: TypeAlias = tuple[int, int, int]  # two seats, ``PARTNER`` or ``OPPONENT``
Beside: TypeAlias = tuple[int, int]  # a seat, and its relation to another

TWO_AGAINST_ONE: tuple[Relation, ...] = ((0, 1, PARTNER), (0, 2, OPPONENT), (1, 2, OPPONENT))
PAIRS_AT_A_BOARD: tuple[Relation, ...] = (
    (0, 1, PARTNER),
    (2, 3, PARTNER),
    (0, 2, OPPONENT),
    (0, 3, OPPONENT),
    (1, 2, OPPONENT),
    (1, 3, OPPONENT),
)


def singles_relations(size: int) -> tuple[Relation, ...]:
    """Return the relations at a board of ``size`` at which each entry plays for itself."""
    return tuple((one, other, OPPONENT) for one, other in combinations(range(size), 2))


def choose_rests(
    entries: Collection[E], rounds: int, resting: int, history: History[E], dice: Random
) -> list[list[E]]:
    """Return the byes of each round, for entries with fewest byes tonight, then this season."""
    times = {entry: history.byes[entry] for entry in sorted(entries)}
    return in_turn(times, rounds, resting, dice, history.nights.rested)


def in_turn(
    times: Mapping[E, int],
    rounds: int,
    many: int,
    dice: Random,
    before: Mapping[E, int | Fraction] = MappingProxyType({}),
) -> list[list[E]]:
    """Choose ``many`` in each round: those chosen least often, then least often ``before``."""
    count = dict(times)
    chosen = []
    for _ in range(rounds):
        order = list(count)
        dice.shuffle(order)
        order.sort(key=lambda entry: (count[entry], before.get(entry, 0)))
        chosen.append(sorted(order[:many]))
        for entry in chosen[-1]:
            count[entry] += 1
    return chosen


class Seating(Generic[E]):
    """Rounds of entries, seat by seat, and how often any two were partners and opponents."""

    def __init__(
        self,
        rounds: Sequence[Sequence[E]],
        boards: Sequence[tuple[int, tuple[Relation, ...]]],
        history: History[E],
    ) -> None:
        """``boards`` holds, for each board, its number of seats and their relations."""
        everyone = sorted({entry for seats in rounds for entry in seats})
        self._entries = everyone
        number = {entry: at for at, entry in enumerate(everyone)}
        self._rounds = [[number[entry] for entry in seats] for seats in rounds]
        self._board_of: list[int] = []
        self._beside: list[list[Beside]] = []
        for board, (size, relations) in enumerate(boards):
            start = len(self._board_of)
            self._board_of += [board] * size
            self._beside += [[] for _ in range(size)]
            for one, other, kind in relations:
                self._beside[start + one].append((start + other, kind))
                self._beside[start + other].append((start + one, kind))
        self._kinds = [  # all seats with a partner are of one kind, others by board size
            0 if any(kind == PARTNER for _, kind in beside) else len(beside)
            for beside in self._beside
        ]
        self._times = [
            [[past[one][other] if one in past else 0 for other in everyone] for one in everyone]
            for past in (history.partnered, history.met)
        ]
        for seats in self._rounds:
            for one, beside in zip(seats, self._beside, strict=True):
                for seat, kind in beside:
                    self._times[kind][one][seats[seat]] += 1

    @property
    def rounds(self) -> list[list[E]]:
        return [[self._entries[number] for number in seats] for seats in self._rounds]

    def improve(self, dice: Random, effort: int = EFFORT, loose: int = LOOSE) -> None:
        """Try ``effort`` random exchanges, with a falling limit on losses (threshold accepting)."""
        playing = len(self._board_of)
        for step in range(effort if self._rounds else 0):
            worse = loose * (effort - step) // effort
            seats = dice.choice(self._rounds)
            self._exchange(seats, dice.randrange(playing), dice.randrange(playing), worse)

    def _exchange(self, seats: list[int], one: int, other: int, worse: int) -> None:
        """Exchange two seats of a round, unless the weighted sum of squares grows by more than
        ``worse``.
        """
        if self._kinds[one] != self._kinds[other]:
            return  # seats at smaller boards, or alone, were assigned before, and must not change
        leaves, comes = seats[one], seats[other]
        beside_one, beside_other = self._changed(one, other)
        cost = 0
        for seat, kind in beside_one:
            times, third = self._times[kind], seats[seat]
            cost += WEIGHT[kind] * (times[comes][third] - times[leaves][third] + 1)
        for seat, kind in beside_other:
            times, third = self._times[kind], seats[seat]
            cost += WEIGHT[kind] * (times[leaves][third] - times[comes][third] + 1)
        if 2 * cost > worse:
            return
        seats[one], seats[other] = comes, leaves
        for seat, kind in beside_one:
            self._meet_another(kind, seats[seat], leaves, comes)
        for seat, kind in beside_other:
            self._meet_another(kind, seats[seat], comes, leaves)

    def _changed(self, one: int, other: int) -> tuple[list[Beside], list[Beside]]:
        """Return the neighbours of both seats, except those whose relations an exchange doesn't
        change.
        """
        here, there = self._beside[one], self._beside[other]
        if self._board_of[one] != self._board_of[other]:
            return here, there
        return (
            [each for each in here if each[0] != other and each not in there],
            [each for each in there if each[0] != one and each not in here],
        )

    def _meet_another(self, kind: int, who: int, before: int, now: int) -> None:
        times = self._times[kind]
        times[who][before] -= 1
        times[before][who] -= 1
        times[who][now] += 1
        times[now][who] += 1
