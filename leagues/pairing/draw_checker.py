"""The checker: replays a draw and lists each breach of its promise.

It is independent of the algorithms that draw. A rematch, a second bye or a keep-apart meeting
is a breach only if it could be avoided: each round is compared with the fewest possible for
the entries present.
"""

import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from typing import Generic

from leagues.pairing.history import TURN, History
from leagues.pairing.matching import Edge, least_cost
from leagues.pairing.seeds import roll_dice
from leagues.pairing.values import E, PairedRound, Pairs


class Rule(Enum):
    """A rule that a draw may break."""

    PLAYS_SELF = "{who} would meet themselves"
    TWICE_AT_ONCE = "{who} is named twice"
    LEFT_OUT = "{who} is here but neither plays nor sits out"
    NOT_HERE = "{who} is not here"
    FORBIDDEN = "{who} may not meet"
    REMATCH = "{who} meet again, which could be avoided"
    SECOND_BYE = "{who} sits out again before everyone has"
    APART = "{who} were to be kept apart, which was possible"
    BOARD_TWICE = "{who} share one board at the same time"
    FIRST_SHOTS = "{who} shot first too often or too seldom"


@dataclass(frozen=True)
class Breach(Generic[E]):
    """One rule, broken in one pairing round by these entries."""

    rule: Rule
    round: int
    entries: tuple[E, ...]

    def __str__(self) -> str:
        who = " and ".join(map(str, self.entries))
        return f"Round {self.round}: {self.rule.value.format(who=who)}."


@dataclass(frozen=True)
class Promise(Generic[E]):
    """The promises of one draw, in addition to what is always true.

    ``meetings`` is how often the same two may meet without a breach: two in two legs.
    ``uneven`` is how many more or fewer first than last shots one entry may end with.
    """

    meetings: int = 1
    apart: Pairs[E] = frozenset()
    forbidden: Pairs[E] = frozenset()
    uneven: int | None = None


def find_breaches(
    rounds: Sequence[PairedRound[E]],
    promise: Promise[E] | None = None,
    here: Sequence[Collection[E]] | None = None,
    history: History[E] | None = None,
) -> list[Breach[E]]:
    """Return every breach, in order of play. ``here`` lists the entries present in each round."""
    promise = promise or Promise()
    history = history or History()
    found: list[Breach[E]] = []
    for number, pairing_round in enumerate(rounds, 1):
        present = here[number - 1] if here else set(pairing_round.entries)
        found += _find_nonsense(number, pairing_round, present)
        found += _shared_boards(number, pairing_round)
        found += _find_broken_promises(number, pairing_round, history, promise)
        history = history.then(pairing_round)
    return found + list(_first_shots(len(rounds), history, promise))


def _find_nonsense(
    number: int, pairing_round: PairedRound[E], present: Collection[E]
) -> Iterator[Breach[E]]:
    """Yield breaches that are always wrong, such as an entry with two matches in one round."""
    named = Counter(pairing_round.entries)
    for pairing in pairing_round.pairings:
        for entry, times in Counter(pairing.entries).items():
            if times > 1:
                yield Breach(Rule.PLAYS_SELF, number, (entry,))
    wrong = {
        Rule.TWICE_AT_ONCE: {entry for entry in named if named[entry] > 1},
        Rule.NOT_HERE: named.keys() - set(present),
        Rule.LEFT_OUT: set(present) - named.keys(),
    }
    for rule, entries in wrong.items():
        yield from (Breach(rule, number, (entry,)) for entry in sorted(entries))


def _shared_boards(number: int, pairing_round: PairedRound[E]) -> Iterator[Breach[E]]:
    spots: dict[tuple[int, int], tuple[E, ...]] = {}
    for pairing in pairing_round.pairings:
        if pairing.board is not None:
            spot = (pairing.wave, pairing.board)
            if spot in spots:
                yield Breach(Rule.BOARD_TWICE, number, spots[spot] + pairing.entries)
            spots[spot] = pairing.entries


def _find_broken_promises(
    number: int, pairing_round: PairedRound[E], history: History[E], promise: Promise[E]
) -> Iterator[Breach[E]]:
    """Yield breaches of rules that may be broken only if it can't be avoided."""
    met = [two for pairing in pairing_round.pairings for two in pairing.meetings()]
    byes = [bye.entry for bye in pairing_round.byes]
    fewest = min((history.byes[entry] for entry in pairing_round.entries), default=0)
    for two in met:
        if frozenset(two) in promise.forbidden:
            yield Breach(Rule.FORBIDDEN, number, two)
    suspects: list[tuple[Rule, list[tuple[E, ...]], int]] = [
        (Rule.REMATCH, *_sum_amounts(met, lambda two: _extra_meetings(two, history, promise))),
        (
            Rule.SECOND_BYE,
            *_sum_amounts([(e,) for e in byes], lambda e: history.byes[e[0]] - fewest),
        ),
        (Rule.APART, *_sum_amounts(met, lambda two: frozenset(two) in promise.apart)),
    ]
    if any(amount for _, _, amount in suspects):
        least = _fewest_breaches(pairing_round, history, promise, fewest)
        for (rule, sets, amount), unavoidable in zip(suspects, least, strict=True):
            if amount > unavoidable:
                yield from (Breach(rule, number, entries) for entries in sets)


def _extra_meetings(two: tuple[E, ...], history: History[E], promise: Promise[E]) -> int:
    """Return how many meetings beyond the promised number this one would be."""
    return max(0, history.meetings(two[0], two[1]) + 1 - promise.meetings)


def _sum_amounts(
    of: Iterable[tuple[E, ...]], amount: Callable[[tuple[E, ...]], int]
) -> tuple[list[tuple[E, ...]], int]:
    """Return the tuples with an amount above zero, and the sum of their amounts."""
    guilty = [(entries, much) for entries in of if (much := amount(entries))]
    return [entries for entries, _ in guilty], sum(much for _, much in guilty)


def _fewest_breaches(
    pairing_round: PairedRound[E], history: History[E], promise: Promise[E], fewest: int
) -> tuple[int, ...]:
    """Return the fewest rematches, second byes and keep-apart breaches possible, in this
    priority.
    """
    if any(len(pairing.entries) > 2 for pairing in pairing_round.pairings):
        # Partners, or three at a board, meet again in any case; only byes can be balanced.
        rested = sorted(history.byes[entry] - fewest for entry in pairing_round.entries)
        return sys.maxsize, sum(rested[: len(pairing_round.byes)]), sys.maxsize
    entries = sorted(set(pairing_round.entries))
    edges: list[Edge] = []
    for (at, one), (to, other) in combinations(enumerate(entries), 2):
        pair = frozenset((one, other))
        if pair not in promise.forbidden:
            cost = (_extra_meetings((one, other), history, promise), 0, int(pair in promise.apart))
            edges.append((at, to, cost))
    size = len(entries) + len(pairing_round.byes)
    for chair in range(len(entries), size):
        for at, one in enumerate(entries):
            edges.append((at, chair, (0, history.byes[one] - fewest, 0)))
    cost_of = {(at, to): cost for at, to, cost in edges}
    found = least_cost(size, edges, roll_dice("check"))
    if found is None:
        return (sys.maxsize,) * 3
    return tuple(map(sum, zip(*(cost_of[two] for two in found), strict=True)))


def _first_shots(number: int, history: History[E], promise: Promise[E]) -> Iterator[Breach[E]]:
    if promise.uneven is not None:
        for entry in sorted(history.shot_first):
            if abs(2 * history.lead(entry)) > promise.uneven * TURN:
                yield Breach(Rule.FIRST_SHOTS, number, (entry,))
