"""The players of an event: where each is in the table, and where they play next."""

from collections.abc import Sequence
from typing import NamedTuple

from leagues.models import Entry, Event
from leagues.reads.advance.bracket_play import has_bracket
from leagues.reads.advance.finals import finals_of
from leagues.reads.people.rating_list import with_ratings
from leagues.reads.tables.scored import Scored
from leagues.reads.tables.tables import tables_of


class EntrantRow(NamedTuple):
    entry: Entry
    ratings: str
    pool: str
    """Of ``place``; "" if there is only one, and of a finished event."""
    place: int | None
    """In the last stage with tables, of a finished event in its final order; None before the first
    game.
    """
    board: int | None
    """Of the next match that has one."""
    points: Scored | None
    """In the table of ``place``."""


def player_rows(event: Event, entries: Sequence[Entry]) -> list[EntrantRow]:
    places, boards = _places_now(event), _next_boards(event)
    return [
        EntrantRow(entry, ratings, pool, place, boards.get(entry.pk), points)
        for entry, ratings in with_ratings(event, entries)
        for pool, place, points in [places.get(entry.pk, ("", None, None))]
    ]


def _places_now(event: Event) -> dict[int, tuple[str, int, Scored | None]]:
    """The pool, place and points of each entry in the last stage with tables, by entry id."""
    if event.state == Event.State.FINISHED:
        return {each.entry.pk: ("", each.place, None) for each in finals_of(event).places}
    stages = event.stages.filter(pools__isnull=False).distinct()
    tabled = [stage for stage in stages if not has_bracket(stage)]
    tables = tables_of(tabled[-1]) if tabled else ()
    return {
        line.entry.pk: (table.pool.name if len(tables) > 1 else "", line.row.place, line.points)
        for table in tables
        for line in table.lines
        if line.row.games
    }


def _next_boards(event: Event) -> dict[int, int]:
    """The board number of each entry's next match that has one, by entry id, in one query."""
    waiting = event.matches.published().unfinished().exclude(board=None)
    found = waiting.order_by("-pairing_round", "-wave", "-number").exclude(sides__entries=None)
    return dict(found.values_list("sides__entries", "board__number"))
