"""Matching: who goes with whom at the least cost, by a maintained library.

A cost is a tuple; its first number matters most. The tuples become one whole number, so no
sum of small things can outweigh a great one. What is left level the dice decide, inside the
same number: the answer is unique, and would be the same with any other exact library.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeAlias

import rustworkx

Edge: TypeAlias = tuple[int, int, tuple[int, ...]]

# rustworkx adds weights as 128-bit integers and doubles some of them on its way.
_ROOM = 2**122


def least_cost(
    size: int, edges: Sequence[Edge], dice: Random
) -> list[tuple[int, int]] | None:
    """Pair 0 … size - 1 completely along the edges at the least cost, or not at all."""
    found = _match(size, size // 2, edges, dice)
    return found if 2 * len(found) >= size else None


def pair_some(
    size: int, edges: Sequence[Edge], alone: Sequence[tuple[int, ...]], dice: Random
) -> list[tuple[int, int]]:
    """The pairs, when to stay alone is possible too and has its cost.

    Everyone may go with a double of their own at that cost, and two doubles go together for
    nothing whenever their originals may: so a complete matching leaves out whom it likes.
    """
    doubles = [
        (size + one, size + other, (0,) * len(cost)) for one, other, cost in edges
    ]
    staying = [(one, size + one, cost) for one, cost in enumerate(alone)]
    found = least_cost(2 * size, [*edges, *doubles, *staying], dice)
    return [two for two in found or () if two[1] < size]


def assign(
    rows: int, columns: int, edges: Sequence[Edge], dice: Random
) -> list[int] | None:
    """A column for every row, none twice, along (row, column, cost) at the least cost."""
    bipartite = [(row, rows + column, cost) for row, column, cost in edges]
    found = _match(rows + columns, rows, bipartite, dice)
    return [column - rows for _, column in found] if len(found) == rows else None


def _match(
    size: int, pairs: int, edges: Sequence[Edge], dice: Random
) -> list[tuple[int, int]]:
    """The most pairs the edges allow, at most this many, at the least cost, in order."""
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * size)
    weights = _weights(pairs, [cost for _, _, cost in edges], dice)
    graph.add_edges_from(
        [
            (one, other, -weight)
            for (one, other, _), weight in zip(edges, weights, strict=True)
        ]
    )
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(two), max(two)) for two in found)


def _weights(
    pairs: int, costs: Sequence[tuple[int, ...]], dice: Random
) -> Iterable[int]:
    """One whole number for every cost, in the same order as the tuples and their sums."""
    levels = list(zip(*costs, strict=True))
    scales, scale = [], 1
    for level in reversed(levels):
        scales.append(scale)
        scale *= pairs * max(level) + 1
    scales.reverse()
    chance = max(1, min(2**40, _ROOM // (scale * (pairs + 1))))
    step = chance * pairs + 1
    for cost in costs:
        total = sum(part * unit for part, unit in zip(cost, scales, strict=True))
        yield total * step + dice.randrange(chance)
