"""Calendar feeds of the club and of a league."""

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from leagues.access.addresses import site_address
from leagues.access.roles import for_anyone
from leagues.files.calendar_file import CalendarItem, calendar_file
from leagues.live.page_cache import ready_made
from leagues.reads.leagues.pages.calendar_dates import club_dates, league_dates
from leagues.views.public.club import home_club
from leagues.views.public.leagues import find_league


@for_anyone
@ready_made()
@require_safe
def club_calendar(request: HttpRequest) -> HttpResponse:
    club = home_club()
    items = club_dates(club, site_of(request), timezone.now())
    return as_calendar(club.name, items)


@for_anyone
@ready_made()
@require_safe
def league_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    league = find_league(request, slug)
    return as_calendar(league.name, league_dates(league, site_of(request)))


def site_of(request: HttpRequest) -> str:
    """Return the site's public address, for links that are read elsewhere."""
    return site_address(request) or request.build_absolute_uri("/").rstrip("/")


def as_calendar(name: str, items: Iterable[CalendarItem]) -> HttpResponse:
    data = calendar_file(name, items)
    return HttpResponse(data, content_type="text/calendar; charset=utf-8")
