"""A league's table on the wall. It needs no code: anyone with the address can open it."""

from typing import Any

from django.db.models import Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from leagues.access.addresses import absolute_address
from leagues.access.languages import for_the_hall
from leagues.access.roles import for_anyone
from leagues.models import Event, League
from leagues.reads.messages.banners import banners_of_league
from leagues.reads.screens.season import season_wall
from leagues.views.public.leagues import find_league
from leagues.views.screens.screen import picture_of, theme_in


@for_anyone
@for_the_hall
@require_safe
def league_screen(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the league's table. A league of dated matches redirects to the screen of its event."""
    league = find_league(request, slug)
    if league.event is not None:
        return redirect("screen", league.event.slug)
    return TemplateResponse(
        request, "screens/season.html", _screen_context(request, league, _screen_mark(league))
    )


@for_anyone
@for_the_hall
@require_safe
def league_screen_now(request: HttpRequest, slug: str) -> HttpResponse:
    """Return what the screen shows now. 204 while it is unchanged."""
    league = find_league(request, slug)
    mark = _screen_mark(league)
    if request.GET.get("seen") == mark:
        return HttpResponse(status=204)
    return TemplateResponse(
        request, "screens/season.html#now", _screen_context(request, league, mark)
    )


def _screen_mark(league: League) -> str:
    """Return a key that changes with the league, its events and every minute."""
    moved = Event.objects.filter(night__league=league).aggregate(by=Sum("revision"))
    minute = int(timezone.now().timestamp()) // 60
    return f"{league.revision}-{moved['by'] or 0}-{minute}"


def _screen_context(request: HttpRequest, league: League, mark: str) -> dict[str, Any]:
    address = absolute_address(request, league.get_absolute_url())
    return {
        "league": league,
        "wall": season_wall(league),
        "banners": banners_of_league(league),
        "mark": mark,
        "now": timezone.now(),
        "theme": theme_in(request),
        "address": address,
        "picture": picture_of(address) if address else "",
    }
