"""The club's honours."""

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.views.decorators.http import require_safe

from leagues.access.roles import for_anyone
from leagues.live.page_cache import ready_made
from leagues.reads.leagues.end.honours import (
    all_time,
    all_time_lines,
    closed_leagues,
    event_honours,
    season_honours,
    tournaments_over,
)
from leagues.reads.leagues.end.yearbook import years_of
from leagues.views.public.club import home_club
from leagues.views.public.pagination import part_of

SEASONS = 6  # seasons, and tournaments, on a page
ALL_TIME = 50  # lines on a page


@for_anyone
@ready_made("page", "events", "all-time")
@require_safe
def honours_page(request: HttpRequest) -> HttpResponse:
    """List the winners of seasons and tournaments; the first page has the all-time table."""
    club = home_club()
    part = part_of(request, "page", closed_leagues(club), SEASONS)
    events = part_of(request, "events", tournaments_over(club), SEASONS)
    rows = all_time(club) if part.number == 1 else ()
    best = part_of(request, "all-time", rows, ALL_TIME)
    return TemplateResponse(
        request,
        "public/leagues/honours.html",
        {
            "part": part,
            "years": years_of(club) if part.number == 1 else (),
            "seasons": season_honours(part.lines),
            "events_part": events,
            "tournaments": event_honours(events.lines),
            "all_time": all_time_lines(best.lines),
            "all_time_part": best,
        },
    )
