"""Preview how an act would change the tables of leagues: run it, compare, and roll back."""

from collections.abc import Callable, Iterable

from django.db import transaction

from leagues.models import Event, League
from leagues.reads.leagues.table.night_results import forget_results
from leagues.reads.leagues.table.season import season_of
from leagues.reads.leagues.table.table_moves import TableMove, table_moves
from leagues.reads.results.consequences import Consequences, consequences_of
from leagues.reads.results.what_if import read_draws, state_of_event


def what_if(
    leagues: Iterable[League], do: Callable[[], object]
) -> dict[League, tuple[TableMove, ...]]:
    """The changes of place in each league's table if ``do`` ran; raises its ``Refused``.

    Empty for leagues of dated matches: their table belongs to an event, which acts on a league
    don't change.
    """
    leagues = list(leagues)
    before = {each: season_of(each) for each in leagues if not each.has_dated_matches}
    with transaction.atomic():
        try:
            do()
            after = {league: season_of(League.objects.get(pk=league.pk)) for league in before}
        finally:
            forget_results()  # while the rows are locked, because these revisions will be used again
            transaction.set_rollback(True)
    for league in leagues:
        league.refresh_from_db()  # the act may have changed the objects it was given
    moves = {league: table_moves(season, after[league]) for league, season in before.items()}
    return {league: moves.get(league, ()) for league in leagues}


def event_what_if(event: Event, do: Callable[[], object]) -> Consequences:
    """The changes in the tables of one event if ``do`` ran."""
    before = state_of_event(read_draws(event))
    with transaction.atomic():
        try:
            do()
            after = state_of_event(read_draws(Event.objects.get(pk=event.pk)))
        finally:
            transaction.set_rollback(True)
    return consequences_of(before, after)
