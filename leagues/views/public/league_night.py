"""The public page of a league night: who is coming, or its results."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from leagues.access.league_roles import may_see_league, may_see_minors, night_at, visitor_of
from leagues.access.roles import for_anyone
from leagues.actions.leagues.nights.answers import settle_offers
from leagues.live.page_cache import ready_made
from leagues.models import Event
from leagues.reads.leagues.attendance.head_count import read_head_count
from leagues.reads.leagues.attendance.own_nights import own_night
from leagues.reads.leagues.nights.night_lines import night_in_short, night_lines, night_title
from leagues.reads.leagues.nights.recap import night_recap
from leagues.reads.leagues.pages.front_page import headline_of, on_now
from leagues.reads.leagues.table.season import season_of
from leagues.reads.tolerant_rows import read_each
from leagues.views.public.calendars import site_of


@for_anyone
@ready_made()
@require_safe
def league_night(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    night = night_at(slug, pk)
    if night is None:
        raise Http404
    visitor = visitor_of(request, night.league, may_see_league)
    if not may_see_league(visitor, night.league):
        raise Http404
    if night.league.has_dated_matches:  # a week of dated matches is a section of the league's page
        weeks = night.league.get_absolute_url()
        return redirect(f"{weeks}?week={night.pk}#week-{night.pk}")
    now = timezone.now()
    settle_offers(night=night, now=now)
    season = season_of(night.league, with_running=True)
    [here] = [each for each in season.nights if each.row.pk == night.pk]
    is_open = here.is_to_come and now < night.hosted_until
    player = visitor.player
    lines = night_lines(season, here) if here.events else None
    running = [event for event in here.events if event.state == Event.State.RUNNING]
    on = {each.event: each for each in on_now(running)}
    return TemplateResponse(
        request,
        "public/leagues/night.html",
        {
            "league": night.league,
            "night": night,
            "here": here,
            "is_open": is_open,
            "count": read_head_count(night, now) if is_open else None,
            "own": own_night(night, player, now) if player and is_open else None,
            "sees_minors": may_see_minors(visitor),
            "on": list(read_each(on, lambda event: headline_of(on[event]))),
            "lines": lines,
            "recap": night_recap(season, here, lines, site_of(request) + request.path)
            if lines and here.is_over
            else "",
            "title": night_title(night),
            "says": night_in_short(night, lines),
        },
    )
