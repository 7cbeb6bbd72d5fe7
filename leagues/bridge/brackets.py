"""A knockout stage's rows into its bracket, read the way the draw reads it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import assert_never

from django.utils.translation import gettext as _

from leagues.models import Entry, Match, MatchSide, Pool, PoolEntry, Stage
from leagues.pairing.bracket import (
    Bracket,
    LoserOf,
    Nobody,
    Seeded,
    Source,
    Spot,
    Status,
    WinnerOf,
    advance,
    final_places,
)
from leagues.pairing.double_knockout import double_knockout
from leagues.pairing.knockout import Placing, knockout
from leagues.pairing.page import PAGE

Format = Stage.Format

HAS_BRACKET = frozenset({Format.KNOCKOUT, Format.DOUBLE_KNOCKOUT, Format.PAGE})


@dataclass(frozen=True)
class BracketSide:
    """An entry, or in words who will sit there: "winner of Semi-final 1"."""

    entry: Entry | None
    coming: str
    side: MatchSide | None
    won: bool


@dataclass(frozen=True)
class BracketMatch:
    label: str
    sides: tuple[BracketSide, BracketSide]
    match: Match | None


@dataclass(frozen=True)
class DrawnBracket:
    """The bracket of one pool, step by step."""

    pool: Pool
    steps: tuple[tuple[BracketMatch, ...], ...]
    places: tuple[tuple[int, int, Entry], ...]


def has_bracket(stage: Stage) -> bool:
    return stage.format in HAS_BRACKET


def shape_of(stage: Stage, entries: int) -> Bracket:
    """Who feeds whom, for so many entries."""
    if stage.format == Format.DOUBLE_KNOCKOUT:
        return double_knockout(entries)
    if stage.format == Format.PAGE:
        return PAGE
    return knockout(entries, Placing[stage.options.get("placing", "bronze").upper()])


def brackets(stage: Stage) -> tuple[DrawnBracket, ...]:
    """The bracket of every pool of a knockout stage. A pool of one has nothing to play."""
    matches = list(
        Match.objects.filter(pairing_round__stage=stage).published().with_sides()
    )
    entries = _entries_by_seed(stage)
    return tuple(
        _drawn(stage, pool, seeded, [m for m in matches if m.pool_id == pool.pk])
        for pool, seeded in entries.items()
        if len(seeded) > 1
    )


def spots_of(pool: Pool) -> dict[str, Spot[int]]:
    """Every match of a pool's bracket as it stands now, by its slot."""
    places = PoolEntry.objects.filter(pool=pool)
    seeded = list(places.values_list("entry", flat=True))
    won = {
        match.slot: winner
        for match in Match.objects.filter(pool=pool).exclude(slot="").with_sides()
        if (winner := _winner(match))
    }
    return advance(shape_of(pool.stage, len(seeded)), seeded, won)


def _entries_by_seed(stage: Stage) -> dict[Pool, list[Entry]]:
    entries = Entry.objects.named().in_bulk(
        PoolEntry.objects.filter(stage=stage).values_list("entry", flat=True)
    )
    found: dict[Pool, list[Entry]] = {pool: [] for pool in stage.pools.all()}
    for place in PoolEntry.objects.filter(stage=stage).select_related("pool"):
        found[place.pool].append(entries[place.entry_id])
    return found


def _drawn(
    stage: Stage, pool: Pool, seeded: list[Entry], matches: Iterable[Match]
) -> DrawnBracket:
    shape = shape_of(stage, len(seeded))
    by_slot = {match.slot: match for match in matches if match.slot}
    numbers = [entry.pk for entry in seeded]
    by_number = {entry.pk: entry for entry in seeded}
    winners = {
        slot: winner for slot, match in by_slot.items() if (winner := _winner(match))
    }
    spots = advance(shape, numbers, winners)
    shown = [spot for spot in spots.values() if spot.status not in UNSHOWN]
    return DrawnBracket(
        pool=pool,
        steps=tuple(
            tuple(_shown(shape, spot, by_number, by_slot) for spot in of_one)
            for _step, of_one in groupby(shown, key=lambda spot: spot.slot.step)
        ),
        places=tuple(
            (place, last, by_number[number])
            for place, last, number in final_places(shape, numbers, winners)
        ),
    )


UNSHOWN = frozenset({Status.BYE, Status.NOT_NEEDED})


def _winner(match: Match) -> int | None:
    """The entry that won, once somebody has."""
    won = [side for side in match.sides.all() if side.seat == match.winner]
    return won[0].entries.all()[0].pk if won else None


def _shown(
    shape: Bracket,
    spot: Spot[int],
    entries: dict[int, Entry],
    by_slot: dict[str, Match],
) -> BracketMatch:
    match = by_slot.get(spot.slot.key)
    one, other = (
        _side(who, source, shape, entries, match)
        for who, source in zip(spot.sides, spot.slot.sources, strict=True)
    )
    return BracketMatch(spot.slot.label, (one, other), match)


def _side(
    who: int | Nobody,
    source: Source,
    shape: Bracket,
    entries: dict[int, Entry],
    match: Match | None,
) -> BracketSide:
    if isinstance(who, Nobody):
        return BracketSide(None, _in_words(source, shape), None, won=False)
    sides = match.sides.all() if match else ()
    sat = [side for side in sides if who in (entry.pk for entry in side.entries.all())]
    side = sat[0] if sat else None
    won = bool(match and side and match.winner == side.seat)
    return BracketSide(entries[who], "", side, won)


def _in_words(source: Source, shape: Bracket) -> str:
    match source:
        case Seeded(seed):
            return _("seed %(seed)s") % {"seed": seed}
        case WinnerOf(slot):
            return _("winner of %(match)s") % {"match": shape.by_key[slot].label}
        case LoserOf(slot):
            return _("loser of %(match)s") % {"match": shape.by_key[slot].label}
    assert_never(source)
