"""Add an entry to a draw already made, or take one out.

An entry that loses its opponent meets one that sits out, unless the two have met or will meet;
then it sits out too. A late-comer meets entries with a bye. In a round without byes it replaces
another entry, a different one each round, so that all sit out in turn.
Redrawn partners cannot be mended like that: draw the rest of the evening again.

>>> from leagues.pairing.seeds import roll_dice
>>> drawn = [PairedRound((Pairing.between("Ann", "Ben"),), (Bye("Cas"),))]
>>> (mended,) = with_entry(drawn, "Dot", History(), roll_dice("spring"))
>>> str(mended.pairing_of("Dot").because("Dot"))
'you meet Cas because you would both have had a bye'
>>> (mended,) = without_entry(drawn, "Ben", History(), roll_dice("spring"))
>>> mended.pairing_of("Ann").opponents_of("Ann"), mended.byes
(('Cas',), ())
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations
from operator import itemgetter
from random import Random

from leagues.pairing.first_shots import settle_round
from leagues.pairing.history import History, Nights
from leagues.pairing.matching import pair_some
from leagues.pairing.round_robin import ODD_ONE_OUT
from leagues.pairing.values import Bye, E, PairedRound, Pairing, Pairs, Why

BOTH_FREE = Why("you meet {them} because you would both have had a bye")
TAKES_A_PLACE = Why("you meet {them} because one of you came late and others have a bye now")
OPPONENT_LEFT = Why("you have a bye because your opponent has left")
CAME_LATE = Why("you have a bye because you had already met everyone who was free")


def without_entry(
    rounds: Sequence[PairedRound[E]],
    entry: E,
    history: History[E],
    dice: Random,
    never: Pairs[E] = frozenset(),
) -> tuple[PairedRound[E], ...]:
    """The rounds still to come, without this entry."""
    without = []
    for pairing_round in rounds:
        broken = pairing_round.pairing_of(entry)
        alone = () if broken is None else broken.opponents_of(entry) + broken.partners_of(entry)
        byes = [bye for bye in pairing_round.byes if bye.entry != entry]
        byes += [Bye(other, OPPONENT_LEFT) for other in alone]
        kept = tuple(p for p in pairing_round.pairings if p is not broken)
        without.append(PairedRound(kept, tuple(byes)))
    return _mend_rounds(without, history, dice, never)


def with_entry(
    rounds: Sequence[PairedRound[E]],
    entry: E,
    history: History[E],
    dice: Random,
    never: Pairs[E] = frozenset(),
    nights: Nights[E] | None = None,
) -> tuple[PairedRound[E], ...]:
    """The rounds still to come, with this entry.

    Entries that sat out least tonight are replaced first; if tied, least on earlier ``nights``.
    """
    late = (Bye(entry, CAME_LATE),)
    with_them = [replace(r, byes=r.byes + late) for r in rounds]
    fitted = _mend_rounds(with_them, history, dice, never)
    rested = nights.rested if nights else {}
    return _given_places(fitted, entry, history, dice, never, rested)


def _given_places(
    rounds: Sequence[PairedRound[E]],
    entry: E,
    history: History[E],
    dice: Random,
    never: Pairs[E],
    rested: Mapping[E, int | Fraction],
) -> tuple[PairedRound[E], ...]:
    """Let the entry replace one with at least two byes fewer, in each round it would sit out."""
    given = list(rounds)
    for at, pairing_round in enumerate(given):
        if entry not in (bye.entry for bye in pairing_round.byes):
            continue
        others = history.then(*given[:at], *given[at + 1 :])
        all_byes = history.then(*given).byes
        places = [
            ((all_byes[leaves], rested.get(leaves, 0), dice.random()), pairing, leaves)
            for pairing in pairing_round.pairings
            if len(pairing.entries) == 2
            for stays, leaves in permutations(pairing.entries)
            if all_byes[leaves] + 1 < all_byes[entry]
            and not others.meetings(entry, stays)
            and frozenset((entry, stays)) not in never
        ]
        if places:
            _cost, pairing, leaves = min(places, key=itemgetter(0))
            given[at] = _in_place_of(pairing_round, pairing, entry, leaves, dice, others)
    return tuple(given)


def _in_place_of(
    pairing_round: PairedRound[E],
    pairing: Pairing[E],
    entry: E,
    leaves: E,
    dice: Random,
    others: History[E],
) -> PairedRound[E]:
    stays = next(e for e in pairing.entries if e != leaves)
    met = PairedRound((Pairing.between(entry, stays, why=TAKES_A_PLACE),))
    byes = [bye for bye in pairing_round.byes if bye.entry != entry]
    return PairedRound(
        tuple(p for p in pairing_round.pairings if p is not pairing)
        + settle_round(met, others, dice).pairings,
        (*byes, Bye(leaves, ODD_ONE_OUT)),
    )


def _mend_rounds(
    rounds: list[PairedRound[E]], history: History[E], dice: Random, never: Pairs[E]
) -> tuple[PairedRound[E], ...]:
    for at, pairing_round in enumerate(rounds):
        if all(len(pairing.entries) == 2 for pairing in pairing_round.pairings):
            others = history.then(*rounds[:at], *rounds[at + 1 :])
            rounds[at] = _with_the_free_paired(pairing_round, others, dice, never)
    return tuple(rounds)


def _with_the_free_paired(
    pairing_round: PairedRound[E], others: History[E], dice: Random, never: Pairs[E]
) -> PairedRound[E]:
    """Pair as many entries with a bye as possible, without a rematch in any other round."""
    free = [bye.entry for bye in pairing_round.byes]
    edges = [
        (a, b, (0,))
        for (a, one), (b, other) in combinations(enumerate(free), 2)
        if not others.meetings(one, other) and frozenset((one, other)) not in never
    ]
    found = pair_some(len(free), edges, [(1,)] * len(free), dice)
    met = tuple(Pairing.between(free[a], free[b], why=BOTH_FREE) for a, b in found)
    busy = {entry for pairing in met for entry in pairing.entries}
    settled = settle_round(PairedRound(met), others, dice)
    return PairedRound(
        pairing_round.pairings + settled.pairings,
        tuple(bye for bye in pairing_round.byes if bye.entry not in busy),
    )
