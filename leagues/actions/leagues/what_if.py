"""What an act would change in the tables of leagues: it is tried, looked at, and given up."""

from collections.abc import Callable, Iterable

from django.db import transaction

from leagues.models import Event, League
from leagues.reads.leagues.table.moves import TableMove, table_moves
from leagues.reads.leagues.table.night_results import forget
from leagues.reads.leagues.table.season import season_of
from leagues.reads.results.consequences import Consequences, consequences
from leagues.reads.results.what_if import read, stands


def what_if(
    leagues: Iterable[League], do: Callable[[], object]
) -> dict[League, tuple[TableMove, ...]]:
    """Who would move in each of these tables; a ``Refused`` where it cannot be done.

    The table of dated matches is that of an event, which nothing done to a league moves.
    """
    leagues = list(leagues)
    before = {each: season_of(each) for each in leagues if not each.has_dated_matches}
    with transaction.atomic():
        try:
            do()
            after = {league: season_of(League.objects.get(pk=league.pk)) for league in before}
        finally:
            forget()  # while the events' rows are locked: their revisions come to be again
            transaction.set_rollback(True)
    for league in leagues:
        league.refresh_from_db()  # the act may have changed what it was given
    moves = {league: table_moves(season, after[league]) for league, season in before.items()}
    return {league: moves.get(league, ()) for league in leagues}


def event_what_if(event: Event, do: Callable[[], object]) -> Consequences:
    """The same for the event of a league: what would follow in its tables."""
    before = stands(read(event))
    with transaction.atomic():
        try:
            do()
            after = stands(read(Event.objects.get(pk=event.pk)))
        finally:
            transaction.set_rollback(True)
    return consequences(before, after)
