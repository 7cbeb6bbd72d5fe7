"""Boxes: sizes of small groups of about the same strength.

>>> box_sizes(21, wanted=5), box_sizes(8, wanted=6)
([5, 5, 5, 6], [8])
>>> BoxRules().next_sizes([5, 5, 5, 5], 19)
[5, 5, 5, 4]
"""

from collections.abc import Sequence
from dataclasses import dataclass

from leagues.pairing.pools import even_sizes
from leagues.stages.pairing_way import check_between
from scoring.text import Text

SMALLEST = 3
LARGEST = 12


def box_sizes(entries: int, wanted: int, smallest: int = SMALLEST) -> list[int]:
    """Return sizes of boxes as near to ``wanted`` as possible, the larger ones last.

    No box has fewer than ``smallest`` entries, unless there are fewer in all.
    """
    nearest = (2 * entries + wanted) // (2 * wanted)
    boxes = max(1, min(nearest, entries // smallest))
    return even_sizes(entries, boxes)[::-1]


def moving_count(size: int) -> int:
    """Return how many go up from a group of this size, and down: a sixth, rounded up.

    >>> [moving_count(size) for size in (3, 6, 7, 14, 20)]
    [1, 1, 2, 3, 4]
    """
    return max(1, -(-size // 6))


@dataclass(frozen=True)
class BoxRules:
    """Rules of boxes: their size, the length of a period, and promotion."""

    size: int = 5
    weeks: int = 4
    moves: int | None = None
    """How many go up and down; None is a sixth of the box."""
    games: int = 3
    """Matches a player needs to go up; all matches in a box with fewer."""

    def __post_init__(self) -> None:
        check_between(SMALLEST, LARGEST, self.size, Text("players per box"))
        check_between(1, 26, self.weeks, Text("weeks per period"))
        check_between(1, LARGEST // 2, self.moves or 1, Text("who goes up"))
        check_between(0, LARGEST - 1, self.games, Text("games to go up"))

    def go_up(self, size: int) -> int:
        """Return how many go up from a box of this size: at most half, so that as many can go
        down.
        """
        return min(self.moves or moving_count(size), size // 2)

    def needed(self, size: int) -> int:
        """Return how many matches a player of a box of this size needs to go up."""
        return min(self.games, size - 1)

    def sizes(self, entries: int) -> list[int]:
        """Return the box sizes of the first period."""
        return box_sizes(entries, self.size)

    def next_sizes(self, sizes: Sequence[int], entries: int) -> list[int]:
        """Return the present box sizes, adjusted; computed again if one no longer fits.

        The lowest of the largest boxes lose an entry first, the lowest of the smallest gain one.
        """
        kept = adjust_sizes(sizes, entries)
        least = max(SMALLEST, self.size - 1)
        if kept and least <= min(kept) and max(kept) <= self.size + 1:
            return kept
        return self.sizes(entries)


def adjust_sizes(sizes: Sequence[int], entries: int) -> list[int]:
    """Return sizes of the same number of groups for a new number of entries, with few changes.

    >>> adjust_sizes([10, 10], 21), adjust_sizes([14, 13, 13], 38)
    ([10, 11], [13, 13, 12])
    """
    kept = list(sizes)
    while kept and sum(kept) < entries:
        kept[_last_index(kept, min(kept))] += 1
    while sum(kept) > entries:
        kept[_last_index(kept, max(kept))] -= 1
    return kept


def _last_index(sizes: Sequence[int], size: int) -> int:
    return max(at for at, each in enumerate(sizes) if each == size)
