"""Stages in which everyone shoots open 20s: the entries and their 20s."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from leagues.models import Entry, PoolEntry, Settlement, Stage
from leagues.stages.entry_sources import Everyone, source_from

Shots = Mapping[int, tuple[int, ...]]
"""The 20s of each entry: open shots first, then each sudden-death shot. Empty if not shot yet."""


@dataclass(frozen=True)
class StageShots:
    """A shoot-out stage in its current state."""

    stage: Stage
    entries: tuple[Entry, ...]
    """The entries that shoot, in starting order, with or without a seat."""
    shot: Shots
    settlement: Settlement | None
    """The row with everyone's 20s; None before the first."""

    @property
    def missing(self) -> tuple[Entry, ...]:
        return tuple(
            entry
            for entry in self.entries
            if not self.shot.get(entry.pk) and entry.state != Entry.State.WITHDRAWN
        )


def shoot_out_of(stage: Stage) -> StageShots:
    """The state of a shoot-out stage, in three queries."""
    held = stage.settlements.filter(kind=Settlement.Kind.SHOOT_OUT, withdrawn_at=None).order_by(
        "made_at", "pk"
    )
    settlement = max(reversed(held), key=lambda each: len(each.result), default=None)
    shot: Shots = dict(in_order(settlement)) if settlement else {}
    seated = set(PoolEntry.objects.filter(stage=stage).values_list("entry", flat=True))
    may_join = isinstance(source_from(stage.source), Everyone)
    entries = (
        entry
        for entry in stage.event.entries.named().in_order()
        if shot.get(entry.pk)
        or ((entry.pk in seated or may_join) and entry.state == Entry.State.ACTIVE)
    )
    return StageShots(stage, tuple(entries), shot, settlement)


def in_order(settlement: Settlement) -> list[tuple[int, tuple[int, ...]]]:
    """The entries, best first, each with its 20s (none for a decision)."""
    if settlement.kind == Settlement.Kind.SHOOT_OUT:
        return [(entry, tuple(tries)) for entry, tries in settlement.result]
    return [(entry, ()) for entry in settlement.result]


def shoot_out_at_hand(stages: Sequence[Stage]) -> StageShots | None:
    """The current shoot-out, or the first stage if it is one; None if there is nothing to shoot."""
    opened = [stage for stage in stages if stage.opened_at]
    for stage in opened[-1:] or stages[:1]:
        if stage.format == Stage.Format.SHOOT_OUT:
            found = shoot_out_of(stage)
            return found if found.missing else None
    return None


def shoot_out_opened(stages: Sequence[Stage]) -> Stage | None:
    """The stage opened last if it is a shoot-out; otherwise None."""
    last = next((stage for stage in reversed(stages) if stage.opened_at), None)
    return last if last and last.format == Stage.Format.SHOOT_OUT else None


def in_tries(tries: Iterable[int]) -> str:
    """20s as they are typed: "7", or "7 1" after a sudden-death shot."""
    return " ".join(map(str, tries))
