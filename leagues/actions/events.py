"""Setting up an event: its stages, who is in, and who meets whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.text import slugify

from leagues.access import Who
from leagues.actions.log import record
from leagues.bridge import Sheet
from leagues.models import (
    Board,
    Club,
    Entry,
    EntryPlayer,
    Event,
    Match,
    MatchSide,
    PairingRound,
    Player,
    Pool,
    PoolEntry,
    SideEntry,
    SidePlayer,
    Stage,
)
from leagues.pairing import values
from leagues.stages.takes import Everyone, Takes
from leagues.stages.ways import Way, kind_and_options
from scoring.matches import MatchFormat, to_dict
from scoring.tiebreaks import Chain

Draw = Mapping[Pool, values.PairingRound[int]]


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
    _write_matches(event, pairing_round, draw, slots or {})
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


def _write_matches(
    event: Event,
    pairing_round: PairingRound,
    draw: Draw,
    slots: Mapping[values.Pairing[int], str],
) -> None:
    drawn = [
        (_match(event, pairing_round, pool, pairing, slots), tuple(pairing.sides))
        for pool, of_pool in draw.items()
        for pairing in of_pool.pairings
    ]
    drawn += [
        (_bye(event, pairing_round, pool, bye), ((bye.entry,),))
        for pool, of_pool in draw.items()
        for bye in of_pool.byes
    ]
    last = event.matches.aggregate(last=Max("number"))["last"] or 0
    for number, (match, _) in enumerate(drawn, start=last + 1):
        match.number = number
    boards = {board.number: board for board in event.boards.all()}
    for match, _ in drawn:
        match.board = boards.get(match.why.pop("board", None))
    Match.objects.bulk_create(match for match, _ in drawn)
    _write_sides(pairing_round, drawn)


def _match(
    event: Event,
    pairing_round: PairingRound,
    pool: Pool,
    pairing: values.Pairing[int],
    slots: Mapping[values.Pairing[int], str],
) -> Match:
    return Match(
        event=event,
        pairing_round=pairing_round,
        pool=pool,
        first=pairing.first,
        wave=pairing.wave,
        slot=slots.get(pairing, ""),
        why=asdict(pairing.why) | {"board": pairing.board},
    )


def _bye(
    event: Event, pairing_round: PairingRound, pool: Pool, bye: values.Bye[int]
) -> Match:
    return Match(
        event=event,
        pairing_round=pairing_round,
        pool=pool,
        state=Match.State.FINISHED,
        ending=Match.Ending.BYE,
        finished_at=timezone.now(),
        why=asdict(bye.why),
    )


def _write_sides(
    pairing_round: PairingRound,
    drawn: Sequence[tuple[Match, tuple[tuple[int, ...], ...]]],
) -> None:
    sides = MatchSide.objects.bulk_create(
        MatchSide(match=match, seat=seat)
        for match, entries in drawn
        for seat in range(len(entries))
    )
    sitting = dict(
        zip(sides, (each for _, entries in drawn for each in entries), strict=True)
    )
    SideEntry.objects.bulk_create(
        SideEntry(side=side, pairing_round=pairing_round, entry_id=entry)
        for side, entries in sitting.items()
        for entry in entries
    )
    line_ups: dict[int, list[EntryPlayer]] = {}
    everyone = [entry for entries in sitting.values() for entry in entries]
    for line in EntryPlayer.objects.filter(entry__in=everyone).order_by("number"):
        line_ups.setdefault(line.entry_id, []).append(line)
    SidePlayer.objects.bulk_create(
        SidePlayer(side=side, match=side.match, player_id=player, number=number)
        for side, entries in sitting.items()
        for number, player in enumerate(
            (line.player_id for e in entries for line in line_ups.get(e, ())), start=1
        )
    )


@transaction.atomic
def start_event(*, by: Who, event: Event) -> None:
    _enter_state(by, event, Event.State.RUNNING, "start_event")


@transaction.atomic
def finish_event(*, by: Who, event: Event) -> None:
    _enter_state(by, event, Event.State.FINISHED, "finish_event")


def _enter_state(by: Who, event: Event, state: Event.State, verb: str) -> None:
    if Event.objects.filter(pk=event.pk).exclude(state=state).update(state=state):
        event.state = state
        event.touch()
        record(by=by, verb=verb, club=event.club, event=event)
