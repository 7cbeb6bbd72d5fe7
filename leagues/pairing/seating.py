"""The best seating that a bounded search finds: partners, opponents and rests shared out.

Who rests is settled first, so that rests are never more than one apart. Then seats are
exchanged two at a time: at first also when that makes matters a little worse, in the end only
when it does not. Whole numbers and given dice only, so the same seed seats alike anywhere.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations
from random import Random
from typing import Generic, TypeAlias

from leagues.pairing.history import History
from leagues.pairing.values import E

PARTNER, OPPONENT = 0, 1
WEIGHT = (10, 1)  # a partner again is as bad as ten opponents again
EFFORT = 30_000  # exchanges tried: well under a second
LOOSE = 24  # how much worse an exchange may be at the start

Relation: TypeAlias = tuple[int, int, int]

PAIRS_AT_A_BOARD: tuple[Relation, ...] = (
    (0, 1, PARTNER),
    (2, 3, PARTNER),
    (0, 2, OPPONENT),
    (0, 3, OPPONENT),
    (1, 2, OPPONENT),
    (1, 3, OPPONENT),
)


def singly(size: int) -> tuple[Relation, ...]:
    """Everyone for themselves at a board of so many."""
    return tuple((one, other, OPPONENT) for one, other in combinations(range(size), 2))


def rests(
    entries: Collection[E], rounds: int, resting: int, history: History[E], dice: Random
) -> list[list[E]]:
    """Who rests in each round: those who have rested least, tonight and then this season."""
    count = {entry: history.byes[entry] for entry in sorted(entries)}
    before = history.nights.rested
    chosen = []
    for _ in range(rounds):
        order = list(count)
        dice.shuffle(order)
        order.sort(key=lambda entry: (count[entry], before.get(entry, 0)))
        chosen.append(sorted(order[:resting]))
        for entry in chosen[-1]:
            count[entry] += 1
    return chosen


class Seating(Generic[E]):
    """Rounds of entries seat by seat, board after board, and how often any two have met."""

    def __init__(
        self,
        rounds: Sequence[Sequence[E]],
        boards: Sequence[tuple[int, tuple[Relation, ...]]],
        history: History[E],
    ) -> None:
        """``boards`` says how many seats each has and how they relate."""
        everyone = sorted({entry for seats in rounds for entry in seats})
        self._entries = everyone
        number = {entry: at for at, entry in enumerate(everyone)}
        self._rounds = [[number[entry] for entry in seats] for seats in rounds]
        self._relations: list[list[Relation]] = []
        self._board_of: list[int] = []
        for board, (size, relations) in enumerate(boards):
            start = len(self._board_of)
            self._relations.append(
                [(start + a, start + b, kind) for a, b, kind in relations]
            )
            self._board_of += [board] * size
        self._times = [
            [
                [past[one][other] if one in past else 0 for other in everyone]
                for one in everyone
            ]
            for past in (history.partnered, history.met)
        ]
        for seats in self._rounds:
            for board in range(len(boards)):
                self._lay(seats, board)

    @property
    def rounds(self) -> list[list[E]]:
        return [[self._entries[number] for number in seats] for seats in self._rounds]

    def improve(self, dice: Random, effort: int = EFFORT, loose: int = LOOSE) -> None:
        """Exchange seats so many times, ever more strictly."""
        playing = len(self._board_of)
        for step in range(effort if self._rounds else 0):
            worse = loose * (effort - step) // effort
            seats = dice.choice(self._rounds)
            self._exchange(
                seats, dice.randrange(playing), dice.randrange(playing), worse
            )

    def _exchange(self, seats: list[int], one: int, other: int, worse: int) -> None:
        boards = {self._board_of[one], self._board_of[other]}
        if len({len(self._relations[board]) for board in boards}) > 1:
            return  # who sits at the smaller boards is shared out already
        before = sum(self._lift(seats, board) for board in boards)
        seats[one], seats[other] = seats[other], seats[one]
        after = sum(self._lay(seats, board) for board in boards)
        if after - before > worse:
            for board in boards:
                self._lift(seats, board)
            seats[one], seats[other] = seats[other], seats[one]
            for board in boards:
                self._lay(seats, board)

    def _lay(self, seats: Sequence[int], board: int) -> int:
        """Count the meetings at this board; what they add to the sum of squares."""
        cost = 0
        for a, b, kind in self._relations[board]:
            one, other, times = seats[a], seats[b], self._times[kind]
            cost += WEIGHT[kind] * (2 * times[one][other] + 1)
            times[one][other] += 1
            times[other][one] += 1
        return cost

    def _lift(self, seats: Sequence[int], board: int) -> int:
        """Take the meetings at this board back; what that takes off the sum of squares."""
        cost = 0
        for a, b, kind in self._relations[board]:
            one, other, times = seats[a], seats[b], self._times[kind]
            times[one][other] -= 1
            times[other][one] -= 1
            cost += WEIGHT[kind] * (2 * times[one][other] + 1)
        return cost
