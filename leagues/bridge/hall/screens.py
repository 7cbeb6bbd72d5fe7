"""What a screen on the wall shows, put together for a hall that reads it from the back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from leagues.bridge.hall.desk import BoardCard, desk_of
from leagues.bridge.knockout.bracket_play import has_bracket
from leagues.bridge.knockout.brackets import (
    BracketMatch,
    DrawnColumn,
    DrawnTree,
    brackets,
)
from leagues.bridge.standing.finals import Placed, podium
from leagues.bridge.standing.tables import Table, tables
from leagues.models import (
    Entry,
    Event,
    Match,
    PairingRound,
    Pool,
    Screen,
    Stage,
    Surface,
)

READABLE = 8  # matches of a bracket, one above the other
NAMED_FOR = timedelta(seconds=15)
# A screen that has not asked for so long is not connected.
GONE_AFTER = timedelta(seconds=60)


class View(StrEnum):
    """What a screen can show."""

    AUTO = "auto"
    PAIRINGS = "pairings"
    BOARDS = "boards"
    STANDINGS = "standings"
    BRACKET = "bracket"
    CLOCK = "clock"
    PODIUM = "podium"
    WORDS = "words"
    BLANK = "blank"


VIEW_WORDS = {
    View.AUTO: _("What fits now"),
    View.PAIRINGS: _("Who meets whom"),
    View.BOARDS: _("Boards"),
    View.STANDINGS: _("Standings"),
    View.BRACKET: _("Bracket"),
    View.CLOCK: _("Round clock"),
    View.PODIUM: _("Podium"),
    View.WORDS: _("Words of your own"),
    View.BLANK: _("Nothing"),
}


@dataclass(frozen=True)
class Shows:
    """What the desk chose for a screen, as it is kept."""

    view: View = View.AUTO
    theme: str = ""
    words: str = ""
    named_at: str = ""


def shows_of(screen: Screen) -> Shows:
    kept: dict[str, Any] = screen.shows
    return Shows(**{**kept, "view": View(kept.get("view", View.AUTO))})


@dataclass(frozen=True)
class Remote:
    """A screen as its remote at the desk sees it."""

    screen: Screen
    view: View
    is_gone: bool

    @property
    def says(self) -> str:
        return str(VIEW_WORDS[self.view])


def remotes(event: Event, now: datetime) -> list[Remote]:
    return [
        Remote(
            screen,
            shows_of(screen).view,
            screen.seen_at is None or screen.seen_at < now - GONE_AFTER,
        )
        for screen in event.screens.paired()
    ]


@dataclass(frozen=True)
class Seat:
    """Where somebody plays: a line of the list by surname."""

    name: str
    match: Match
    with_: str
    against: str


@dataclass(frozen=True)
class WallTree:
    """The part of a bracket that can be read across a hall."""

    pool: Pool
    tree: DrawnTree
    columns: tuple[DrawnColumn, ...]


@dataclass(frozen=True)
class Wall:
    """One screenful of facts, or several that are turned over like pages."""

    view: View
    event: Event
    round: PairingRound | None = None
    seats: tuple[Seat, ...] = ()
    boards: tuple[BoardCard, ...] = ()
    stage: Stage | None = None
    tables: tuple[Table, ...] = ()
    trees: tuple[WallTree, ...] = ()
    ties: tuple[BracketMatch, ...] = ()
    """What is still to be played in columns too long for the picture."""
    podium: tuple[Placed, ...] = ()
    clock: PairingRound | None = None
    words: str = ""


def wall_of(event: Event, shows: Shows) -> Wall:
    """What this screen shows now, in a number of queries that never grows."""
    current = round_on(event)
    view = shows.view if shows.view is not View.AUTO else what_fits(event, current)
    facts: dict[str, Any] = {"round": current, "clock": clock_of(event)}
    if view is View.PAIRINGS:
        facts["seats"] = tuple(seats(current)) if current else ()
    elif view is View.BOARDS:
        facts["boards"] = tuple(b for b in desk_of(event).boards if b.here or b.follows)
    elif view is View.STANDINGS:
        facts |= _standings(event)
    elif view is View.BRACKET:
        facts |= _brackets(event)
    elif view is View.PODIUM:
        facts["podium"] = podium(event)
    elif view is View.WORDS:
        facts["words"] = shows.words
    return Wall(view, event, **facts)


def round_on(event: Event) -> PairingRound | None:
    """The pairing round people look for: the one being played, else the next one."""
    rounds = PairingRound.objects.of(event).published()
    begun = rounds.begun().last()
    if begun is None:
        return rounds.first()
    if begun.matches.unfinished().exists():
        return begun
    return rounds.after(begun).first() or begun


def what_fits(event: Event, current: PairingRound | None) -> View:
    """Pairings when they are out, boards while they are played, the table in between."""
    if event.state == Event.State.FINISHED:
        return View.PODIUM
    if current is None:
        return View.WORDS
    open_matches = current.matches.unfinished()
    if not open_matches.exists():
        return View.BRACKET if has_bracket(current.stage) else View.STANDINGS
    if (
        current.matches.at_a_board().exists()
        or current.matches.last_finished().exists()
    ):
        return View.BOARDS
    return View.PAIRINGS


def clock_of(event: Event) -> PairingRound | None:
    """The pairing round still played whose clock was started last and not taken down."""
    rounds = PairingRound.objects.of(event).published()
    running = rounds.exclude(clock_ends_at=None, clock_left=None)
    return running.filter(matches__in=Match.objects.unfinished()).distinct().last()


def seats(pairing_round: PairingRound) -> Iterator[Seat]:
    """Everybody of a pairing round by surname, each with board and opponents."""
    matches = pairing_round.matches.with_sides()
    found = []
    for match in matches:
        sides = list(match.sides.all())
        for side in sides:
            against = [other for other in sides if other.seat != side.seat]
            entries = list(side.entries.all())
            found += [
                (
                    _by_surname(entry),
                    Seat(
                        name=entry.shown_on(Surface.WALL),
                        match=match,
                        with_=" & ".join(
                            each.shown_on(Surface.WALL)
                            for each in entries
                            if each != entry
                        ),
                        against=", ".join(
                            each.shown_on(Surface.WALL) for each in against
                        ),
                    ),
                )
                for entry in entries
            ]
    return (seat for _key, seat in sorted(found, key=lambda line: line[0]))


def _by_surname(entry: Entry) -> tuple[str, str]:
    """Where a name is looked for in a list: under the surname, unless it is not shown."""
    name = entry.shown_on(Surface.WALL)
    family = entry.people[0].family_name if entry.people and not entry.name else ""
    known = family if family and family in name else ""
    return (known or name).casefold(), name.casefold()


def _standings(event: Event) -> dict[str, Any]:
    """The tables of the stage that was seated last and has any."""
    seated = event.stages.filter(pools__isnull=False).distinct()
    with_tables = [stage for stage in seated if not has_bracket(stage)]
    if not with_tables:
        return {}
    stage = with_tables[-1]
    return {"stage": stage, "tables": tables(stage, Surface.WALL)}


def _brackets(event: Event) -> dict[str, Any]:
    seated = event.stages.filter(pools__isnull=False).distinct()
    knockouts = [stage for stage in seated if has_bracket(stage)]
    if not knockouts:
        return {}
    drawn = [
        (each.pool, tree) for each in brackets(knockouts[-1]) for tree in each.trees
    ]
    return {
        "stage": knockouts[-1],
        "trees": tuple(
            WallTree(pool, tree, columns)
            for pool, tree in drawn
            if (columns := tuple(filter(_is_short, tree.columns)))
        ),
        "ties": tuple(
            cell.match
            for _pool, tree in drawn
            for column in tree.columns
            if not _is_short(column)
            for cell in column.cells
            if cell.match and not _is_over(cell.match)
        ),
    }


def _is_short(column: DrawnColumn) -> bool:
    return len(column.cells) <= READABLE


def _is_over(tie: BracketMatch) -> bool:
    return tie.match is not None and tie.match.state == Match.State.FINISHED


def names_itself(shows: Shows) -> bool:
    """Whether the desk has asked a moment ago which screen is which."""
    if not shows.named_at:
        return False
    return timezone.now() < datetime.fromisoformat(shows.named_at) + NAMED_FOR
