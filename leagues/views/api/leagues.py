"""Leagues, their tables, nights and matches, as JSON."""

from typing import Any

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone

from leagues.access.league_roles import may_see_league
from leagues.access.roles import ANONYMOUS
from leagues.models import League
from leagues.reads.leagues.calendar import evening_day
from leagues.reads.leagues.matches.weeks import WeekMatch, dated_matches
from leagues.reads.leagues.table.season import LeagueNight, season_of
from leagues.reads.leagues.table.season_table import season_tables
from leagues.reads.leagues.table.table_lines import league_lines
from leagues.views.api.pages import PageJson, PageNumber, page_of, some_of
from leagues.views.api.v1 import MISSING, PAGED, api
from leagues.views.api.values import (
    FILE,
    LeagueJson,
    LeagueMatchJson,
    LeagueTableJson,
    NightJson,
    PlaceJson,
    as_number,
    league_of,
    match_of,
    person_of,
    state_of_night,
)
from leagues.views.public.calendars import site_of
from leagues.views.public.club import home_club


def find_league(slug: str) -> League:
    """Return a league that a visitor may read, or answer 404."""
    leagues = League.objects.select_related("club", "season", "event")
    league = get_object_or_404(leagues, slug=slug)
    if not may_see_league(ANONYMOUS, league):
        raise Http404
    return league


@api.get(
    "/leagues/",
    response={200: PageJson[LeagueJson], **PAGED},
    url_name="api-leagues",
    summary="Leagues, the newest first",
)
def list_leagues(request: HttpRequest, page: PageNumber = 1) -> dict[str, Any]:
    found = League.objects.listed().of(home_club()).select_related("season")
    part = some_of(request, found.order_by("-made_at", "-pk"))
    site = site_of(request)
    return page_of(request, part, [league_of(each, site) for each in part.lines])


@api.get(
    "/leagues/{slug:slug}/",
    response={200: LeagueJson, **MISSING},
    url_name="api-league",
    summary="A league",
)
def get_league(request: HttpRequest, slug: str) -> LeagueJson:
    return league_of(find_league(slug), site_of(request))


@api.get(
    "/leagues/{slug:slug}/table/",
    response={200: LeagueTableJson, **MISSING},
    url_name="api-league-table",
    summary="Its table as it stands, with the reason for every place",
)
def get_table(request: HttpRequest, slug: str) -> LeagueTableJson:
    found = find_league(slug)
    lines = _of_matches(found) if found.has_dated_matches else _of_nights(found)
    return LeagueTableJson(league=found.name, lines=lines)


def _of_nights(league: League) -> list[PlaceJson]:
    return [
        PlaceJson(
            place=line.row.place,
            division=table.division,
            name=line.player.shown_on(FILE),
            players=[person_of(line.player)],
            total=as_number(line.row.tour_points),
            played=line.nights,
            because=line.because,
        )
        for table in season_tables(season_of(league, with_running=True), FILE)
        for line in table.lines
    ]


def _of_matches(league: League) -> list[PlaceJson]:
    return [
        PlaceJson(
            place=line.place,
            division=line.division,
            name=line.shown_on(FILE),
            players=[person_of(player) for player in line.players],
            total=as_number(line.total),
            played=line.played,
            because=line.because,
        )
        for line in league_lines(league, FILE)
    ]


@api.get(
    "/leagues/{slug:slug}/nights/",
    response={200: PageJson[NightJson], **PAGED, **MISSING},
    url_name="api-nights",
    summary="Its nights, the first first",
)
def list_nights(request: HttpRequest, slug: str, page: PageNumber = 1) -> dict[str, Any]:
    found = find_league(slug)
    all_nights = [] if found.has_dated_matches else list(season_of(found).nights)
    part = some_of(request, all_nights)
    site = site_of(request)
    return page_of(request, part, [_night_json(each, site) for each in part.lines])


@api.get(
    "/leagues/{slug:slug}/nights/{int:pk}/",
    response={200: NightJson, **MISSING},
    url_name="api-night",
    summary="A night",
)
def get_night(request: HttpRequest, slug: str, pk: int) -> NightJson:
    found = find_league(slug)
    all_nights = () if found.has_dated_matches else season_of(found).nights
    for each in all_nights:
        if each.row.pk == pk:
            return _night_json(each, site_of(request))
    raise Http404


def _night_json(night: LeagueNight, site: str) -> NightJson:
    row = night.row
    address = reverse("league-night", args=[row.league.slug, row.pk])
    return NightJson(
        id=row.pk,
        number=night.number,
        name=row.name,
        starts_at=row.starts_at,
        day=row.on,
        place=row.where,
        state=state_of_night(night),
        reason=row.reason,
        moved_from=row.moved_from,
        events=[event.slug for event in night.events if event.visibility == "public"],
        url=f"{site}{address}",
    )


@api.get(
    "/leagues/{slug:slug}/matches/",
    response={200: PageJson[LeagueMatchJson], **PAGED, **MISSING},
    url_name="api-league-matches",
    summary="Its dated matches",
)
def list_matches(request: HttpRequest, slug: str, page: PageNumber = 1) -> dict[str, Any]:
    found = find_league(slug)
    today = evening_day(found, timezone.now())
    part = some_of(request, list(dated_matches(found, today)) if found.has_dated_matches else [])
    site = site_of(request)
    return page_of(request, part, [_match_json(found, each, site) for each in part.lines])


def _match_json(league: League, here: WeekMatch, site: str) -> LeagueMatchJson:
    assert league.event
    return LeagueMatchJson(
        week=here.dated.week.on,
        due_on=here.dated.due_on,
        day=here.dated.on,
        called=here.called,
        match=match_of(here.match, league.event, site),
    )
