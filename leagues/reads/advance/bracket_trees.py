"""A bracket as it is drawn: trees of columns, each match beside the two it comes from.

A tree is what winners go on in. Double elimination is three of them, and whoever plays
for lower places has one of their own.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from leagues.pairing.bracket import Bracket, Slot, WinnerOf


class Joins(StrEnum):
    """How a match is joined to the one its winner goes to."""

    LAST = "last"
    STRAIGHT = "straight"
    UPPER = "upper"
    LOWER = "lower"


@dataclass(frozen=True)
class Cell:
    """A place in a column; without a slot it keeps the others level."""

    slot: Slot | None
    joins: Joins
    has_feeds: bool = False


@dataclass(frozen=True)
class Tree:
    """Columns from the first matches to the last one."""

    root: Slot
    columns: tuple[tuple[Cell, ...], ...]


def trees(shape: Bracket) -> tuple[Tree, ...]:
    """Every tree of a bracket, the one that begins first before the others."""
    feeds = {slot.key: _feeds(shape, slot) for slot in shape.slots}
    fed = {child.key for children in feeds.values() for child in children}
    grown = [_tree(slot, feeds) for slot in shape.slots if slot.key not in fed]
    order = {slot.key: at for at, slot in enumerate(shape.slots)}
    return tuple(sorted(grown, key=lambda tree: min(_keys(tree, order))))


def _feeds(shape: Bracket, slot: Slot) -> tuple[Slot, ...]:
    """The matches whose winners meet here, where they belong to the same tree."""
    found = tuple(
        shape.by_key[source.slot] for source in slot.sources if isinstance(source, WinnerOf)
    )
    steps = {child.step for child in found}
    if len(steps) > 1 and all(_has_winners(child) for child in found):
        return ()  # two brackets meet: each is drawn by itself
    return found


def _has_winners(slot: Slot) -> bool:
    return any(isinstance(source, WinnerOf) for source in slot.sources)


def _tree(root: Slot, feeds: dict[str, tuple[Slot, ...]]) -> Tree:
    last = Cell(root, Joins.LAST, bool(feeds[root.key]))
    columns: list[tuple[Cell, ...]] = [(last,)]
    while any(cell.has_feeds for cell in columns[0]):
        columns.insert(0, tuple(_before(columns[0], feeds)))
    return Tree(root, tuple(columns))


def _before(column: tuple[Cell, ...], feeds: dict[str, tuple[Slot, ...]]) -> Iterator[Cell]:
    """The column that feeds this one, with an empty place where nobody comes from."""
    for cell in column:
        children = feeds[cell.slot.key] if cell.slot else ()
        if not children:
            yield Cell(None, Joins.LAST)
        ways = [Joins.STRAIGHT] if len(children) == 1 else [Joins.UPPER, Joins.LOWER]
        for child, way in zip(children, ways, strict=False):
            yield Cell(child, way, bool(feeds[child.key]))


def _keys(tree: Tree, order: dict[str, int]) -> Iterator[int]:
    for column in tree.columns:
        yield from (order[cell.slot.key] for cell in column if cell.slot)
