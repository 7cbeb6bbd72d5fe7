"""Names of leagues for lists that contain several seasons."""

from django.db.models import Max, Min

from leagues.models import League
from leagues.stages.next_season import YEARS, years_added


def name_with_years(league: League) -> str:
    """The league's name with the years of the club's season, or else of its first and last night,
    such as "Mondays 2026–27".

    Without ``with_dates()`` on the queryset this takes one query.
    """
    if league.season and YEARS.fullmatch(league.season.name):
        return league.name if YEARS.search(league.name) else f"{league.name} {league.season.name}"
    dates = vars(league)
    if "first_on" not in dates:
        dates = league.nights.aggregate(first_on=Min("on"), last_on=Max("on"))
    first, last = dates["first_on"], dates["last_on"]
    return years_added(league.name, first, last) if first and last else league.name


def season_beside(league: League) -> str:
    """The name of the club's season, to show beside the name of the league; "" if it would only
    repeat the years or the name.
    """
    name = league.season.name if league.season else ""
    return "" if YEARS.fullmatch(name) or name in name_with_years(league) else name
