"""Two against one: every pair meets single players, and never another pair.

>>> from leagues.pairing.seeds import roll_dice
>>> kinds = {"Ann & Ben": 2, "Cas & Dot": 2, "Eve": 1, "Fay": 1}
>>> rounds = pairs_against_singles(kinds, roll_dice("spring"))
>>> len(rounds), [{kinds[entry] for entry in p.entries} for p in rounds[0].pairings]
(2, [{1, 2}, {1, 2}])
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from random import Random

from leagues.pairing.first_shots import settle_draw
from leagues.pairing.history import History
from leagues.pairing.interclub import draw_interclub
from leagues.pairing.values import E, NoPairing, PairedRound, Pairs, Why, pair_up
from scoring.text import Text

MEETS_ALL = Why("you meet {them} because every pair meets every single player here")


def two_kinds(entries: Collection[E], kinds: Mapping[E, int]) -> tuple[list[E], list[E]]:
    """Split these entries into pairs and single players."""
    pairs = [entry for entry in entries if kinds.get(entry, 1) > 1]
    singles = [entry for entry in entries if kinds.get(entry, 1) == 1]
    return pairs, singles


def same_kind(entries: Collection[E], kinds: Mapping[E, int]) -> Pairs[E]:
    """Return the pairs of entries of the same kind, which never meet; empty without ``kinds``."""
    return pair_up(two_kinds(entries, kinds)) if kinds else frozenset()


def refuse_too_many_pairs(entries: Collection[E], kinds: Mapping[E, int]) -> None:
    """Refuse numbers that leave more than one bye, if rounds are drawn one at a time."""
    refuse_one_kind(entries, kinds)
    pairs, singles = two_kinds(entries, kinds)
    if abs(len(pairs) - len(singles)) > 1:
        raise NoPairing(
            Text(
                "two against one needs as many pairs as single players here (pairs: {pairs}, single players: {singles})",
                pairs=len(pairs),
                singles=len(singles),
            )
        )


def refuse_one_kind(entries: Collection[E], kinds: Mapping[E, int]) -> None:
    pairs, singles = two_kinds(entries, kinds)
    if not pairs or not singles:
        raise NoPairing(
            Text(
                "two against one needs a pair and a single player at every board (pairs: {pairs}, single players: {singles})",
                pairs=len(pairs),
                singles=len(singles),
            )
        )


def pairs_against_singles(
    kinds: Mapping[E, int], dice: Random, *, laps: int = 1, rounds: int | None = None
) -> tuple[PairedRound[E], ...]:
    """Draw rounds in which each pair meets each single player, ``laps`` times or up to
    ``rounds`` rounds.
    """
    refuse_one_kind(kinds, kinds)
    drawn: list[PairedRound[E]] = []
    while laps > 0 if rounds is None else len(drawn) < rounds:
        drawn += map(_with_reason, draw_interclub(two_kinds(kinds, kinds), dice))
        laps -= 1
    return settle_draw(drawn[:rounds], History(), dice)


def _with_reason(drawn: PairedRound[E]) -> PairedRound[E]:
    return replace(
        drawn, pairings=tuple(replace(pairing, why=MEETS_ALL) for pairing in drawn.pairings)
    )
