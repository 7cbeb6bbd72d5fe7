"""The layout of a bracket: trees of columns, with each match beside the two that feed it.

A tree contains the matches that winners advance through. Double elimination has three trees, and
matches for lower places form separate ones.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from leagues.pairing.bracket import Bracket, Slot, WinnerOf


class Joins(StrEnum):
    """How a match is connected to the match its winner advances to."""

    LAST = "last"
    STRAIGHT = "straight"
    UPPER = "upper"
    LOWER = "lower"


@dataclass(frozen=True)
class Cell:
    """A cell of a column. Without a slot it is empty and only keeps the spacing."""

    slot: Slot | None
    joins: Joins
    has_feeds: bool = False


@dataclass(frozen=True)
class Tree:
    """The columns of a tree, from the first matches to the last one."""

    root: Slot
    columns: tuple[tuple[Cell, ...], ...]


def trees_of(shape: Bracket) -> tuple[Tree, ...]:
    """The trees of a bracket, sorted by their first match."""
    feeds = {slot.key: _feeds_of(shape, slot) for slot in shape.slots}
    fed = {child.key for children in feeds.values() for child in children}
    grown = [_grow_tree(slot, feeds) for slot in shape.slots if slot.key not in fed]
    order = {slot.key: at for at, slot in enumerate(shape.slots)}
    return tuple(sorted(grown, key=lambda tree: min(_slot_positions(tree, order))))


def _feeds_of(shape: Bracket, slot: Slot) -> tuple[Slot, ...]:
    """The matches whose winners meet in this slot, if they belong to the same tree."""
    found = tuple(
        shape.by_key[source.slot] for source in slot.sources if isinstance(source, WinnerOf)
    )
    steps = {child.step for child in found}
    if len(steps) > 1 and all(_has_winners(child) for child in found):
        return ()  # two brackets meet: each is drawn by itself
    return found


def _has_winners(slot: Slot) -> bool:
    return any(isinstance(source, WinnerOf) for source in slot.sources)


def _grow_tree(root: Slot, feeds: dict[str, tuple[Slot, ...]]) -> Tree:
    last = Cell(root, Joins.LAST, bool(feeds[root.key]))
    columns: list[tuple[Cell, ...]] = [(last,)]
    while any(cell.has_feeds for cell in columns[0]):
        columns.insert(0, tuple(_column_before(columns[0], feeds)))
    return Tree(root, tuple(columns))


def _column_before(column: tuple[Cell, ...], feeds: dict[str, tuple[Slot, ...]]) -> Iterator[Cell]:
    """Yield the column that feeds this one, with an empty cell for a slot without a feed."""
    for cell in column:
        children = feeds[cell.slot.key] if cell.slot else ()
        if not children:
            yield Cell(None, Joins.LAST)
        ways = [Joins.STRAIGHT] if len(children) == 1 else [Joins.UPPER, Joins.LOWER]
        for child, way in zip(children, ways, strict=False):
            yield Cell(child, way, bool(feeds[child.key]))


def _slot_positions(tree: Tree, order: dict[str, int]) -> Iterator[int]:
    for column in tree.columns:
        yield from (order[cell.slot.key] for cell in column if cell.slot)
