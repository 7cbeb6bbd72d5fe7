"""The ways of pairing that are a bracket."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from leagues.pairing.bracket import Bracket
from leagues.pairing.double_knockout import double_knockout
from leagues.pairing.knockout import Placing, knockout
from leagues.pairing.page import PAGE
from leagues.pairing.values import E, PairingRound
from leagues.stages.way import Ahead, Field, Stored
from scoring.stored import stored


class _Bracket(Ahead, ABC):
    """A bracket is known ahead; who sits where follows from the results."""

    rounds: ClassVar[None] = None
    bye_points: ClassVar[int] = 0

    @abstractmethod
    def bracket(self, entries: int) -> Bracket:
        """Who feeds whom, for so many entries."""

    def draw(self, field: Field[E]) -> tuple[PairingRound[E], ...]:
        return ()

    def matches(self, entries: int) -> tuple[int, ...]:
        slots = self.bracket(entries).slots
        byes = 1 << max(1, (entries - 1).bit_length())
        steps = Counter(slot.step for slot in slots if not slot.if_upset)
        first = min(steps, default=1)
        steps[first] -= min(byes - entries, steps[first])
        return tuple(steps[step] for step in sorted(steps) if steps[step])


@stored("knockout", Stored)
@dataclass(frozen=True)
class Knockout(_Bracket):
    """Whoever loses is out; the bronze match, or every place, as chosen."""

    placing: Placing = Placing.BRONZE

    def bracket(self, entries: int) -> Bracket:
        return knockout(entries, self.placing)


@stored("double_knockout", Stored)
@dataclass(frozen=True)
class DoubleKnockout(_Bracket):
    """Out after two losses; the unbeaten finalist may lose once."""

    reset: bool = True

    def bracket(self, entries: int) -> Bracket:
        return double_knockout(entries, self.reset)


@stored("page", Stored)
@dataclass(frozen=True)
class Page(_Bracket):
    """The first two have a second chance."""

    def bracket(self, entries: int) -> Bracket:
        if entries not in (3, 4):
            raise ValueError("a Page play-off needs three or four entries")
        return PAGE


BracketWay = Knockout | DoubleKnockout | Page
