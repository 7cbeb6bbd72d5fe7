"""Yearbooks of a club's year or of a closed league, for screen and print."""

from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.views.decorators.http import require_safe

from leagues.access.roles import for_anyone
from leagues.live.page_cache import ready_made
from leagues.models.fields import HasZone
from leagues.reads.leagues.end.yearbook import (
    Yearbook,
    yearbook_of_league,
    yearbook_of_year,
    years_of,
)
from leagues.views.public.club import home_club
from leagues.views.public.leagues import find_league


@for_anyone
@ready_made()
@require_safe
def show_yearbook(request: HttpRequest, year: int) -> HttpResponse:
    """Show the yearbook of a calendar year, or answer 404 if nothing was played in it."""
    club = home_club()
    if year not in years_of(club):
        raise Http404
    return _render_page(request, str(year), club, yearbook_of_year(club, year))


@for_anyone
@require_safe
def league_yearbook(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the yearbook of a season, or answer 404 while it isn't closed."""
    league = find_league(request, slug)
    if not league.closed_at:
        raise Http404
    return _render_page(request, league.name, league, yearbook_of_league(league))


def _render_page(request: HttpRequest, title: str, owner: HasZone, book: Yearbook) -> HttpResponse:
    return TemplateResponse(
        request, "public/leagues/yearbook.html", {"title": title, "owner": owner, "book": book}
    )
