"""The ways of pairing that are a bracket."""

from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from leagues.pairing.bracket import Bracket, SlotStatus, fill_slots
from leagues.pairing.double_knockout import double_knockout
from leagues.pairing.knockout import Placing, knockout_bracket
from leagues.pairing.page_playoff import PAGE
from leagues.pairing.values import E, NoPairing, PairedRound
from leagues.stages.pairing_way import Ahead, ExpectedField, PlannedRound, StageField, StoredWay
from scoring.serialization import stored_as
from scoring.text import Text


class _Bracket(Ahead, ABC):
    """Base for brackets: their matches are known from the start, their sides follow from
    results.
    """

    rounds: ClassVar[None] = None
    bye_points: ClassVar[int] = 0

    @abstractmethod
    def bracket(self, entries: int) -> Bracket:
        """Return the bracket for a number of entries."""

    def draw(self, field: StageField[E]) -> tuple[PairedRound[E], ...]:
        return ()

    def planned(self, coming: ExpectedField) -> tuple[PlannedRound, ...]:
        """Return the rounds if the better seed always wins: no second final is needed.

        A bye in a bracket is not counted as a bye of a round.
        """
        bracket = self.bracket(coming.entries)
        seeded = range(coming.entries)
        favourites: dict[str, int] = {}
        steps = Counter[int]()
        while ready := [
            spot
            for spot in fill_slots(bracket, seeded, favourites).values()
            if spot.status is SlotStatus.READY and spot.pairing
        ]:
            steps.update(spot.slot.step for spot in ready)
            favourites |= {s.slot.key: min(s.pairing.entries) for s in ready if s.pairing}
        return tuple(PlannedRound(steps[step]) for step in sorted(steps))


@stored_as("knockout", StoredWay)
@dataclass(frozen=True)
class Knockout(_Bracket):
    """Single elimination, with a bronze match or matches for every place, by ``placing``."""

    placing: Placing = Placing.BRONZE

    def bracket(self, entries: int) -> Bracket:
        return knockout_bracket(entries, self.placing)


@stored_as("double_knockout", StoredWay)
@dataclass(frozen=True)
class DoubleKnockout(_Bracket):
    """Out after two losses; the unbeaten finalist may lose once."""

    reset: bool = True

    def bracket(self, entries: int) -> Bracket:
        return double_knockout(entries, self.reset)


@stored_as("page", StoredWay)
@dataclass(frozen=True)
class PagePlayoff(_Bracket):
    """The first two have a second chance."""

    def bracket(self, entries: int) -> Bracket:
        if refusal := self.refusal(ExpectedField(entries)):
            raise NoPairing(refusal)
        return PAGE

    def refusal(self, coming: ExpectedField) -> Text | None:
        if coming.entries in (3, 4):
            return None
        return Text("a Page play-off needs three or four entries")


BracketWay = Knockout | DoubleKnockout | PagePlayoff
