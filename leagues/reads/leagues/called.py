"""What a league is called where several of its seasons are listed."""

from __future__ import annotations

from django.db.models import Max, Min

from leagues.models import League
from leagues.stages.next_season import years_added


def called(league: League) -> str:
    """Its name with the years of its first and last night, as in "Mondays 2026–27".

    Lists ask for leagues ``with_dates()``; otherwise this takes a query.
    """
    dates = vars(league)
    if "first_on" not in dates:
        dates = league.nights.aggregate(first_on=Min("on"), last_on=Max("on"))
    first, last = dates["first_on"], dates["last_on"]
    return years_added(league.name, first, last) if first and last else league.name
