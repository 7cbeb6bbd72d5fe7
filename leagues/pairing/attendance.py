"""Who comes late to a draw already made, or leaves it.

Whoever loses an opponent meets somebody else who sits out, unless the two have met or will
meet; then they sit out themselves. A late-comer fits into the byes. Matches of redrawn
partners cannot be mended like that: draw the rest of the evening again.

>>> from leagues.pairing.seeds import roll
>>> drawn = [PairingRound((Pairing.between("Ann", "Ben"),), (Bye("Cas"),))]
>>> (mended,) = join(drawn, "Dot", History(), roll("spring"))
>>> mended.pairing_of("Dot").because("Dot")
'you meet Cas because both of you would have sat out'
>>> (mended,) = leave(drawn, "Ben", History(), roll("spring"))
>>> mended.pairing_of("Ann").opponents_of("Ann"), mended.byes
(('Cas',), ())
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

from leagues.pairing.firsts import settle_round
from leagues.pairing.history import History
from leagues.pairing.matching import pair_some
from leagues.pairing.values import Bye, E, Pairing, PairingRound, Why

BOTH_FREE = Why("you meet {them} because both of you would have sat out")
OPPONENT_LEFT = Why("you sit out because your opponent has left")
CAME_LATE = Why("you sit out because nobody was free whom you had not met")


def leave(
    rounds: Sequence[PairingRound[E]], entry: E, history: History[E], dice: Random
) -> tuple[PairingRound[E], ...]:
    """The rounds still to come, without this entry."""
    without = []
    for pairing_round in rounds:
        broken = pairing_round.pairing_of(entry)
        alone = (
            ()
            if broken is None
            else broken.opponents_of(entry) + broken.partners_of(entry)
        )
        byes = [bye for bye in pairing_round.byes if bye.entry != entry]
        byes += [Bye(other, OPPONENT_LEFT) for other in alone]
        kept = tuple(p for p in pairing_round.pairings if p is not broken)
        without.append(PairingRound(kept, tuple(byes)))
    return _mended(without, history, dice)


def join(
    rounds: Sequence[PairingRound[E]], entry: E, history: History[E], dice: Random
) -> tuple[PairingRound[E], ...]:
    """The rounds still to come, with this entry."""
    late = (Bye(entry, CAME_LATE),)
    return _mended([replace(r, byes=r.byes + late) for r in rounds], history, dice)


def _mended(
    rounds: list[PairingRound[E]], history: History[E], dice: Random
) -> tuple[PairingRound[E], ...]:
    for at, pairing_round in enumerate(rounds):
        if all(len(pairing.entries) == 2 for pairing in pairing_round.pairings):
            others = history.then(*rounds[:at], *rounds[at + 1 :])
            rounds[at] = _with_the_free_paired(pairing_round, others, dice)
    return tuple(rounds)


def _with_the_free_paired(
    pairing_round: PairingRound[E], others: History[E], dice: Random
) -> PairingRound[E]:
    """Pair as many as can be of those who sit out, each with somebody met in no other round."""
    free = [bye.entry for bye in pairing_round.byes]
    edges = [
        (a, b, (0,))
        for (a, one), (b, other) in combinations(enumerate(free), 2)
        if not others.meetings(one, other)
    ]
    found = pair_some(len(free), edges, [(1,)] * len(free), dice)
    met = tuple(Pairing.between(free[a], free[b], why=BOTH_FREE) for a, b in found)
    busy = {entry for pairing in met for entry in pairing.entries}
    settled = settle_round(PairingRound(met), others, dice)
    return PairingRound(
        pairing_round.pairings + settled.pairings,
        tuple(bye for bye in pairing_round.byes if bye.entry not in busy),
    )
