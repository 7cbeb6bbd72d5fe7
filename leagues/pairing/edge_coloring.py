"""Arrange meetings in as few rounds as possible: an edge colouring, each colour one round.

An entry plays once a round, and a round has at most half as many matches as entries. These two
limits give a lower bound, ``fewest_colors``. ``color_edges`` places each edge along an
alternating (Kempe) chain, and recolours at random where no chain helps. After a bounded number
of attempts it adds a round, so the result can have one round more than necessary.

>>> from leagues.pairing.seeds import roll_dice
>>> square = [(0, 1), (1, 2), (2, 3), (3, 0)]
>>> color_edges(square, roll_dice("spring")) in ([0, 1, 0, 1], [1, 0, 1, 0])
True
"""

from collections import Counter, deque
from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random

TRIES = 2_000
"""Random recolourings before a round is added."""

Edge = tuple[int, int]
Chain = list[int]


def fewest_colors(edges: Sequence[Edge]) -> int:
    """Return a lower bound of the number of colours."""
    games = Counter(end for edge in edges for end in edge)
    at_once = len(games) // 2
    return max([*games.values(), -(-len(edges) // at_once) if at_once else 0])


def color_edges(
    edges: Sequence[Edge],
    dice: Random,
    *,
    start: Mapping[int, int] | None = None,
    fixed: Collection[int] = (),
    at_least: int = 0,
) -> list[int]:
    """Return the colour of each edge.

    Edges that ``start`` with a colour keep it if possible, ``fixed`` ones always.
    """
    colors = max(at_least, fewest_colors(edges))
    while True:
        coloring = _Coloring(edges, colors, dice, start or {}, fixed)
        if coloring.complete():
            return coloring.of_edges
        colors += 1


def even_out(edges: Sequence[Edge], of_edges: Sequence[int], dice: Random) -> list[int]:
    """Even out the rounds, so that none has two matches more than another."""
    colors = max(of_edges, default=-1) + 1
    coloring = _Coloring(edges, colors, dice, dict(enumerate(of_edges)), ())
    while True:
        sizes = Counter(dict.fromkeys(range(colors), 0))
        sizes.update(coloring.of_edges)
        most = max(sizes, key=lambda color: (sizes[color], -color), default=0)
        fewest = min(sizes, key=lambda color: (sizes[color], color), default=0)
        if sizes[most] - sizes[fewest] < 2:
            return coloring.of_edges
        coloring.move_one(most, fewest)


class _Coloring:
    """A partial colouring; -1 is no colour."""

    def __init__(
        self,
        edges: Sequence[Edge],
        colors: int,
        dice: Random,
        start: Mapping[int, int],
        fixed: Collection[int],
    ) -> None:
        self.edges, self.dice = edges, dice
        self.colors = range(colors)
        self.fixed = frozenset(fixed)
        self.of_edges = [-1] * len(edges)
        self.at: dict[int, dict[int, int]] = {v: {} for edge in edges for v in edge}
        self.ends = sorted(self.at)
        for edge, color in start.items():
            self._put(edge, color)

    def complete(self) -> bool:
        """Colour the remaining edges; False if the attempts ran out."""
        without = [e for e, color in enumerate(self.of_edges) if color < 0]
        self.dice.shuffle(without)
        todo, tries = deque(without), 0
        while todo and tries <= TRIES:
            edge = todo.pop()
            if not self._color(edge):
                tries += 1
                todo.append(edge)
                self._stir(todo)
        return not todo

    def move_one(self, most: int, fewest: int) -> None:
        """Swap two colours along a chain that has one more edge of the first; False if there is
        none.
        """
        chains = (
            self._component(self.edges[edge][0], most, fewest)
            for edge, color in enumerate(self.of_edges)
            if color == most
        )
        self._swap(next(filter(self._has_more_of(most), chains)), most, fewest)

    def _has_more_of(self, color: int) -> Callable[[Chain], bool]:
        return lambda chain: 2 * sum(self.of_edges[edge] == color for edge in chain) > len(chain)

    def _put(self, edge: int, color: int) -> None:
        self.of_edges[edge] = color
        for end in self.edges[edge]:
            self.at[end][color] = edge

    def _take(self, edge: int) -> None:
        for end in self.edges[edge]:
            del self.at[end][self.of_edges[edge]]
        self.of_edges[edge] = -1

    def _swap(self, chain: Chain, one: int, other: int) -> None:
        was = [self.of_edges[edge] for edge in chain]
        for edge in chain:
            self._take(edge)
        for edge, color in zip(chain, was, strict=True):
            self._put(edge, other if color == one else one)

    def _free(self, end: int) -> list[int]:
        return [color for color in self.colors if color not in self.at[end]]

    def _color(self, edge: int) -> bool:
        """Give an edge a colour that is free at both ends, if need be after swapping the
        shortest chain.
        """
        one, other = self.edges[edge]
        free, there = self._free(one), self._free(other)
        if both := [color for color in free if color in there]:
            self._put(edge, self.dice.choice(both))
            return True
        found = [
            (len(chain), color, instead, chain)
            for color in free
            for instead in there
            if (chain := self._chain(other, color, instead, one))
        ]
        if not found:
            return False
        _length, color, instead, chain = min(found)
        self._swap(chain, color, instead)
        self._put(edge, color)
        return True

    def _chain(self, start: int, color: int, instead: int, never_to: int) -> Chain:
        """Return the alternating chain of two colours from ``start``.

        It is empty if it contains a fixed edge or reaches ``never_to``.
        """
        chain, end = self._walk(start, color, instead)
        if end == never_to or not self.fixed.isdisjoint(chain):
            return []
        return chain

    def _walk(self, start: int, color: int, instead: int) -> tuple[Chain, int]:
        chain, here, seen = Chain(), start, set[int]()
        while (edge := self.at[here].get(color, -1)) >= 0 and edge not in seen:
            seen.add(edge)
            chain.append(edge)
            one, other = self.edges[edge]
            here = other if here == one else one
            color, instead = instead, color
        return chain, here

    def _component(self, within: int, one: int, other: int) -> Chain:
        """Return the connected component of an entry in these two colours."""
        chain, end = self._walk(within, one, other)
        if end == within and chain:
            return chain
        return chain + self._walk(within, other, one)[0]

    def _stir(self, todo: deque[int]) -> None:
        """Swap two colours somewhere, or exchange the next edge for another."""
        one, other = self.dice.sample(self.colors, 2)
        chain = self._component(self.dice.choice(self.ends), one, other)
        if self.fixed.isdisjoint(chain):
            self._swap(chain, one, other)
        if self.dice.random() < 0.5:
            return
        edge = todo[-1]
        ends = self.edges[edge]
        places = [
            (color, there)
            for here, there in (ends, ends[::-1])
            for color in self._free(here)
            if color in self.at[there] and self.at[there][color] not in self.fixed
        ]
        if places:
            todo.pop()
            color, there = self.dice.choice(places)
            todo.appendleft(self.at[there][color])
            self._take(todo[0])
            self._put(edge, color)
