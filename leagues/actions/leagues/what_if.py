"""What an act would change in the tables of leagues: it is tried, looked at, and given up."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.db import transaction

from leagues.models import League
from leagues.reads.leagues.moves import TableMove, table_moves
from leagues.reads.leagues.night_results import forget
from leagues.reads.leagues.season import season_of


def what_if(
    leagues: Iterable[League], do: Callable[[], object]
) -> dict[League, tuple[TableMove, ...]]:
    """Who would move in each of these tables; a ``Refused`` where it cannot be done."""
    before = {league: season_of(league) for league in leagues}
    with transaction.atomic():
        try:
            do()
            after = {
                league: season_of(League.objects.get(pk=league.pk)) for league in before
            }
        finally:
            forget()  # while the events' rows are locked: their revisions come to be again
            transaction.set_rollback(True)
    for league in before:
        league.refresh_from_db()  # the act may have changed what it was given
    return {
        league: table_moves(season, after[league]) for league, season in before.items()
    }
