"""A snapshot of an event, read once, for the page of its stages and for "what if" results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Count, Q

from leagues.models import Entry, Event, Match, PairingRound, Settlement, Stage
from leagues.reads.advance.stage_order import StageReading, entries_in, read_all
from leagues.reads.events.shoot_outs import in_order, in_tries
from leagues.reads.tables.play_offs import PlayOff, play_offs_of


@dataclass(frozen=True)
class ForAPlace:
    """A play-off between entries for a place, with its winner once it is over."""

    match: int
    entries: tuple[Entry, ...]
    winner: Entry | None
    is_over: bool


@dataclass(frozen=True)
class SettlementLine:
    """A settlement in force, with its entries best first and the 20s of each."""

    settlement: Settlement
    order: Sequence[tuple[Entry, str]]


@dataclass(frozen=True)
class EventSnapshot:
    """The stages and active entries of an event. Other data is read on first use."""

    event: Event
    stages: tuple[StageReading, ...]
    here: tuple[int, ...]
    begun: frozenset[int]
    """The ids of stages with a pairing round that has begun."""

    @property
    def is_over(self) -> bool:
        return self.event.state == Event.State.FINISHED

    @cached_property
    def drawn(self) -> Mapping[int, tuple[int, int]]:
        """The number of unfinished matches and of all but byes, by stage id."""
        matches = self.event.matches.exclude(ending=Match.Ending.BYE).order_by()
        counted = matches.values("pairing_round__stage").annotate(
            left=Count("pk", filter=~Q(state=Match.State.FINISHED)), drawn=Count("pk")
        )
        lines = counted.values_list("pairing_round__stage", "left", "drawn")
        return {stage: (left, drawn) for stage, left, drawn in lines}

    @cached_property
    def settlements(self) -> tuple[Settlement, ...]:
        still = Settlement.objects.filter(stage__event=self.event, withdrawn_at=None)
        return tuple(still.order_by("made_at", "pk"))

    @cached_property
    def named(self) -> Mapping[int, Entry]:
        return {entry.pk: entry for entry in self.event.entries.named()}

    @cached_property
    def play_offs(self) -> tuple[PlayOff, ...]:
        return play_offs_of([each.stage for each in self.stages])

    def settled_in(self, stage: Stage) -> tuple[SettlementLine, ...]:
        return tuple(
            SettlementLine(each, [(self.named[e], in_tries(t)) for e, t in in_order(each)])
            for each in self.settlements
            if each.stage_id == stage.pk
        )

    def play_offs_in(self, stage: Stage) -> tuple[ForAPlace, ...]:
        return tuple(
            ForAPlace(
                match=each.match,
                entries=tuple(self.named[entry] for entry in each.entries),
                winner=self.named[each.winner] if each.winner is not None else None,
                is_over=each.is_over,
            )
            for each in self.play_offs
            if each.stage == stage.pk
        )


def snapshot_of(event: Event) -> EventSnapshot:
    """Read an event. The number of queries grows only with the number of stages."""
    begun = PairingRound.objects.of(event).begun().values_list("stage", flat=True)
    return EventSnapshot(event, read_all(event), entries_in(event), frozenset(begun))
