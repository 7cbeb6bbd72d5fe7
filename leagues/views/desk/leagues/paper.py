"""Printouts of a league: the page that lists them, week sheets, the table, certificates."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from leagues.access.languages import for_the_hall
from leagues.access.league_roles import secretary_of_league
from leagues.access.roles import get_visitor
from leagues.models import League
from leagues.reads.leagues.calendar import evening_day
from leagues.reads.leagues.table.season import season_of
from leagues.reads.leagues.table.season_table import season_tables
from leagues.reads.leagues.table.table_lines import by_division, league_lines
from leagues.reads.screens.certificates import certificates_of_league
from leagues.reads.screens.league_paper import night_sheet, week_sheet
from leagues.views.desk.leagues.home import desk_league
from leagues.views.paper_size import keeps_paper_size


@secretary_of_league
@keeps_paper_size
@require_safe
def league_paper(request: HttpRequest, slug: str) -> HttpResponse:
    """List every printout of the league, with one for each week or night."""
    league = desk_league(slug)
    nights = list(league.nights.in_order().filter(is_cancelled=False))
    today = evening_day(league, timezone.now())
    to_come = [night for night in nights if night.on >= today]
    begun = [night for night in nights if night.on <= today]
    now = (begun[-1:] or nights[:1]) if league.has_dated_matches else (to_come[:1] or nights[-1:])
    return TemplateResponse(
        request,
        "desk/leagues/paper/paper.html",
        {
            "league": league,
            "nights": nights,
            "now": next(iter(now), None),
            "has_desk": league.event is not None and get_visitor(request).is_scorer,
        },
    )


@secretary_of_league
@for_the_hall
@keeps_paper_size
@require_safe
def league_sheet(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Print a week's matches with room for results, or a night's list of players."""
    league = desk_league(slug)
    night = get_object_or_404(league.nights, pk=pk)
    night.league = league
    now = timezone.now()
    week = week_sheet(league, night, now) if league.has_dated_matches else None
    if week is None and (league.has_dated_matches or night.is_cancelled):
        raise Http404
    return TemplateResponse(
        request,
        "desk/leagues/paper/sheet.html",
        {
            "league": league,
            "night": night,
            "sheet": week,
            "list": None if week else night_sheet(night, now),
        },
    )


@secretary_of_league
@for_the_hall
@keeps_paper_size
@require_safe
def league_table_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """Print the season's table. Leagues of nights have a column for each night."""
    league = desk_league(slug)
    return TemplateResponse(
        request, "desk/leagues/paper/table_sheet.html", {"league": league, **_table_context(league)}
    )


def _table_context(league: League) -> dict[str, object]:
    if league.has_dated_matches:
        return {"divisions": by_division(league_lines(league))}
    season = season_of(league)
    return {"season": season, "tables": season_tables(season)}


@secretary_of_league
@for_the_hall
@keeps_paper_size
@require_safe
def league_certificates(request: HttpRequest, slug: str) -> HttpResponse:
    """Print certificates for the podium of a closed league, and for each award."""
    league = desk_league(slug)
    return TemplateResponse(
        request,
        "desk/leagues/paper/certificates.html",
        {"league": league, "certificates": certificates_of_league(league)},
    )
