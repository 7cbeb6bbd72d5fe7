"""An event read once, for the page that leads from stage to stage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count

from leagues.bridge.standing.order import Reading, entries_in, read_all
from leagues.bridge.standing.play_offs import PlayOff, play_offs_of
from leagues.models import Entry, Event, PairingRound, Settlement, Stage


@dataclass(frozen=True)
class ForAPlace:
    """Two who play off, and who has won once it is over."""

    match: int
    entries: tuple[Entry, ...]
    winner: Entry | None
    is_over: bool


@dataclass(frozen=True)
class Whole:
    """Its stages, who is in now, and what is still to be played."""

    event: Event
    stages: tuple[Reading, ...]
    here: tuple[int, ...]
    to_play: Mapping[int, int]
    settlements: tuple[Settlement, ...]
    named: Mapping[int, Entry]
    play_offs: tuple[PlayOff, ...]
    begun: frozenset[int]
    """The stages in which somebody plays, or has played."""

    def settled_in(self, stage: Stage) -> tuple[Settlement, ...]:
        return tuple(each for each in self.settlements if each.stage_id == stage.pk)

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


def whole_of(event: Event) -> Whole:
    """In a number of queries that grows with the stages only."""
    unfinished = event.matches.unfinished().order_by()
    counted = unfinished.values("pairing_round__stage").annotate(n=Count("pk"))
    settlements = Settlement.objects.filter(stage__event=event, withdrawn_at=None)
    named = {entry.pk: entry for entry in event.entries.named()}
    return Whole(
        event=event,
        stages=read_all(event),
        here=entries_in(event),
        to_play=dict(counted.values_list("pairing_round__stage", "n")),
        settlements=tuple(settlements),
        play_offs=play_offs_of(event.stages.all()),
        begun=frozenset(
            PairingRound.objects.of(event).begun().values_list("stage", flat=True)
        ),
        named=named,
    )
