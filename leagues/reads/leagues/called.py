"""What a league is called where several of its seasons are listed."""

from django.db.models import Max, Min

from leagues.models import League
from leagues.stages.next_season import YEARS, years_added


def called(league: League) -> str:
    """Its name with the years of its first and last night, as in "Mondays 2026–27".

    Lists ask for leagues ``with_dates()``; otherwise this takes a query.
    """
    dates = vars(league)
    if "first_on" not in dates:
        dates = league.nights.aggregate(first_on=Min("on"), last_on=Max("on"))
    first, last = dates["first_on"], dates["last_on"]
    return years_added(league.name, first, last) if first and last else league.name


def season_beside(league: League) -> str:
    """The name of the club's season, to show beside ``called``; "" where it would repeat the
    years or the name."""
    name = league.season.name if league.season else ""
    return "" if YEARS.fullmatch(name) or name in called(league) else name
