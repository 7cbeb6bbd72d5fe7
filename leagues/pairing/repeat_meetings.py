"""Count how many meetings of earlier nights are repeated tonight, and the least possible.

>>> from leagues.pairing.values import Pair
>>> met: dict[Pair[str], int] = {frozenset("AB"): 1, frozenset("CD"): 1}
>>> [least_repeats("ABCD", rounds, Nights(met=met)) for rounds in (1, 3)]
[0, 2]
"""

from collections.abc import Collection, Iterable
from itertools import combinations

from leagues.pairing.history import Nights
from leagues.pairing.matching import pair_some
from leagues.pairing.seeds import roll_dice
from leagues.pairing.values import E, PairedRound


def count_repeats(rounds: Iterable[PairedRound[E]], nights: Nights[E]) -> int:
    """Count the meetings of these rounds that repeat one of an earlier night."""
    return sum(
        nights.meetings(one, other) > 0
        for each in rounds
        for pairing in each.pairings
        for one, other in pairing.meetings()
    )


def least_repeats(entries: Collection[E], rounds: int, nights: Nights[E]) -> int:
    """Return a lower bound of the repeats, if all entries (but one of an odd number) play each
    round.

    An entry meets at most as many new opponents as there are, and a round has at most as many
    new meetings as a matching of them.
    """
    here = sorted(entries)
    new = [
        (a, b)
        for (a, one), (b, other) in combinations(enumerate(here), 2)
        if not nights.meetings(one, other)
    ]
    at_once = pair_some(
        len(here), [(a, b, (0,)) for a, b in new], [(1,)] * len(here), roll_dice("", "")
    )
    in_a_round = len(here) // 2 - len(at_once)
    short = [rounds - sum(n in two for two in new) for n in range(len(here))]
    spared = rounds * (len(here) % 2)  # with an odd number one entry sits out each round
    by_entry = -(-max(0, sum(max(0, each) for each in short) - spared) // 2)
    return max(rounds * in_a_round, by_entry)
