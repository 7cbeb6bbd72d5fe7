"""Moving a match, or a whole week, to another date: who would then play twice in one evening.

>>> ann_ben = PlannedMatch(1, date(2026, 11, 5), frozenset({1, 2}))
>>> ann_cy = PlannedMatch(2, date(2026, 11, 12), frozenset({1, 3}))
>>> for twice in new_clashes([ann_ben, ann_cy], {2: date(2026, 11, 5)}):
...     print(twice.person, twice.on, twice.matches)
1 2026-11-05 (1, 2)
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date


@dataclass(frozen=True)
class PlannedMatch:
    """A match that is still to be played, on which day, and who sits there."""

    key: int
    on: date
    people: frozenset[int]


@dataclass(frozen=True)
class TwiceAnEvening:
    """A player who would have more than one match on a day."""

    person: int
    on: date
    matches: tuple[int, ...]


def clashes(matches: Iterable[PlannedMatch]) -> list[TwiceAnEvening]:
    """Everybody with more than one match on a day, by day."""
    by_evening: dict[tuple[date, int], list[int]] = defaultdict(list)
    for match in matches:
        for person in match.people:
            by_evening[match.on, person].append(match.key)
    return [
        TwiceAnEvening(person, on, tuple(sorted(keys)))
        for (on, person), keys in sorted(by_evening.items())
        if len(keys) > 1
    ]


def moved(matches: Iterable[PlannedMatch], to: Mapping[int, date]) -> list[PlannedMatch]:
    """The matches as they would be."""
    return [replace(match, on=to.get(match.key, match.on)) for match in matches]


def new_clashes(matches: Sequence[PlannedMatch], to: Mapping[int, date]) -> list[TwiceAnEvening]:
    """Who would play twice on a day that was not so before."""
    before = clashes(matches)
    return [each for each in clashes(moved(matches, to)) if each not in before]
