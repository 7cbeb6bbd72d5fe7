"""Setting up an event: its stages, who is in, and who meets whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.text import slugify

from leagues.access import Who
from leagues.actions.drawing.matches import Draw, write_matches
from leagues.actions.log import record
from leagues.bridge import Sheet
from leagues.models import (
    Board,
    Club,
    Entry,
    EntryPlayer,
    Event,
    PairingRound,
    Player,
    Pool,
    PoolEntry,
    Stage,
)
from leagues.pairing import values
from leagues.stages.takes import Everyone, Takes
from leagues.stages.ways import Way, kind_and_options
from scoring.matches import MatchFormat, to_dict
from scoring.tiebreaks import Chain


@transaction.atomic
def create_event(
    *,
    by: Who,
    club: Club,
    name: str,
    starts_at: datetime,
    sheet: Sheet,
    boards: Sequence[Board] = (),
    **facts: Any,
) -> Event:
    """Plan an event. Unless told otherwise it lives by its club's clock."""
    event = Event.objects.create(
        club=club,
        name=name,
        slug=_free_slug(name),
        starts_at=starts_at,
        rules=sheet.to_dict(),
        **{"zone": club.zone, **facts},
    )
    event.boards.set(boards)
    event.touch()
    record(by=by, verb="create_event", club=club, event=event, name=name)
    return event


def _free_slug(name: str) -> str:
    """An address of its own, such as spring-open or spring-open-2."""
    wanted = slugify(name)[:70] or "event"
    taken = set(
        Event.objects.filter(slug__startswith=wanted).values_list("slug", flat=True)
    )
    number = 1
    slug = wanted
    while slug in taken:
        number += 1
        slug = f"{wanted}-{number}"
    return slug


@transaction.atomic
def enrol(
    *, by: Who, event: Event, players: Sequence[Player], seed: int | None = None
) -> Entry:
    """Enter one or more players as one entry."""
    entry = Entry.objects.create(event=event, seed=seed)
    EntryPlayer.objects.bulk_create(
        EntryPlayer(entry=entry, event=event, player=player, number=number)
        for number, player in enumerate(players, start=1)
    )
    event.touch()
    record(
        by=by,
        verb="enrol",
        club=event.club,
        event=event,
        entry=entry.pk,
        players=[player.name for player in players],
    )
    return entry


@transaction.atomic
def add_stage(
    *,
    by: Who,
    event: Event,
    name: str,
    way: Way,
    takes: Takes | None = None,
    chain: Chain = (),
    match_format: MatchFormat | None = None,
    carries_over: bool = False,
) -> Stage:
    """Add a phase after those there are."""
    kind, options = kind_and_options(way)
    Event.objects.select_for_update().get(pk=event.pk)
    stage = Stage.objects.create(
        event=event,
        number=1 + (event.stages.aggregate(last=Max("number"))["last"] or 0),
        name=name,
        format=kind,
        options=options,
        carries_over=carries_over,
        source=to_dict(takes or Everyone()),
        chain=list(chain),
        match_format=to_dict(match_format) if match_format else {},
    )
    event.touch()
    record(by=by, verb="add_stage", club=event.club, event=event, stage=name)
    return stage


@transaction.atomic
def seat_pools(
    *, by: Who, stage: Stage, pools: Mapping[str, Sequence[int]]
) -> list[Pool]:
    """Say who plays in which pool of a stage, in the order of their seeds."""
    event = stage.event
    seated = Pool.objects.bulk_create(
        Pool(stage=stage, number=number, name=name)
        for number, name in enumerate(pools, start=1)
    )
    PoolEntry.objects.bulk_create(
        PoolEntry(pool=pool, stage=stage, entry_id=entry, seed=seed)
        for pool, entries in zip(seated, pools.values(), strict=True)
        for seed, entry in enumerate(entries, start=1)
    )
    event.touch()
    sizes = {name: len(entries) for name, entries in pools.items()}
    record(
        by=by,
        verb="seat_pools",
        club=event.club,
        event=event,
        stage=stage.name,
        pools=sizes,
    )
    return seated


@transaction.atomic
def publish_round(
    *,
    by: Who,
    stage: Stage,
    draw: Draw,
    starts_at: datetime | None = None,
    rng_seed: str = "",
    slots: Mapping[values.Pairing[int], str] | None = None,
) -> PairingRound:
    """Publish the next pairing round of a stage: its matches, and who sits out.

    A bye is a match of one side that is over before it begins. ``slots`` names the places
    in the bracket that the pairings fill.
    """
    event = Event.objects.select_for_update().get(pk=stage.event_id)
    pairing_round = PairingRound.objects.create(
        stage=stage,
        number=1 + (stage.pairing_rounds.aggregate(last=Max("number"))["last"] or 0),
        state=PairingRound.State.PUBLISHED,
        starts_at=starts_at,
        rng_seed=rng_seed,
    )
    write_matches(event, pairing_round, draw, slots or {})
    event.touch()
    record(
        by=by,
        verb="publish_round",
        club=event.club,
        event=event,
        stage=stage.name,
        number=pairing_round.number,
    )
    return pairing_round


@transaction.atomic
def start_event(*, by: Who, event: Event) -> None:
    _enter_state(by, event, Event.State.RUNNING, "start_event")


@transaction.atomic
def finish_event(*, by: Who, event: Event) -> None:
    """What the desk says without saying how long is taken down with it."""
    standing = event.announcements.filter(until=None, taken_down_at=None)
    ends = list(standing.values_list("pk", flat=True))
    if _enter_state(
        by, event, Event.State.FINISHED, "finish_event", announcements=ends
    ):
        standing.update(taken_down_at=timezone.now())


def _enter_state(
    by: Who, event: Event, state: Event.State, verb: str, **said: Any
) -> bool:
    before = Event.objects.filter(pk=event.pk).exclude(state=state)
    if not before.update(state=state):
        return False
    event.state = state
    event.touch()
    record(by=by, verb=verb, club=event.club, event=event, **said)
    return True
