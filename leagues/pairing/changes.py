"""Change a drawn round by hand, and find the rules that the change breaks.

>>> from leagues.pairing.seeds import roll_dice
>>> drawn = PairedRound((Pairing.between("Ann", "Ben"), Pairing.between("Cas", "Dot")))
>>> before = History([PairedRound((Pairing.between("Ann", "Cas"),))])
>>> change = swap_entries(drawn, "Ben", "Cas", before)
>>> [pairing.entries for pairing in change.round.pairings]
[('Ann', 'Cas'), ('Ben', 'Dot')]
>>> [str(breach) for breach in change.breaches]
['Round 2: Ann and Cas meet again, which could be avoided.']
"""

from dataclasses import dataclass, replace
from typing import Generic

from leagues.pairing.draw_checker import Breach, Promise, find_breaches
from leagues.pairing.history import History
from leagues.pairing.values import BY_HAND, Bye, E, PairedRound, Pairing


@dataclass(frozen=True)
class Change(Generic[E]):
    """The changed round, and the rules it breaks that were not broken before."""

    round: PairedRound[E]
    breaches: tuple[Breach[E], ...]


def swap_entries(
    pairing_round: PairedRound[E],
    one: E,
    other: E,
    history: History[E],
    promise: Promise[E] | None = None,
) -> Change[E]:
    """Exchange two entries, and find the breaches that are new."""
    swapped = exchange_entries(pairing_round, one, other)
    known = _find_breaches(pairing_round, history, promise)
    new = (b for b in _find_breaches(swapped, history, promise) if b not in known)
    return Change(swapped, tuple(new))


def exchange_entries(pairing_round: PairedRound[E], one: E, other: E) -> PairedRound[E]:
    """Let two entries change places; either may have a match or a bye."""
    return PairedRound(
        tuple(_exchange_in(p, one, other) for p in pairing_round.pairings),
        tuple(
            Bye(_other_entry(b.entry, one, other)) if b.entry in (one, other) else b
            for b in pairing_round.byes
        ),
    )


def _exchange_in(pairing: Pairing[E], one: E, other: E) -> Pairing[E]:
    """Return the match with one for the other, unchanged if it has neither."""
    sides = pairing.sides.map(lambda side: tuple(_other_entry(entry, one, other) for entry in side))
    return pairing if sides == pairing.sides else replace(pairing, sides=sides, why=BY_HAND)


def _other_entry(entry: E, one: E, other: E) -> E:
    if entry == one:
        return other
    return one if entry == other else entry


def _find_breaches(
    pairing_round: PairedRound[E], history: History[E], promise: Promise[E] | None
) -> list[Breach[E]]:
    number = len(history.rounds) + 1
    return [
        replace(breach, round=number)
        for breach in find_breaches([pairing_round], promise, history=history)
    ]
