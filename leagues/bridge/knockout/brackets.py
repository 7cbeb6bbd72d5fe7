"""A knockout stage's rows into its bracket, read the way the draw reads it."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import assert_never

from django.utils.translation import gettext as _

from leagues.bridge.knockout.bracket_play import BracketPlay, bracket_plays
from leagues.bridge.knockout.bracket_trees import Cell, Tree, trees
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
    key: str
    label: str
    sides: tuple[BracketSide, BracketSide]
    match: Match | None
    winner_to: str = ""
    loser_to: str = ""


@dataclass(frozen=True)
class DrawnCell:
    """A match where it stands in its tree, or the room of one that nobody plays."""

    match: BracketMatch | None
    joins: str
    has_feeds: bool


@dataclass(frozen=True)
class DrawnColumn:
    title: str
    cells: tuple[DrawnCell, ...]


@dataclass(frozen=True)
class DrawnTree:
    """What winners go on in, column by column."""

    title: str
    columns: tuple[DrawnColumn, ...]


@dataclass(frozen=True)
class DrawnBracket:
    """The bracket of one pool: step by step in time, and as trees for the eye."""

    pool: Pool
    steps: tuple[tuple[BracketMatch, ...], ...]
    trees: tuple[DrawnTree, ...]
    places: tuple[tuple[int, int, Entry], ...]


def brackets(stage: Stage) -> tuple[DrawnBracket, ...]:
    """The bracket of every pool of a knockout stage. A pool of one has nothing to play."""
    plays = bracket_plays(stage)
    everyone = [entry for play in plays for entry in play.seeded]
    entries = Entry.objects.named().in_bulk(everyone)
    return tuple(_drawn(play, entries) for play in plays if len(play.seeded) > 1)


def _drawn(play: BracketPlay, entries: dict[int, Entry]) -> DrawnBracket:
    there = {k: spot for k, spot in play.spots.items() if spot.status not in UNSHOWN}
    shown = {
        key: _shown(play.shape, spot, entries, play.matches, there)
        for key, spot in there.items()
    }
    slots = [slot for slot in play.shape.slots if slot.key in shown]
    return DrawnBracket(
        pool=play.pool,
        steps=tuple(
            tuple(shown[slot.key] for slot in of_one)
            for _step, of_one in groupby(slots, key=lambda slot: slot.step)
        ),
        trees=tuple(
            drawn for tree in trees(play.shape) if (drawn := _tree(tree, shown)).columns
        ),
        places=tuple(
            (place, last, entries[number]) for place, last, number in play.places
        ),
    )


def _tree(tree: Tree, shown: Mapping[str, BracketMatch]) -> DrawnTree:
    """Columns in which nobody plays, because all had a bye, are left out."""
    columns = [
        DrawnColumn(_title(column), tuple(_cell(cell, shown) for cell in column))
        for column in tree.columns
    ]
    played = tuple(each for each in columns if any(cell.match for cell in each.cells))
    return DrawnTree(played[-1].title if played else "", played)


def _cell(cell: Cell, shown: Mapping[str, BracketMatch]) -> DrawnCell:
    if cell.slot is None:
        return DrawnCell(None, cell.joins, has_feeds=False)
    comes_from = [
        source.slot for source in cell.slot.sources if isinstance(source, WinnerOf)
    ]
    return DrawnCell(
        shown.get(cell.slot.key),
        cell.joins,
        has_feeds=cell.has_feeds and any(key in shown for key in comes_from),
    )


def _title(column: Sequence[Cell]) -> str:
    """What the matches of a column have in common: "Quarter-final", "Round of 16"."""
    labels = [cell.slot.label for cell in column if cell.slot]
    stems = {label.rstrip(DIGITS).removesuffix(", match") for label in labels}
    return stems.pop() if len(labels) > 1 and len(stems) == 1 else ", ".join(labels)


DIGITS = "0123456789 "
UNSHOWN = frozenset({Status.BYE, Status.NOT_NEEDED})


def _shown(
    shape: Bracket,
    spot: Spot[int],
    entries: dict[int, Entry],
    by_slot: dict[str, Match],
    there: Container[str],
) -> BracketMatch:
    match = by_slot.get(spot.slot.key)
    one, other = (
        _side(who, source, shape, entries, match)
        for who, source in zip(spot.sides, spot.slot.sources, strict=True)
    )
    key = spot.slot.key
    winner, loser = shape.goes_to(WinnerOf(key)), shape.goes_to(LoserOf(key))
    return BracketMatch(
        key=key,
        label=spot.slot.label,
        sides=(one, other),
        match=match,
        winner_to=winner.label if winner and winner.key in there else "",
        loser_to=loser.label if loser and loser.key in there else "",
    )


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
