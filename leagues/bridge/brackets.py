"""A knockout stage's rows into its bracket, read the way the draw reads it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import assert_never

from django.utils.translation import gettext as _

from leagues.bridge.bracket_play import BracketPlay, bracket_plays
from leagues.models import Entry, Match, MatchSide, Pool, Stage
from leagues.pairing.bracket import (
    Bracket,
    LoserOf,
    Nobody,
    Seeded,
    Source,
    Spot,
    Status,
    WinnerOf,
)


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


def brackets(stage: Stage) -> tuple[DrawnBracket, ...]:
    """The bracket of every pool of a knockout stage. A pool of one has nothing to play."""
    plays = bracket_plays(stage)
    everyone = [entry for play in plays for entry in play.seeded]
    entries = Entry.objects.named().in_bulk(everyone)
    return tuple(_drawn(play, entries) for play in plays if len(play.seeded) > 1)


def _drawn(play: BracketPlay, entries: dict[int, Entry]) -> DrawnBracket:
    shown = [spot for spot in play.spots.values() if spot.status not in UNSHOWN]
    return DrawnBracket(
        pool=play.pool,
        steps=tuple(
            tuple(_shown(play.shape, spot, entries, play.matches) for spot in of_one)
            for _step, of_one in groupby(shown, key=lambda spot: spot.slot.step)
        ),
        places=tuple(
            (place, last, entries[number]) for place, last, number in play.places
        ),
    )


UNSHOWN = frozenset({Status.BYE, Status.NOT_NEEDED})


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
