"""Promotion and relegation between boxes or divisions.

>>> def box(names: str) -> Table[str]:
...     return tuple(Stood(name, place, 3, 9 - place) for place, name in enumerate(names, 1))
>>> plan = next_groups([[box("ABCD")], [box("EFGH")]], sizes=[4, 4])
>>> plan.groups, plan.up, plan.down
((('A', 'B', 'C', 'E'), ('D', 'F', 'G', 'H')), ('E',), ('D',))

A level is a group, or several groups of the same strength. As many entries go down from it as
come up to it; entries that leave the league count first as going down. New entries begin at
the bottom.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Generic, TypeAlias

from leagues.pairing.pools import deal_snake
from leagues.pairing.values import E
from leagues.stages.boxes import moving_count
from leagues.stages.group_plan import GroupPlan, LevelAtTheLine
from scoring.results import Number


@dataclass(frozen=True)
class Stood(Generic[E]):
    """The final place of an entry in its group; tied entries share a place."""

    entry: E
    place: int
    games: int
    points: Number

    @property
    def average(self) -> Fraction:
        return Fraction(self.points) / max(1, self.games)


Table: TypeAlias = tuple[Stood[E], ...]
Level: TypeAlias = Sequence[Table[E]]


@dataclass(frozen=True)
class Movement(Generic[E]):
    """The rules of moving between levels."""

    go_up: Callable[[int], int] = moving_count
    """How many go up from a group of this size."""
    needed: Callable[[int], int] = lambda size: 0
    """How many matches an entry of a group of this size needs to go up."""
    leaving: Collection[E] = ()
    declining: Collection[E] = ()
    """Entries that don't want to go up: the next in the table does."""
    joining: Sequence[E] = ()
    settled: Sequence[E] = ()
    """The order that a person chose for tied entries, better first."""


def next_groups(
    levels: Sequence[Level[E]],
    sizes: Sequence[int],
    movement: Movement[E] | None = None,
    side_by_side: Sequence[int] = (),
) -> GroupPlan[E]:
    """Plan levels of these sizes; ``side_by_side`` is how many groups each level has."""
    movement = movement or Movement()
    ranked = [_Ranked(level, movement) for level in levels]
    lines = list(_find_lines(ranked, movement))
    before = {row.entry: at for at, level in enumerate(levels) for t in level for row in t}
    up = tuple(entry for line in lines for entry in line.up)
    order = [*_order_entries(ranked, lines), *movement.joining]
    placed = _cut_levels(order, sizes, {entry: before[entry] for entry in up})
    beside = [*side_by_side, *[1] * (len(placed) - len(side_by_side))]
    dealt = [deal_snake(one, many) for one, many in zip(placed, beside, strict=True)]
    return GroupPlan(
        tuple(tuple(group) for groups in dealt for group in groups),
        tuple(level for level, groups in enumerate(dealt) for _ in groups),
        before,
        up,
        tuple(each for line in lines for each in line.level),
    )


def count_crossing(upper: int, places_up: int) -> int:
    """Return how many come up into a group of size ``upper``: at most half of it.

    >>> count_crossing(5, 2), count_crossing(3, 2)
    (2, 1)
    """
    return min(places_up, upper // 2)


class _Ranked(Generic[E]):
    """The entries that stay in a level, best first: by place, those of one place by their
    average.
    """

    def __init__(self, level: Level[E], movement: Movement[E]) -> None:
        everybody = [row for table in level for row in table]
        here = [row for row in everybody if row.entry not in movement.leaving]
        settled = {entry: at for at, entry in enumerate(movement.settled)}
        self.size = len(everybody)
        self.gone = self.size - len(here)
        self.key = {
            row.entry: (
                row.place,
                *((-row.average,) if len(level) > 1 else ()),
                settled.get(row.entry, len(settled)),
            )
            for row in here
        }
        self.entries = sorted(self.key, key=self.key.__getitem__)
        self.places_up = sum(movement.go_up(len(table)) for table in level)
        may = {
            row.entry
            for table in level
            for row in table
            if row.games >= movement.needed(len(table)) and row.entry not in movement.declining
        }
        self.may_go_up = [entry for entry in self.entries if entry in may]

    def level_at(self, order: Sequence[E], many: int) -> tuple[tuple[E, ...], int]:
        """Return the entries tied across the end of the first ``many``, and how many of them are
        inside.
        """
        if not 0 < many < len(order):
            return (), 0
        last = self.key[order[many - 1]]
        if self.key[order[many]] != last:
            return (), 0
        level = [entry for entry in order if self.key[entry] == last]
        return tuple(sorted(level, key=self.entries.index)), many - order.index(level[0])


@dataclass(frozen=True)
class _Line(Generic[E]):
    """The entries that cross the line between two levels, and the ties at it."""

    up: tuple[E, ...]
    down: tuple[E, ...]
    level: tuple[LevelAtTheLine[E], ...]


def _find_lines(ranked: Sequence[_Ranked[E]], movement: Movement[E]) -> Iterator[_Line[E]]:
    risen: tuple[E, ...] = ()
    for at, (upper, lower) in enumerate(pairwise(ranked)):
        many = count_crossing(upper.size, lower.places_up)
        up = tuple(lower.may_go_up[:many])
        staying = [entry for entry in reversed(upper.entries) if entry not in risen]
        fall = max(0, len(up) - upper.gone)
        level = [
            LevelAtTheLine(group, *found, goes_up=goes_up)
            for group, found, goes_up in (
                (at + 1, lower.level_at(lower.may_go_up, many), True),
                (at, upper.level_at(staying, fall), False),
            )
            if found[0]
        ]
        risen = up
        yield _Line(up, tuple(reversed(staying[:fall])), tuple(level))


def _order_entries(ranked: Sequence[_Ranked[E]], lines: Sequence[_Line[E]]) -> Iterator[E]:
    """Yield all entries that play on, level by level: who came down, who stayed, who came up."""
    no_line = _Line[E]((), (), ())
    for one, above, below in zip(ranked, [no_line, *lines], [*lines, no_line], strict=True):
        gone = {*above.up, *below.down}
        yield from above.down
        yield from (entry for entry in one.entries if entry not in gone)
        yield from below.up


def _cut_levels(
    order: Sequence[E], sizes: Sequence[int], up_from: Mapping[E, int]
) -> list[list[E]]:
    """Cut the order into levels of these sizes.

    Entries that earned a higher level get it, even if it has become smaller: then the last entries
    that were in it drop out.
    """
    waiting = list(order)
    levels = []
    for at, size in enumerate(sizes):
        late = [entry for entry in waiting[size:] if up_from.get(entry) == at + 1]
        inside = waiting[:size]
        others = [entry for entry in inside if up_from.get(entry) != at + 1]
        out = others[max(0, len(others) - len(late)) :]
        inside = [entry for entry in inside if entry not in out] + late
        levels.append(inside)
        waiting = [entry for entry in waiting if entry not in inside]
    return levels
