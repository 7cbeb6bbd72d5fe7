"""Spread the matches of a late entry over the weeks to come.

>>> met_late(["Ann", "Ben", "Cy"], weeks=2, busy=[{"Ann": 1}, {}])
(('Ben', 'Cy'), ('Ann',))

No week has more of these matches than needed. Opponents without another match that week come
first. If there are none, the match waits for a later week, as long as there is room.
"""

from collections.abc import Hashable, Mapping, Sequence
from functools import partial
from typing import TypeVar

E = TypeVar("E", bound=Hashable)


def met_late(
    others: Sequence[E], weeks: int, busy: Sequence[Mapping[E, int]], legs: int = 1
) -> tuple[tuple[E, ...], ...]:
    """Return the opponents for each coming week.

    ``busy`` holds, by week, how many matches each opponent already has.
    """
    waiting = [(other, leg) for leg in range(legs) for other in others]
    most = -(-len(waiting) // weeks)
    found: list[tuple[E, ...]] = []
    for week in range(weeks):
        left = weeks - week
        many = -(-len(waiting) // left)
        here = list[E]()
        for _each in range(many):
            at = min(range(len(waiting)), key=partial(_waiting_key, waiting, here, busy[week]))
            is_busy = busy[week].get(waiting[at][0], 0) > 0
            if is_busy and (left - 1) * most >= len(waiting):
                break
            here.append(waiting.pop(at)[0])
        found.append(tuple(here))
    return tuple(found)


def _waiting_key(
    waiting: Sequence[tuple[E, int]], here: Sequence[E], busy: Mapping[E, int], at: int
) -> tuple[bool, int, int, int]:
    """Sort key: not twice in a week, all once before any twice, then the least busy."""
    other, leg = waiting[at]
    return other in here, leg, busy.get(other, 0), at
