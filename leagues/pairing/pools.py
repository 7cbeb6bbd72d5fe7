"""Divide an order into pools, and seed a play-off from pools.

>>> deal_snake("ABCDEFG", 2)
[['A', 'D', 'E'], ['B', 'C', 'F', 'G']]
>>> deal_bands("ABCDEFG", [4, 3])
[['A', 'B', 'C', 'D'], ['E', 'F', 'G']]
>>> possible_sizes(38, smallest=7, largest=14)
[[13, 13, 12], [10, 10, 9, 9], [8, 8, 8, 7, 7]]
"""

from collections.abc import Sequence
from itertools import islice
from random import Random

from leagues.pairing.knockout import bracket_size, seed_order
from leagues.pairing.matching import assign_columns
from leagues.pairing.values import E, Pairs


def even_sizes(entries: int, pools: int) -> list[int]:
    """Return pool sizes that differ by at most one, the larger pools first."""
    each, more = divmod(entries, pools)
    return [each + (pool < more) for pool in range(pools)]


def possible_sizes(entries: int, smallest: int, largest: int) -> list[list[int]]:
    """Return every even division into pools of ``smallest`` to ``largest`` entries, fewest pools
    first.
    """
    counts = range(-(-entries // largest), entries // smallest + 1)
    return [even_sizes(entries, pools) for pools in counts]


def deal_bands(order: Sequence[E], sizes: Sequence[int]) -> list[list[E]]:
    """Power pools: the first ``sizes[0]`` entries go to pool A, the next ``sizes[1]`` to B, and
    so on.
    """
    if sum(sizes) != len(order):
        raise ValueError(f"pools of {sum(sizes)} altogether do not hold {len(order)} entries")
    coming = iter(order)
    return [list(islice(coming, size)) for size in sizes]


def deal_snake(order: Sequence[E], pools: int) -> list[list[E]]:
    """Deal the order down and up the pools: 1 to A, 2 to B, 3 to B, 4 to A."""
    dealt: list[list[E]] = [[] for _ in range(pools)]
    for at, entry in enumerate(order):
        lap, step = divmod(at, pools)
        dealt[pools - 1 - step if lap % 2 else step].append(entry)
    return dealt


def deal_tiers(
    order: Sequence[E], pools: int, dice: Random, apart: Pairs[E] = frozenset()
) -> list[list[E]]:
    """Draw one entry of every tier into each pool, avoiding keep-apart pairs tier by tier.

    A tier has as many entries as there are pools, next in the order; the last one may have fewer.
    """
    dealt: list[list[E]] = [[] for _ in range(pools)]
    for start in range(0, len(order), pools):
        tier = order[start : start + pools]
        edges = [
            (row, pool, (sum(frozenset((entry, other)) in apart for other in dealt[pool]),))
            for row, entry in enumerate(tier)
            for pool in range(pools)
        ]
        chosen = assign_columns(len(tier), pools, edges, dice)
        for entry, pool in zip(tier, chosen or (), strict=True):
            dealt[pool].append(entry)
    return dealt


def cross_seeds(qualified: Sequence[Sequence[E]], dice: Random) -> list[E]:
    """Return seeds for a knockout in which entries of one pool meet as late as possible.

    ``qualified`` holds the entries that go on from each pool, best first. Pool winners get the
    first seeds in the order of the pools: of two pools, A1 meets B2 and B1 meets A2.
    """
    size = bracket_size(sum(map(len, qualified)))
    line = {seed: at for at, seed in enumerate(seed_order(size))}
    seeds: list[E] = []
    lines_of: list[list[int]] = [[] for _ in qualified]
    for step in range(max(map(len, qualified), default=0)):
        pools = [pool for pool, going in enumerate(qualified) if len(going) > step]
        free = [line[len(seeds) + 1 + at] for at in range(len(pools))]
        edges = [
            (
                row,
                at,
                (sum(_cost_of_meeting(size, spot, own) for own in lines_of[pool]), abs(row - at)),
            )
            for row, pool in enumerate(pools)
            for at, spot in enumerate(free)
        ]
        chosen = assign_columns(len(pools), len(free), edges, dice) or []
        for pool, at in zip(pools, chosen, strict=True):
            lines_of[pool].append(free[at])
        seeds += [qualified[pools[chosen.index(at)]][step] for at in range(len(free))]
    return seeds


def _cost_of_meeting(size: int, one: int, other: int) -> int:
    """Return the cost of a meeting: each step earlier outweighs all later meetings together."""
    steps = (one ^ other).bit_length()
    return int(size ** (size.bit_length() - steps))
