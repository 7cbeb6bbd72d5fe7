"""Boxes: small groups of about the same strength, and how many are in each.

>>> box_sizes(21, wanted=5), box_sizes(8, wanted=6)
([5, 5, 5, 6], [8])
>>> BoxRules().next_sizes([5, 5, 5, 5], 19)
[5, 5, 5, 4]
"""

from collections.abc import Sequence
from dataclasses import dataclass

from leagues.pairing.pools import even_sizes
from leagues.stages.way import between
from scoring.text import Text

SMALLEST = 3
LARGEST = 12


def box_sizes(entries: int, wanted: int, smallest: int = SMALLEST) -> list[int]:
    """Boxes as near to the wanted size as can be, the larger ones last.

    None is smaller than the smallest that is worth playing, unless there are not even so many.
    """
    nearest = (2 * entries + wanted) // (2 * wanted)
    boxes = max(1, min(nearest, entries // smallest))
    return even_sizes(entries, boxes)[::-1]


def moving(size: int) -> int:
    """How many go up from so large a group, and down: a sixth, rounded up.

    >>> [moving(size) for size in (3, 6, 7, 14, 20)]
    [1, 1, 2, 3, 4]
    """
    return max(1, -(-size // 6))


@dataclass(frozen=True)
class BoxRules:
    """How large a box is to be, how long its period lasts, and who goes up and down."""

    size: int = 5
    weeks: int = 4
    moves: int | None = None
    """How many go up and down; without a number it is a sixth of the box."""
    games: int = 3
    """So many games have to be played to go up, or all of a smaller box."""

    def __post_init__(self) -> None:
        between(SMALLEST, LARGEST, self.size, Text("players per box"))
        between(1, 26, self.weeks, Text("weeks per period"))
        between(1, LARGEST // 2, self.moves or 1, Text("who goes up"))
        between(0, LARGEST - 1, self.games, Text("games to go up"))

    def go_up(self, size: int) -> int:
        """From a box so large: never more than half of it, so that as many may go down."""
        return min(self.moves or moving(size), size // 2)

    def needed(self, size: int) -> int:
        """The games of a box so large that somebody has to play to go up."""
        return min(self.games, size - 1)

    def sizes(self, entries: int) -> list[int]:
        """The boxes of the first period."""
        return box_sizes(entries, self.size)

    def next_sizes(self, sizes: Sequence[int], entries: int) -> list[int]:
        """The boxes as they are, more or less one; made anew where that does not fit any more.

        What is missing is missing in the lowest of the largest boxes, who is new comes to the
        lowest of the smallest.
        """
        kept = adjusted(sizes, entries)
        least = max(SMALLEST, self.size - 1)
        if kept and least <= min(kept) and max(kept) <= self.size + 1:
            return kept
        return self.sizes(entries)


def adjusted(sizes: Sequence[int], entries: int) -> list[int]:
    """As many groups as there were, for so many: as few of them change as can be.

    >>> adjusted([10, 10], 21), adjusted([14, 13, 13], 38)
    ([10, 11], [13, 13, 12])
    """
    kept = list(sizes)
    while kept and sum(kept) < entries:
        kept[_last(kept, min(kept))] += 1
    while sum(kept) > entries:
        kept[_last(kept, max(kept))] -= 1
    return kept


def _last(sizes: Sequence[int], size: int) -> int:
    return max(at for at, each in enumerate(sizes) if each == size)
