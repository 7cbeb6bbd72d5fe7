"""A plan of the next groups, which a person may change, and the problems of a changed plan."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, count
from typing import Generic, TypeAlias

from leagues.pairing.values import E
from leagues.stages.boxes import SMALLEST
from scoring.text import Count, Listing, Text

Groups: TypeAlias = tuple[tuple[E, ...], ...]


@dataclass(frozen=True)
class LevelAtTheLine(Generic[E]):
    """Entries tied at a line: ``places`` of them move, and a person chooses which."""

    group: int
    """The level they play in, 0 for the highest."""
    entries: tuple[E, ...]
    places: int
    goes_up: bool

    def question(self, name: Callable[[E], str] = str) -> Text:
        names = Listing(tuple(map(name, self.entries)))
        up = Count("{n} of them goes up", "{n} of them go up", self.places)
        down = Count("{n} of them goes down", "{n} of them go down", self.places)
        return Text(
            "{names} are tied, and {who_goes}. Choose who",
            names=names,
            who_goes=up if self.goes_up else down,
        )


@dataclass(frozen=True)
class GroupPlan(Generic[E]):
    """The next groups, who goes up and down, and the ties that a person must decide.

    A level is a number, 0 for the highest; ``levels`` has the level of each group.
    """

    groups: Groups[E]
    levels: tuple[int, ...]
    before: Mapping[E, int]
    """The level of each entry before."""
    up: tuple[E, ...] = ()
    """Entries that have earned a higher level, and must play there."""
    level_at_a_line: tuple[LevelAtTheLine[E], ...] = ()

    @property
    def entries(self) -> tuple[E, ...]:
        return tuple(entry for group in self.groups for entry in group)

    @cached_property
    def now(self) -> dict[E, int]:
        """The level of each entry in this plan."""
        return levels_of(self.groups, self.levels)

    @property
    def down(self) -> tuple[E, ...]:
        """Entries that play lower than before."""
        was = self.before
        return tuple(e for e in self.entries if e in was and self.now[e] > was[e])

    @property
    def undecided(self) -> tuple[LevelAtTheLine[E], ...]:
        """Ties at a line whose entries are on both sides of it in this plan."""
        return tuple(
            level
            for level in self.level_at_a_line
            if len({self.now[entry] for entry in level.entries}) > 1
        )

    @property
    def new(self) -> tuple[E, ...]:
        return tuple(entry for entry in self.entries if entry not in self.before)


def levels_of(groups: Groups[E], levels: Sequence[int]) -> dict[E, int]:
    """Return the level of each entry. Groups that a person has added are below all others."""
    added = count(1 + max(levels, default=-1))
    return {
        entry: level
        for group, level in zip(groups, chain(levels, added), strict=False)
        for entry in group
    }


def count_players(many: int) -> Count:
    return Count("{n} player", "{n} players", many)


def count_teams(many: int) -> Count:
    return Count("{n} team", "{n} teams", many)


def plan_problems(
    plan: GroupPlan[E],
    groups: Groups[E],
    name: Callable[[E], str] = str,
    least: int = SMALLEST,
    counted: Callable[[int], Count] = count_players,
) -> tuple[Text, ...]:
    """Return what is wrong with a plan that a person has changed; empty if it can be played.

    ``least`` is how many entries a group needs, and ``counted`` is the words for their number.
    """
    return (
        *(each.question(name) for each in plan.undecided),
        *_not_placed_once(plan, groups, name),
        *_too_small(groups, least, counted),
        *_not_higher(plan, groups, name),
    )


def _not_placed_once(
    plan: GroupPlan[E], groups: Groups[E], name: Callable[[E], str]
) -> Iterator[Text]:
    times = Counter(entry for group in groups for entry in group)
    for entry in plan.entries:
        if times.pop(entry, 0) != 1:
            yield Text("{name} must be in one group", name=name(entry))
    for entry in sorted(times):
        yield Text("{name} does not play on", name=name(entry))


def _too_small(groups: Groups[E], least: int, counted: Callable[[int], Count]) -> Iterator[Text]:
    for number, group in enumerate(groups, 1):
        if len(group) < least:
            yield Text(
                "group {number} has {players} but needs {least}",
                number=number,
                players=counted(len(group)),
                least=least,
            )


def _not_higher(plan: GroupPlan[E], groups: Groups[E], name: Callable[[E], str]) -> Iterator[Text]:
    now = levels_of(groups, plan.levels)
    for entry in plan.up:
        if now.get(entry, -1) >= plan.before[entry]:
            yield Text("{name} goes up and must play higher", name=name(entry))
