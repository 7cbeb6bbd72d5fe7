"""Moving matches to other dates, and the players who would then play twice on one day.

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
    """An unplayed match with its day and its players."""

    key: int
    on: date
    people: frozenset[int]


@dataclass(frozen=True)
class TwiceAnEvening:
    """A player with more than one match on a day; ``matches`` are their keys."""

    person: int
    on: date
    matches: tuple[int, ...]


def find_clashes(matches: Iterable[PlannedMatch]) -> list[TwiceAnEvening]:
    """Return all players with more than one match on a day, day by day."""
    by_evening: dict[tuple[date, int], list[int]] = defaultdict(list)
    for match in matches:
        for person in match.people:
            by_evening[match.on, person].append(match.key)
    return [
        TwiceAnEvening(person, on, tuple(sorted(keys)))
        for (on, person), keys in sorted(by_evening.items())
        if len(keys) > 1
    ]


def move_matches(matches: Iterable[PlannedMatch], to: Mapping[int, date]) -> list[PlannedMatch]:
    """Return the matches on their new dates; ``to`` has them by key."""
    return [replace(match, on=to.get(match.key, match.on)) for match in matches]


def new_clashes(matches: Sequence[PlannedMatch], to: Mapping[int, date]) -> list[TwiceAnEvening]:
    """Return the clashes that the new dates would cause, without those that exist already."""
    before = find_clashes(matches)
    return [each for each in find_clashes(move_matches(matches, to)) if each not in before]
