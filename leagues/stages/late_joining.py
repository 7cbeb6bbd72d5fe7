"""In which weeks somebody who joins late meets everybody who plays already.

>>> met_late(["Ann", "Ben", "Cy"], weeks=2, busy=[{"Ann": 1}, {}])
(('Ben', 'Cy'), ('Ann',))

No week has more of their matches than are needed. Whoever is free in a week meets them in it, and where
nobody is, they wait for a later one as long as there is room.
"""

from collections.abc import Hashable, Mapping, Sequence
from functools import partial
from typing import TypeVar

E = TypeVar("E", bound=Hashable)


def met_late(
    others: Sequence[E], weeks: int, busy: Sequence[Mapping[E, int]], legs: int = 1
) -> tuple[tuple[E, ...], ...]:
    """For each week to come those whom they meet.

    ``busy`` says for each week how many matches everybody has in it.
    """
    waiting = [(other, leg) for leg in range(legs) for other in others]
    most = -(-len(waiting) // weeks)
    found: list[tuple[E, ...]] = []
    for week in range(weeks):
        left = weeks - week
        many = -(-len(waiting) // left)
        here = list[E]()
        for _each in range(many):
            at = min(range(len(waiting)), key=partial(_order, waiting, here, busy[week]))
            is_busy = busy[week].get(waiting[at][0], 0) > 0
            if is_busy and (left - 1) * most >= len(waiting):
                break
            here.append(waiting.pop(at)[0])
        found.append(tuple(here))
    return tuple(found)


def _order(
    waiting: Sequence[tuple[E, int]], here: Sequence[E], busy: Mapping[E, int], at: int
) -> tuple[bool, int, int, int]:
    """Nobody twice in a week, nobody again before all were met once; then who is free."""
    other, leg = waiting[at]
    return other in here, leg, busy.get(other, 0), at
