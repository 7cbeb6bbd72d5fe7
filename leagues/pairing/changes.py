"""What the organiser changes by hand, and what it breaks.

>>> from leagues.pairing.seeds import roll
>>> drawn = PairingRound((Pairing.between("Ann", "Ben"), Pairing.between("Cas", "Dot")))
>>> before = History([PairingRound((Pairing.between("Ann", "Cas"),))])
>>> change = swap(drawn, "Ben", "Cas", before)
>>> [pairing.entries for pairing in change.round.pairings]
[('Ann', 'Cas'), ('Ben', 'Dot')]
>>> [str(breach) for breach in change.breaches]
['Round 2: Ann and Cas meet again, which could be avoided.']
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Generic

from leagues.pairing.check import Breach, Promise, check
from leagues.pairing.history import History
from leagues.pairing.swiss import Placed, SwissRules, pair_round
from leagues.pairing.values import BY_HAND, Bye, E, Pairing, PairingRound


@dataclass(frozen=True)
class Change(Generic[E]):
    """The round as it would be, and the rules it would break that it did not break before."""

    round: PairingRound[E]
    breaches: tuple[Breach[E], ...]


def swap(
    pairing_round: PairingRound[E],
    one: E,
    other: E,
    history: History[E],
    promise: Promise[E] | None = None,
) -> Change[E]:
    """Let two entries change places, and say what that would newly break."""
    swapped = exchange(pairing_round, one, other)
    known = _breaches(pairing_round, history, promise)
    new = (b for b in _breaches(swapped, history, promise) if b not in known)
    return Change(swapped, tuple(new))


def exchange(pairing_round: PairingRound[E], one: E, other: E) -> PairingRound[E]:
    """Let two entries change places, be it at a board or on the bench."""
    return PairingRound(
        tuple(_pairing(p, one, other) for p in pairing_round.pairings),
        tuple(
            Bye(_instead(b.entry, one, other)) if b.entry in (one, other) else b
            for b in pairing_round.byes
        ),
    )


def forbid(rules: SwissRules[E], one: E, other: E) -> SwissRules[E]:
    """The same rules, but these two may not meet."""
    return replace(rules, forbidden=rules.forbidden | {frozenset((one, other))})


def pair_rest(
    pairing_round: PairingRound[E],
    keep: Collection[Pairing[E]],
    field: Sequence[Placed[E]],
    history: History[E],
    dice: Random,
    rules: SwissRules[E] | None = None,
) -> PairingRound[E]:
    """Keep the matches that have begun, and pair everybody else again."""
    kept = tuple(p for p in pairing_round.pairings if p in keep)
    busy = {entry for pairing in kept for entry in pairing.entries}
    free = [placed for placed in field if placed.entry not in busy]
    rest = pair_round(free, history, dice, rules)
    return replace(rest, pairings=kept + rest.pairings)


def _pairing(pairing: Pairing[E], one: E, other: E) -> Pairing[E]:
    """The same match with one for the other, unchanged if it holds neither."""
    sides = pairing.sides.map(
        lambda side: tuple(_instead(entry, one, other) for entry in side)
    )
    return (
        pairing
        if sides == pairing.sides
        else replace(pairing, sides=sides, why=BY_HAND)
    )


def _instead(entry: E, one: E, other: E) -> E:
    if entry == one:
        return other
    return one if entry == other else entry


def _breaches(
    pairing_round: PairingRound[E], history: History[E], promise: Promise[E] | None
) -> list[Breach[E]]:
    number = len(history.rounds) + 1
    return [
        replace(breach, round=number)
        for breach in check([pairing_round], promise, history=history)
    ]
