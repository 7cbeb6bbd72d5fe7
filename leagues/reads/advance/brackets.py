"""Brackets of a knockout stage, prepared for pages and printouts."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import assert_never

from django.utils.translation import gettext as _

from leagues.models import Entry, Match, MatchSide, Pool, Stage
from leagues.pairing.bracket import EmptySide, LoserOf, Seeded, SlotStatus, Source, Spot, WinnerOf
from leagues.reads.advance.bracket_play import BracketPlay, PlaceTaken, bracket_plays
from leagues.reads.advance.bracket_trees import Cell, Joins, Tree, trees_of
from leagues.reads.advance.finals import STEPS
from leagues.say import say
from scoring.text import Joined, Listing


@dataclass(frozen=True)
class BracketSide:
    """One side of a match: an entry, or a text such as "winner of Semi-final 1"."""

    entry: Entry | None
    coming: str
    side: MatchSide | None
    won: bool
    possible: tuple[Entry, ...] = ()
    """The two entries who play for this seat, once both are known."""
    seed: int = 0
    """The entry's seed in this bracket, from 1; 0 if the entry is not known yet."""
    holder: PlaceTaken | None = None


@dataclass(frozen=True)
class BracketMatch:
    key: str
    label: str
    sides: tuple[BracketSide, BracketSide]
    match: Match | None
    winner_to: str = ""
    loser_to: str = ""

    @property
    def seated(self) -> list[MatchSide]:
        """The sides of the match, or an empty list before it exists."""
        return [each.side for each in self.sides if each.side]


@dataclass(frozen=True)
class DrawnCell:
    """A cell of a drawn column: a match, an entry with a bye (``through``), or empty space."""

    match: BracketMatch | None
    joins: str
    has_feeds: bool
    through: BracketSide | None = None


@dataclass(frozen=True)
class DrawnColumn:
    title: str
    cells: tuple[DrawnCell, ...]
    is_on: bool = False
    """True for the first column with a match that is not finished."""

    @property
    def is_played(self) -> bool:
        matches = [cell.match.match for cell in self.cells if cell.match]
        return all(m is not None and m.state == Match.State.FINISHED for m in matches)


@dataclass(frozen=True)
class DrawnTree:
    """A tree of the bracket, column by column."""

    title: str
    columns: tuple[DrawnColumn, ...]


@dataclass(frozen=True)
class DrawnBracket:
    """The bracket of one pool, as a list of steps in order of time and as trees."""

    pool: Pool
    steps: tuple[tuple[BracketMatch, ...], ...]
    trees: tuple[DrawnTree, ...]
    places: tuple[tuple[int, int, Entry], ...]

    @property
    def has_holders(self) -> bool:
        """True if a place that leads here is named by who is in it at present."""
        return any(side.holder for step in self.steps for match in step for side in match.sides)

    @property
    def has_winner(self) -> bool:
        return any(first == 1 for first, _last, _entry in self.places)

    @property
    def podium(self) -> list[tuple[int, int, Entry]]:
        """The places that have a step once the winner is known."""
        return [each for each in self.places if self.has_winner and each[0] <= STEPS]

    @property
    def other_places(self) -> list[tuple[int, int, Entry]]:
        return [each for each in self.places if each not in self.podium]


def drawn_brackets(stage: Stage) -> tuple[DrawnBracket, ...]:
    """Read the bracket of every pool of a knockout stage. Pools of one entry are left out."""
    plays = bracket_plays(stage)
    everyone = [entry for play in plays for entry in play.seeded]
    entries = Entry.objects.named().in_bulk(everyone)
    return tuple(draw_bracket(play, entries) for play in plays if len(play.seeded) > 1)


def draw_bracket(play: BracketPlay, entries: dict[int, Entry]) -> DrawnBracket:
    """Draw the bracket of a pool; a seed without an entry is shown as ``play.coming`` calls it."""
    drawing = _Drawing(play, entries)
    shown = drawing.matches
    slots = [slot for slot in play.shape.slots if slot.key in shown]
    return DrawnBracket(
        pool=play.pool,
        steps=tuple(
            tuple(shown[slot.key] for slot in of_one)
            for _step, of_one in groupby(slots, key=lambda slot: slot.step)
        ),
        trees=tuple(
            drawn for tree in trees_of(play.shape) if (drawn := drawing.tree(tree)).columns
        ),
        places=tuple((place, last, entries[number]) for place, last, number in play.places),
    )


def _column_title(column: Sequence[Cell]) -> str:
    """The title of a column: the name its matches share, such as "Quarter-final" or "Round of 16",
    or else their labels.
    """
    slots = [cell.slot for cell in column if cell.slot]
    headings = {slot.heading for slot in slots}
    heading = headings.pop() if len(headings) == 1 and len(slots) > 1 else None
    if heading is not None:
        return say(heading)
    return say(Listing(tuple(slot.label for slot in slots), Joined.COMMA))


def _goes_through(spot: Spot[int]) -> bool:
    """True if the slot is a bye: one side is absent and the other advances."""
    return spot.sides.count(EmptySide.ABSENT) == 1 and spot.status is not SlotStatus.NOT_NEEDED


class _Drawing:
    """Builds the matches and byes of a bracket once, for both its list and its trees."""

    def __init__(self, play: BracketPlay, entries: Mapping[int, Entry]) -> None:
        self.play, self.entries, self.shape = play, entries, play.shape
        self.matches = {
            key: self._match(spot)
            for key, spot in play.spots.items()
            if EmptySide.ABSENT not in spot.sides and spot.status is not SlotStatus.NOT_NEEDED
        }
        self.byes = {
            key: self._through(spot) for key, spot in play.spots.items() if _goes_through(spot)
        }

    def tree(self, tree: Tree) -> DrawnTree:
        """Draw a tree. Columns at either end that contain only byes are left out."""
        played = [
            at
            for at, column in enumerate(tree.columns)
            if any(cell.slot and cell.slot.key in self.matches for cell in column)
        ]
        kept = tree.columns[played[0] : played[-1] + 1] if played else ()
        keys = {cell.slot.key for column in kept for cell in column if cell.slot}
        there = keys & (self.matches.keys() | self.byes.keys())
        columns = tuple(
            DrawnColumn(_column_title(column), tuple(self._cell(cell, there) for cell in column))
            for column in kept
        )
        on = next((at for at, each in enumerate(columns) if not each.is_played), len(columns) - 1)
        return DrawnTree(
            columns[-1].title if columns else "",
            tuple(replace(each, is_on=at == on) for at, each in enumerate(columns)),
        )

    def _cell(self, cell: Cell, there: Container[str]) -> DrawnCell:
        """Draw a cell. Lines are drawn only to cells that exist."""
        if cell.slot is None:
            return DrawnCell(None, Joins.LAST, has_feeds=False)
        onward = self.shape.goes_to(WinnerOf(cell.slot.key))
        comes_from = [s.slot for s in cell.slot.sources if isinstance(s, WinnerOf)]
        return DrawnCell(
            self.matches.get(cell.slot.key),
            cell.joins if onward and onward.key in there else Joins.LAST,
            has_feeds=cell.has_feeds and any(key in there for key in comes_from),
            through=self.byes.get(cell.slot.key),
        )

    def _match(self, spot: Spot[int]) -> BracketMatch:
        key = spot.slot.key
        match = self.play.matches.get(key)
        one, other = (
            self._side(who, source, match)
            for who, source in zip(spot.sides, spot.slot.sources, strict=True)
        )
        return BracketMatch(
            key=key,
            label=say(spot.slot.label),
            sides=(one, other),
            match=match,
            winner_to=self._next_match(WinnerOf(key)),
            loser_to=self._next_match(LoserOf(key)),
        )

    def _through(self, spot: Spot[int]) -> BracketSide:
        pairs = zip(spot.sides, spot.slot.sources, strict=True)
        who, source = next(pair for pair in pairs if pair[0] is not EmptySide.ABSENT)
        return self._side(who, source, None)

    def _next_match(self, source: Source) -> str:
        """The label of the next match after a result, skipping byes; "" if there is none."""
        slot = self.shape.goes_to(source)
        while slot and _goes_through(self.play.spots[slot.key]):
            slot = self.shape.goes_to(WinnerOf(slot.key))
        unseen = not slot or self.play.spots[slot.key].status is SlotStatus.NOT_NEEDED
        return "" if slot is None or unseen else say(slot.label)

    def _side(self, who: int | EmptySide, source: Source, match: Match | None) -> BracketSide:
        if isinstance(who, EmptySide) or who not in self.entries:
            return BracketSide(
                entry=None,
                coming=self._in_words(source),
                side=None,
                won=False,
                possible=self._possible(source),
                holder=self.play.holders[source.seed - 1] if isinstance(source, Seeded) else None,
            )
        sides = match.sides.all() if match else ()
        sat = [side for side in sides if who in (entry.pk for entry in side.entry_list)]
        side = sat[0] if sat else None
        won = bool(match and side and match.winner == side.seat)
        seed = self.play.seeded.index(who) + 1
        return BracketSide(self.entries[who], "", side, won, seed=seed)

    def _possible(self, source: Source) -> tuple[Entry, ...]:
        """The two entries of the match a side comes from; empty if either is unknown."""
        match source:
            case WinnerOf(slot) | LoserOf(slot):
                sides = self.play.spots[slot].sides
                known = [
                    self.entries[who]
                    for who in sides
                    if isinstance(who, int) and who in self.entries
                ]
                return tuple(known) if len(known) == 2 else ()
        return ()

    def _in_words(self, source: Source) -> str:
        """Describe the source of a side: a seed, or the winner or loser of a match. Byes are
        skipped.
        """
        match source:
            case Seeded(seed):
                return self.play.coming[seed - 1]
            case WinnerOf(slot) if _goes_through(self.play.spots[slot]):
                spot = self.play.spots[slot]
                absent = spot.sides.index(EmptySide.ABSENT)
                return self._in_words(spot.slot.sources[1 - absent])
            case WinnerOf(slot):
                return _("winner of %(match)s") % {"match": say(self.shape.by_key[slot].label)}
            case LoserOf(slot):
                return _("loser of %(match)s") % {"match": say(self.shape.by_key[slot].label)}
        assert_never(source)
