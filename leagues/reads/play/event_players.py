"""The players of an event: where each is in the table, and where they play next."""

from collections.abc import Sequence
from typing import NamedTuple

from leagues.models import Entry, Event, Match, Stage
from leagues.models.matches import MatchQuerySet
from leagues.reads.advance.bracket_play import has_bracket
from leagues.reads.advance.finals import finals_of
from leagues.reads.leagues.kinds.ladder import ladder_in
from leagues.reads.people.rating_list import with_ratings
from leagues.reads.tables.portions import part_with
from leagues.reads.tables.scored import Scored
from leagues.reads.tables.tables import Table, TableLine, tables_of


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
    """Of the match that is called or played, else of the next one that has a board."""
    points: Scored | None
    """In the table of ``place``."""
    is_at_board: bool
    """Whether the match of ``board`` is called or played."""


def player_rows(event: Event, entries: Sequence[Entry]) -> list[EntrantRow]:
    places, boards = _places_now(event), _next_boards(event)
    return [
        EntrantRow(entry, ratings, pool, place, board, points, is_at_board)
        for entry, ratings in with_ratings(event, entries)
        for pool, place, points in [places.get(entry.pk, ("", None, None))]
        for board, is_at_board in [boards.get(entry.pk, (None, False))]
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


def _next_boards(event: Event) -> dict[int, tuple[int, bool]]:
    """Each entry's board and whether its match there is called or played, by entry id, in one
    query.
    """
    waiting = event.matches.published().unfinished().exclude(board=None)
    found = waiting.order_by("-pairing_round", "-wave", "-number").exclude(sides__entries=None)
    boards = [
        (entry, (board, state != Match.State.PLANNED))
        for entry, board, state in found.values_list("sides__entries", "board__number", "state")
    ]
    return dict(sorted(boards, key=lambda row: row[1][1]))


class Standing(NamedTuple):
    table: Table | None = None
    line: TableLine | None = None
    part: int = 0
    """The portion of a large table with this line."""


def standing_of(entry: Entry, *, with_needs: bool) -> Standing:
    """The place of an entry in its last stage with tables; empty before the first game, and on a
    ladder.
    """
    stages = Stage.objects.filter(event=entry.event, pools__entries=entry).order_by("-number")
    last = next((each for each in stages if not has_bracket(each)), None)
    if last is None or ladder_in(entry.event):
        return Standing()
    tables = tables_of(last, with_needs=with_needs)
    for table in tables:
        for line in table.lines:
            if line.entry == entry and table.has_begun:
                return Standing(table, line, part_with(tables, entry))
    return Standing()


def matches_in_order(entry: Entry) -> MatchQuerySet:
    """The published matches of an entry, as they are played."""
    found = Match.objects.published().filter(sides__entries=entry)
    return found.order_by("pairing_round__stage__number", "pairing_round__number", "number")


def next_of(matches: Sequence[Match]) -> Match | None:
    """The match at a board, else the first unfinished one."""
    ahead = [match for match in matches if match.state != Match.State.FINISHED]
    at_a_board = [match for match in ahead if match.state != Match.State.PLANNED]
    return next(iter(at_a_board or ahead), None)
