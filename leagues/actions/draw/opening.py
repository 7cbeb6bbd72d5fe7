"""Open a stage: choose its entries, their pools and their order."""

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeAlias

from django.db.models import Count, Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.act import Line, act, refuse_finished_event, write_line
from leagues.actions.events.seed import seed_of
from leagues.actions.refusal import Refused
from leagues.actions.undo_rows import put_back, stage_of
from leagues.actions.verb import Undo, Verb
from leagues.models import (
    Action,
    Entry,
    Event,
    League,
    Match,
    PairingRound,
    Pool,
    PoolEntry,
    Stage,
    Surface,
)
from leagues.pairing.seeds import roll_dice
from leagues.reads.advance.advancement import ties_between
from leagues.reads.advance.stage_order import coming_into, entries_in, read_stage
from leagues.reads.draw.draw_input import kept_apart
from leagues.reads.draw.night_history import nights_before
from leagues.stages.entry_sources import Before, Everyone, source_from
from leagues.stages.recipe import by_lot

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Let Python look for no cycles: it would look again and again through all results of a large
    event, which is a tenth of a draw. For whole functions: at their end the results are gone.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@contextmanager
def draw_act(
    by: Who, stage: Stage, verb: Verb, *, by_league: bool = False, **facts: Any
) -> Iterator[Line[Stage]]:
    """Run an act on the draw of a stage; ``Refused`` if its event is finished.

    ``by_league`` allows it in an event that its league draws, which the desk may not do.
    """
    with act(by, stage, verb, **facts) as line:
        refuse_finished_event(line.event)
        if not by_league:
            refuse_drawn_by_league(line.event)
        line.say(stage=line.on.name, stage_id=line.on.pk)
        yield line


def refuse_drawn_by_league(event: Event) -> None:
    """Refuse a draw by the desk in an event that its league draws, such as a ladder or boxes."""
    if league := League.objects.drawing(event):
        raise Refused(
            _("These matches are drawn by the league. Go to the page of %(league)s.")
            % {"league": league.name}
        )


def open_stage(*, by: Who, stage: Stage) -> None:
    """Fill the pools of a stage from its source; does nothing if the stage is open already."""
    with draw_act(by, stage, OPEN_STAGE) as line:
        facts = _fill_pools(line.on)
        line.say(**facts) if facts else line.drop()


def open_with_it(line: Line[Stage]) -> None:
    """Open a stage as ``open_stage`` does, as the first part of another act on it."""
    stage = line.on
    if facts := _fill_pools(stage):
        facts |= {"stage": stage.name, "stage_id": stage.pk}
        write_line(line.by, line.event, OPEN_STAGE, **facts)


def _preview_undo_open(action: Action) -> str:
    stage = stage_of(action)
    if stage.opened_at is None:
        raise Refused(_("This stage is no longer open."))
    if PairingRound.objects.filter(stage=stage).exists():
        raise Refused(_("This stage is drawn. Undo the draw first."))
    if stage.settlements.exists():
        raise Refused(_("A tie in this stage has already been decided."))
    return _("%(stage)s will be closed again and empty.") % {"stage": stage}


def _undo_open(by: Who, action: Action) -> None:
    empty_stage(by=by, stage=stage_of(action))


OPEN_STAGE = Verb("open_stage", later("Opened %(stage)s."), Undo(_preview_undo_open, _undo_open))


def _fill_pools(stage: Stage) -> dict[str, Any]:
    """Fill the pools of a stage; returns the log data, empty if they were filled before."""
    if stage.opened_at or stage.pools.exists():
        return {}
    purpose = purpose_of_seats(stage)
    lots = _by_lot(stage, purpose)
    pools = compute_seats(stage, purpose, lots)
    _write_pools(stage, pools)
    stage.opened_at = timezone.now()
    stage.save(update_fields=["opened_at"])
    return {
        "pools": [len(entries) for entries in pools],
        "seed": stage.event.rng_seed,
        "purpose": purpose,
        "lot": sorted(lots),
    }


def _find_incoming(stage: Stage) -> Before[int]:
    """The entries that may come into a stage; ``Refused`` if the stage before isn't decided."""
    here = entries_in(stage.event)
    earlier = stage.event.stages.filter(number__lt=stage.number).last()
    if earlier is None:
        return coming_into(stage, None, here)
    if earlier.opened_at is None and not earlier.pools.exists():
        raise Refused(_("%(stage)s hasn’t been played yet.") % {"stage": earlier})
    matches = Match.objects.filter(pairing_round__stage=earlier)
    if missing := matches.unfinished().count():
        raise Refused(
            ngettext(
                "%(n)s match of %(stage)s isn’t finished.",
                "%(n)s matches of %(stage)s aren’t finished.",
                missing,
            )
            % {"n": missing, "stage": earlier}
        )
    reading = read_stage(earlier)
    if ties_between(stage, reading, here):
        raise Refused(
            _("Some entries are tied at the cut of %(stage)s. Break the tie first, under Advance.")
            % {"stage": earlier}
        )
    return coming_into(stage, reading, here)


def _by_lot(stage: Stage, purpose: str) -> tuple[int, ...]:
    """The entries without a seed in an order by lot; empty if the stage takes only some entries."""
    if not isinstance(source_from(stage.source), Everyone):
        return ()
    unseeded = stage.event.entries.filter(state=Entry.State.ACTIVE, seed=None)
    return by_lot(unseeded.values_list("pk", flat=True), seed_of(stage.event), purpose)


def purpose_of_seats(stage: Stage) -> str:
    """The name of the lot by which places are given; fixed, so that it can be repeated."""
    return f"{stage.number}.0.1"


def compute_seats(stage: Stage, purpose: str, lots: Sequence[int] = ()) -> list[list[int]]:
    """The pools as the stage before fills them now; ``Refused`` if they can't be filled."""
    incoming = _find_incoming(stage)
    dice = roll_dice(seed_of(stage.event), purpose)
    if lots:
        seeded = tuple(entry for entry in incoming.order if entry not in set(lots))
        incoming = replace(incoming, order=(*seeded, *lots))
    never, rather_not = kept_apart(stage)
    incoming = replace(incoming, nights=nights_before(stage.event), apart=never | rather_not)
    pools = source_from(stage.source).fill(incoming, dice=dice)
    if not any(len(entries) > 1 for entries in pools):
        raise Refused(_("There aren’t two entries yet who could play each other."))
    return pools


def _write_pools(stage: Stage, pools: Sequence[Sequence[int]]) -> None:
    names = LETTERS if len(pools) > 1 else [""]
    rows = Pool.objects.bulk_create(
        Pool(stage=stage, number=number, name=names[number - 1])
        for number in range(1, len(pools) + 1)
    )
    PoolEntry.objects.bulk_create(
        PoolEntry(pool=pool, stage=stage, entry_id=entry, seed=seed)
        for pool, entries in zip(rows, pools, strict=True)
        for seed, entry in enumerate(entries, start=1)
    )


def let_in(stage: Stage, late: Sequence[int]) -> None:
    """Add late entries to the pools of a stage: each to the smallest pool, seeded last."""
    pools = stage.pools.annotate(size=Count("places"), last=Max("places__seed"))
    sizes = {pool.pk: pool.size for pool in pools}
    last = {pool.pk: pool.last or 0 for pool in pools}
    places = []
    for entry in late:
        pool = min(sizes, key=lambda pool: (sizes[pool], pool))
        sizes[pool] += 1
        last[pool] += 1
        places.append(PoolEntry(pool_id=pool, stage=stage, entry_id=entry, seed=last[pool]))
    PoolEntry.objects.bulk_create(places)


def names_of(event: Event, entries: Iterable[int]) -> dict[int, str]:
    """The shown name of each entry, for the log."""
    found = Entry.objects.named().filter(event=event).in_bulk(list(entries))
    return {pk: entry.shown_on(Surface.WEB) for pk, entry in found.items()}


def empty_stage(*, by: Who, stage: Stage) -> None:
    """Remove all entries from an undrawn stage, so that it can be filled again."""
    with draw_act(by, stage, EMPTY_STAGE) as line:
        stage = line.on
        if stage.pairing_rounds.exists():
            raise Refused(_("This stage is drawn. Unpublish or delete its draw first."))
        if stage.settlements.filter(withdrawn_at=None).exists():
            raise Refused(
                _("The 20s of %(stage)s have been entered. Remove them first, under Advance.")
                % {"stage": stage}
            )
        if stage.opened_at is None and not stage.pools.exists():
            raise Refused(_("%(stage)s is already empty.") % {"stage": stage})
        line.keep(
            Stage.objects.filter(pk=stage.pk),
            stage.pools.all(),
            PoolEntry.objects.filter(stage=stage),
        )
        PoolEntry.objects.filter(stage=stage).delete()
        stage.pools.all().delete()
        stage.opened_at = None
        stage.save(update_fields=["opened_at"])


EMPTY_STAGE = Verb(
    "empty_stage",
    later("Cleared %(stage)s, so its places can be filled again."),
    put_back(
        later("%(stage)s will be open again, with everyone in their place."),
        stage_of,
        since=later("This stage is already open again."),
    ),
)


Seats: TypeAlias = list[list[int]]
"""The entries of each pool, best first."""


def seats_of(stage: Stage) -> Seats:
    """The entries of each pool of a stage, best first."""
    pools: dict[int, list[int]] = {pool.pk: [] for pool in stage.pools.all()}
    for place in PoolEntry.objects.filter(stage=stage).order_by("seed"):
        pools[place.pool_id].append(place.entry_id)
    return list(pools.values())


def seat_in_pools(stage: Stage, seats: Seats) -> None:
    """Replace the entries of a stage's pools."""
    PoolEntry.objects.filter(stage=stage).delete()
    PoolEntry.objects.bulk_create(
        PoolEntry(pool=pool, stage=stage, entry_id=entry, seed=seed)
        for pool, entries in zip(stage.pools.all(), seats, strict=True)
        for seed, entry in enumerate(entries, start=1)
    )
