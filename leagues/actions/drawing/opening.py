"""Opening a stage: who is in it, in which pool, in what order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from django.db import transaction
from django.db.models import Count, Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.access import Who
from leagues.actions.log import record
from leagues.actions.planning.dice import seed_of
from leagues.bridge.following.advance import ties_between
from leagues.bridge.standing.order import coming_into, entries_in, read
from leagues.models import Entry, Event, Match, Pool, PoolEntry, Stage, Surface
from leagues.pairing.seeds import roll
from leagues.stages.recipe import by_lot
from leagues.stages.takes import Before, Everyone, takes_from

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class CannotDraw(Exception):
    """Something stands in the way; the sentence says what."""


def held(stage: Stage) -> Stage:
    """The stage as it is now, its event's row locked."""
    event = (
        Event.objects.select_for_update().select_related("club").get(pk=stage.event_id)
    )
    if event.state == Event.State.FINISHED:
        raise CannotDraw(_("This event is finished."))
    now: Stage = event.stages.get(pk=stage.pk)
    now.event = event
    return now


@transaction.atomic
def open_stage(*, by: Who, stage: Stage) -> None:
    """Fill the pools of a stage from where its entries come. Open already, it stays as it is."""
    fill_pools(by, held(stage))


def fill_pools(by: Who, stage: Stage) -> None:
    """The same, for whoever holds the event's row already."""
    if stage.opened_at:
        return
    event = stage.event
    purpose = purpose_of_seats(stage)
    lots = _by_lot(stage, purpose)
    pools = filled(stage, purpose, lots)
    _seat(stage, pools)
    stage.opened_at = timezone.now()
    stage.save(update_fields=["opened_at"])
    tell(
        by,
        "open_stage",
        stage,
        pools=[len(entries) for entries in pools],
        seed=event.rng_seed,
        purpose=purpose,
        lot=sorted(lots),
    )


def _stands_before(stage: Stage) -> Before[int]:
    """What a stage takes; it is known when the stage before has been played."""
    here = entries_in(stage.event)
    earlier = stage.event.stages.filter(number__lt=stage.number).last()
    if earlier is None:
        return coming_into(stage, None, here)
    if earlier.opened_at is None and not earlier.pools.exists():
        raise CannotDraw(_("%(stage)s has not been played yet.") % {"stage": earlier})
    matches = Match.objects.filter(pairing_round__stage=earlier)
    if missing := matches.unfinished().count():
        raise CannotDraw(
            ngettext(
                "%(n)s match of %(stage)s is not finished.",
                "%(n)s matches of %(stage)s are not finished.",
                missing,
            )
            % {"n": missing, "stage": earlier}
        )
    reading = read(earlier)
    if ties_between(stage, reading, here):
        raise CannotDraw(
            _(
                "Some are level where %(stage)s is cut: settle that first, under Advance."
            )
            % {"stage": earlier}
        )
    return coming_into(stage, reading, here)


def _by_lot(stage: Stage, purpose: str) -> tuple[int, ...]:
    """Those without a seed come after those who have one, in an order the dice give."""
    if not isinstance(takes_from(stage.source), Everyone):
        return ()
    unseeded = stage.event.entries.filter(state=Entry.State.ACTIVE, seed=None)
    return by_lot(unseeded.values_list("pk", flat=True), seed_of(stage.event), purpose)


def purpose_of_seats(stage: Stage) -> str:
    """What the dice are thrown for when seats are given; always the same throw."""
    return f"{stage.number}.0.1"


def filled(stage: Stage, purpose: str, lots: Sequence[int] = ()) -> list[list[int]]:
    """The pools as the stage before fills them now, or a refusal that says why it can't."""
    stands = _stands_before(stage)
    dice = roll(seed_of(stage.event), purpose)
    if lots:
        seeded = tuple(entry for entry in stands.order if entry not in set(lots))
        stands = Before(order=(*seeded, *lots), pools=stands.pools)
    pools = takes_from(stage.source).fill(stands, dice=dice)
    if not any(len(entries) > 1 for entries in pools):
        raise CannotDraw(_("There are not two entries yet to play each other."))
    return pools


def _seat(stage: Stage, pools: Sequence[Sequence[int]]) -> None:
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
    """Seat late-comers in the pools of a stage, each in the smallest one, after the last."""
    pools = stage.pools.annotate(size=Count("places"), last=Max("places__seed"))
    sizes = {pool.pk: pool.size for pool in pools}
    last = {pool.pk: pool.last or 0 for pool in pools}
    places = []
    for entry in late:
        pool = min(sizes, key=lambda pool: (sizes[pool], pool))
        sizes[pool] += 1
        last[pool] += 1
        places.append(
            PoolEntry(pool_id=pool, stage=stage, entry_id=entry, seed=last[pool])
        )
    PoolEntry.objects.bulk_create(places)


def tell(by: Who, verb: str, stage: Stage, **said: Any) -> None:
    """What has been done to a stage's draw: a new revision, and a line in the log."""
    event = stage.event
    event.touch()
    record(
        by=by,
        verb=verb,
        club=event.club,
        event=event,
        stage=stage.name,
        stage_id=stage.pk,
        **said,
    )


def names_of(event: Event, entries: Iterable[int]) -> dict[int, str]:
    """What these entries are called, for the log."""
    found = Entry.objects.named().filter(event=event).in_bulk(list(entries))
    return {pk: entry.shown_on(Surface.WEB) for pk, entry in found.items()}


@transaction.atomic
def empty_stage(*, by: Who, stage: Stage) -> None:
    """Take everybody out of a stage again, so that it can be filled anew."""
    stage = held(stage)
    if stage.pairing_rounds.exists():
        raise CannotDraw(_("This stage is drawn: take the draw back first."))
    if stage.opened_at is None and not stage.pools.exists():
        raise CannotDraw(_("Nobody has a seat in %(stage)s.") % {"stage": stage})
    names, was = list(stage.pools.values_list("name", flat=True)), seats_of(stage)
    PoolEntry.objects.filter(stage=stage).delete()
    stage.pools.all().delete()
    stage.opened_at = None
    stage.save(update_fields=["opened_at"])
    tell(by, "empty_stage", stage, pools=names, was=was)


Seats: TypeAlias = list[list[int]]
"""Who sits in each pool, best first."""


def seats_of(stage: Stage) -> Seats:
    """Who sits where, pool by pool."""
    pools: dict[int, list[int]] = {pool.pk: [] for pool in stage.pools.all()}
    for place in PoolEntry.objects.filter(stage=stage).order_by("seed"):
        pools[place.pool_id].append(place.entry_id)
    return list(pools.values())


def seat_in_pools(stage: Stage, seats: Seats) -> None:
    """Seat these in the pools there are, whoever sat there before."""
    PoolEntry.objects.filter(stage=stage).delete()
    PoolEntry.objects.bulk_create(
        PoolEntry(pool=pool, stage=stage, entry_id=entry, seed=seed)
        for pool, entries in zip(stage.pools.all(), seats, strict=True)
        for seed, entry in enumerate(entries, start=1)
    )
