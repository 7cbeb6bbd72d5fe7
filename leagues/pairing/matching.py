"""Minimum-cost matching and assignment, by rustworkx.

A cost is a tuple, compared from its first number. Each tuple becomes one integer in which no
sum of later numbers outweighs an earlier one. The dice break ties inside the same integer, so
the answer is unique, and any other exact library would give the same.
"""

from collections.abc import Sequence
from operator import mul
from random import Random
from typing import TypeAlias

import rustworkx

Edge: TypeAlias = tuple[int, int, tuple[int, ...]]
Weighed: TypeAlias = tuple[int, int, int]
"""Two nodes and the weight of their edge."""

# rustworkx adds weights as 128-bit integers and doubles some of them while it works.
_ROOM = 2**122


def least_cost(size: int, edges: Sequence[Edge], dice: Random) -> list[tuple[int, int]] | None:
    """Return the perfect matching of 0 … size - 1 with the least cost, or None if there is none."""
    return least_weight(size, weigh_edges(size // 2, edges, dice)[0])


def least_weight(size: int, edges: Sequence[Weighed]) -> list[tuple[int, int]] | None:
    """Return the perfect matching of 0 … size - 1 with the least weight, or None."""
    found = _max_matching(size, _worth_of(size, edges))
    return found if 2 * len(found) >= size else None


def pair_some(
    size: int, edges: Sequence[Edge], alone: Sequence[tuple[int, ...]], dice: Random
) -> list[tuple[int, int]]:
    """Return the pairs of a matching in which a node may stay alone at a cost.

    Each node can be matched with a copy of itself at that cost, and two copies match for
    nothing if their originals can: so a perfect matching may leave out any node.
    """
    doubles = [(size + one, size + other, (0,) * len(cost)) for one, other, cost in edges]
    staying = [(one, size + one, cost) for one, cost in enumerate(alone)]
    found = least_cost(2 * size, [*edges, *doubles, *staying], dice)
    return [two for two in found or () if two[1] < size]


def assign_columns(
    rows: int, columns: int, edges: Sequence[Edge], dice: Random
) -> list[int] | None:
    """Return a different column for every row at the least total cost, or None.

    Edges are (row, column, cost).
    """
    bipartite = [(row, rows + column, cost) for row, column, cost in edges]
    weighed = weigh_edges(rows, bipartite, dice)[0]
    found = _max_matching(rows + columns, [(one, other, -weight) for one, other, weight in weighed])
    return [column - rows for _, column in found] if len(found) == rows else None


def _worth_of(size: int, edges: Sequence[Weighed]) -> list[Weighed]:
    """Replace the weights of edges by their worth: half of the lightest edge at both of their
    nodes, less their weight.

    All perfect matchings gain the same, so the lightest is worth most. Edges worth 0 make a good
    start for the library, which then takes half the time.
    """
    least = [max((weight for _, _, weight in edges), default=0)] * size
    for one, other, weight in edges:
        if weight < least[one]:
            least[one] = weight
        if weight < least[other]:
            least[other] = weight
    half = [weight // 2 for weight in least]
    return [(one, other, half[one] + half[other] - weight) for one, other, weight in edges]


def _max_matching(size: int, edges: Sequence[Weighed]) -> list[tuple[int, int]]:
    """Return the most pairs the edges allow, worth the most together, in order."""
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * size)
    graph.add_edges_from(edges)
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(two), max(two)) for two in found)


def weigh_edges(
    pairs: int, edges: Sequence[Edge], dice: Random
) -> tuple[list[Weighed], Sequence[int]]:
    """Replace every cost by one integer, which orders like the tuples and their sums.

    Also return the weight of one in each number of a cost; all the numbers after it weigh less.
    """
    different = {cost for _, _, cost in edges}  # far fewer: of 500 entries a fortieth
    scales, scale = [], 1
    for level in reversed(list(zip(*different, strict=True))):
        scales.append(scale)
        scale *= pairs * max(level) + 1
    scales.reverse()
    chance = max(1, min(2**40, _ROOM // (scale * (pairs + 1))))
    step = chance * pairs + 1
    units = [scale * step for scale in scales]
    throw, bits = dice.getrandbits, chance.bit_length()
    added_up = {cost: sum(map(mul, cost, units)) for cost in different}
    weighed = list[Weighed]()
    for one, other, cost in edges:
        while (luck := throw(bits)) >= chance:
            pass  # rolled again, so that all numbers are equally likely
        weighed.append((one, other, added_up[cost] + luck))
    return weighed, units
