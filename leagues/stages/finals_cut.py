"""The players of a season's finals: the first of its table, in the order of their seeds.

>>> table = [CutLine("Ann", 1, "A", 9), CutLine("Ben", 2, "A", 3), CutLine("Cat", 1, "B", 9)]
>>> finals_cut(table, FinalsRule(top=1, each_division=True)).seeds
('Ann', 'Cat')
>>> finals_cut(table, FinalsRule(top=2, fewest=4)).seeds
('Ann', 'Cat')
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any, Generic

from leagues.pairing.values import E
from leagues.stages.pairing_way import check_between
from scoring.text import Text

MOST = 128


@dataclass(frozen=True)
class FinalsRule:
    """The ``top`` entries of the table, or of each division, that played at least ``fewest``."""

    top: int = 8
    each_division: bool = False
    fewest: int = 0

    def __post_init__(self) -> None:
        check_between(2 - self.each_division, MOST, self.top, Text("how many play the finals"))
        check_between(0, 999, self.fewest, Text("how much is to be played"))

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON that the finals store."""
        return dict(vars(self))


@dataclass(frozen=True)
class CutLine(Generic[E]):
    """A line of the table; lines are in the table's order."""

    entry: E
    place: int
    division: str
    played: int


@dataclass(frozen=True)
class FinalsCut(Generic[E]):
    """The qualified entries, best seed first; the reserves; and the entries tied at the cut."""

    seeds: tuple[E, ...]
    next_ones: tuple[E, ...]
    level: tuple[E, ...] = ()


def finals_cut(
    table: Sequence[CutLine[E]], rule: FinalsRule, declined: Collection[E] = ()
) -> FinalsCut[E]:
    """Return the cut. An entry that declines is replaced by the next that has played enough.

    Several divisions are seeded by their places: all winners, then all who came second.
    """
    asked = [line for line in table if line.played >= rule.fewest and line.entry not in declined]
    parts = _by_division(asked) if rule.each_division else [asked]
    inside = [line for part in parts for line in part[: rule.top]]
    outside = [line for part in parts for line in part[rule.top :]]
    if rule.each_division:
        inside.sort(key=attrgetter("place"))  # stable: divisions stay in their order
    return FinalsCut(
        tuple(line.entry for line in inside),
        tuple(line.entry for line in outside),
        tuple(entry for part in parts for entry in _tied_at_cut(part, rule.top)),
    )


def _by_division(lines: Iterable[CutLine[E]]) -> list[list[CutLine[E]]]:
    return [list(part) for _, part in groupby(lines, attrgetter("division"))]


def _tied_at_cut(part: Sequence[CutLine[E]], top: int) -> tuple[E, ...]:
    """The entries tied across the cut; empty if none are."""
    if len(part) <= top or _place_in_division(part[top - 1]) != _place_in_division(part[top]):
        return ()
    at = _place_in_division(part[top])
    return tuple(line.entry for line in part if _place_in_division(line) == at)


def _place_in_division(line: CutLine[E]) -> tuple[str, int]:
    return line.division, line.place
