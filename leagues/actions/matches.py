"""Writing drawn matches as rows: who sits where, who sits out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from itertools import chain, count

from django.db.models import Max
from django.utils import timezone

from leagues.models import (
    EntryPlayer,
    Event,
    Match,
    MatchSide,
    PairingRound,
    Pool,
    SideEntry,
    SidePlayer,
)
from leagues.pairing import values

Draw = Mapping[Pool, values.PairingRound[int]]
Sides = tuple[tuple[int, ...], ...]


def write_matches(
    event: Event,
    pairing_round: PairingRound,
    draw: Draw,
    slots: Mapping[values.Pairing[int], str],
) -> None:
    """The matches of a pairing round, pool by pool, numbered on from the event's last.

    ``slots`` names the places in a bracket that the pairings fill.
    """
    write_rounds(event, [(pairing_round, draw)], slots)


def write_rounds(
    event: Event,
    rounds: Iterable[tuple[PairingRound, Draw]],
    slots: Mapping[values.Pairing[int], str] | None = None,
    *,
    numbers: Iterable[int] = (),
    bye_points: int = 0,
) -> None:
    """The matches of many pairing rounds at once, so that all of them cost as much as one.

    A bye is a match of one side that is over before it begins, and may pay points.
    ``numbers`` are free again and taken first.
    """
    drawn = [
        made
        for pairing_round, draw in rounds
        for made in _round(event, pairing_round, draw, slots or {})
    ]
    last = event.matches.aggregate(last=Max("number"))["last"] or 0
    for (match, _), number in zip(
        drawn, chain(sorted(numbers), count(last + 1)), strict=False
    ):
        match.number = number
    boards = {board.number: board for board in event.boards.all()}
    for match, _ in drawn:
        match.board = boards.get(match.why.pop("board", None))
    Match.objects.bulk_create(match for match, _ in drawn)
    write_sides(drawn, bye_points)


def _round(
    event: Event,
    pairing_round: PairingRound,
    draw: Draw,
    slots: Mapping[values.Pairing[int], str],
) -> list[tuple[Match, Sides]]:
    playing: list[tuple[Match, Sides]] = [
        (_match(event, pairing_round, pool, pairing, slots), tuple(pairing.sides))
        for pool, of_pool in draw.items()
        for pairing in of_pool.pairings
    ]
    return playing + [
        (_bye(event, pairing_round, pool, bye), ((bye.entry,),))
        for pool, of_pool in draw.items()
        for bye in of_pool.byes
    ]


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


def write_sides(drawn: Sequence[tuple[Match, Sides]], bye_points: int = 0) -> None:
    """Who sits at each match, and the people behind them."""
    sides = MatchSide.objects.bulk_create(
        MatchSide(match=match, seat=seat, points=bye_points if len(entries) == 1 else 0)
        for match, entries in drawn
        for seat in range(len(entries))
    )
    sitting = dict(
        zip(sides, (each for _, entries in drawn for each in entries), strict=True)
    )
    SideEntry.objects.bulk_create(
        SideEntry(
            side=side, pairing_round_id=side.match.pairing_round_id, entry_id=entry
        )
        for side, entries in sitting.items()
        for entry in entries
    )
    line_ups: dict[int, list[EntryPlayer]] = {}
    everyone = {entry for entries in sitting.values() for entry in entries}
    for line in EntryPlayer.objects.filter(entry__in=everyone).order_by("number"):
        line_ups.setdefault(line.entry_id, []).append(line)
    SidePlayer.objects.bulk_create(
        SidePlayer(side=side, match=side.match, player_id=player, number=number)
        for side, entries in sitting.items()
        for number, player in enumerate(
            (line.player_id for e in entries for line in line_ups.get(e, ())), start=1
        )
    )
