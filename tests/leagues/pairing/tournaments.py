"""Random tournaments for the laws, and slow, obvious ways to find the best pairing."""

from collections.abc import Iterator, Sequence
from random import Random

from hypothesis import strategies as st

from leagues.pairing.history import History
from leagues.pairing.values import Bye, E, Pair, PairedRound, Pairing

seeds = st.text("ABCDEFGH", min_size=1, max_size=6)


def all_pairings(entries: Sequence[E]) -> Iterator[tuple[list[tuple[E, E]], E | None]]:
    """Every way to pair all entries; with an odd number, one of them is left out."""
    if len(entries) % 2:
        for out in entries:
            for pairs, _ in all_pairings([e for e in entries if e != out]):
                yield pairs, out
    elif not entries:
        yield [], None
    else:
        one, *rest = entries
        for other in rest:
            for pairs, _ in all_pairings([e for e in rest if e != other]):
                yield [(one, other), *pairs], None


def random_round(entries: Sequence[int], dice: Random) -> PairedRound[int]:
    """A random round, which may have rematches."""
    order = list(entries)
    dice.shuffle(order)
    pairs = zip(order[::2], order[1::2], strict=False)
    byes = order[len(order) // 2 * 2 :]
    return PairedRound(tuple(Pairing.between(*two) for two in pairs), tuple(map(Bye, byes)))


@st.composite
def random_history(draw: st.DrawFn, entries: Sequence[int], most: int = 6) -> History[int]:
    """A history of random rounds, from which some entries are missing at times."""
    dice = Random(draw(st.integers(0, 2**16)))
    rounds = []
    for _ in range(draw(st.integers(0, most))):
        here = [entry for entry in entries if dice.random() > 0.2]
        rounds.append(random_round(here, dice))
    return History(rounds)


@st.composite
def some_pairs(draw: st.DrawFn, entries: Sequence[int], most: int) -> frozenset[Pair[int]]:
    two = st.lists(st.sampled_from(entries), min_size=2, max_size=2, unique=True)
    return frozenset(map(frozenset, draw(st.lists(two, max_size=most))))
