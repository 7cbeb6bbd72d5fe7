"""The honours of the club, for everybody."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.views.decorators.http import require_safe

from leagues.access.roles import anyone
from leagues.live.page_cache import ready_made
from leagues.reads.leagues.honours import all_time, closed_leagues, season_honours
from leagues.reads.leagues.yearbook import years_of
from leagues.views.public.club import home_club
from leagues.views.public.part import part_of

SEASONS = 12  # in a part


@anyone
@ready_made("page")
@require_safe
def honours_page(request: HttpRequest) -> HttpResponse:
    """Who won which season, and with the latest of them the table of all time."""
    club = home_club()
    part = part_of(request, "page", closed_leagues(club), SEASONS)
    return TemplateResponse(
        request,
        "public/leagues/honours.html",
        {
            "part": part,
            "years": years_of(club) if part.number == 1 else (),
            "seasons": season_honours(part.lines),
            "all_time": all_time(club) if part.number == 1 else (),
        },
    )
