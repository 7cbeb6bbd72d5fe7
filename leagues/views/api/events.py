"""Events, their tables, matches and rounds, as JSON."""

from typing import Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from leagues import reads
from leagues.access.api_tokens import token_of
from leagues.models import Event
from leagues.views.api.pages import PageJson, PageNumber, page_of, some_of
from leagues.views.api.v1 import LET_IN, PAGED, api
from leagues.views.api.values import (
    FILE,
    EventDetailJson,
    EventJson,
    MatchDetailJson,
    MatchJson,
    TableJson,
    entry_of,
    event_facts,
    event_of,
    match_facts,
    match_of,
    round_of,
    table_of,
)
from leagues.views.public.calendars import site_of
from leagues.views.public.club import home_club


def find_event(request: HttpRequest, slug: str) -> Event:
    """Return a public or unlisted event; with a token that ``reads_private``, any event."""
    found = Event.objects.present().of(home_club()).select_related("club")
    if "Authorization" in request.headers:
        token_of(request, "reads_private")
        return get_object_or_404(found, slug=slug)
    return get_object_or_404(found.reachable(), slug=slug)


@api.get(
    "/events/",
    response={200: PageJson[EventJson], **PAGED},
    url_name="api-events",
    summary="Events, the latest first",
)
def list_events(request: HttpRequest, page: PageNumber = 1) -> dict[str, Any]:
    found = Event.objects.listed().of(home_club()).order_by("-starts_at", "-pk")
    part, site = some_of(request, found), site_of(request)
    return page_of(request, part, [event_of(each, site) for each in part.lines])


@api.get(
    "/events/{slug:slug}/",
    response={200: EventDetailJson, **LET_IN},
    url_name="api-event",
    summary="An event, its stages and who is in it",
)
def get_event(request: HttpRequest, slug: str) -> dict[str, Any]:
    found = find_event(request, slug)
    entries = found.entries.in_it().named().order_by("pk")
    return event_facts(found, site_of(request)) | {
        "stages": [
            {"number": each.number, "name": each.name, "format": each.format}
            for each in found.stages.all()
        ],
        "entries": [entry_of(each) for each in entries],
    }


@api.get(
    "/events/{slug:slug}/tables/",
    response={200: list[TableJson], **LET_IN},
    url_name="api-tables",
    summary="The tables of its stages, with the reason for every place",
)
def list_tables(request: HttpRequest, slug: str) -> list[TableJson]:
    """Stages with a bracket have no table: see their matches."""
    stages = find_event(request, slug).stages.all()
    return [
        table_of(stage.number, table)
        for stage in stages
        if not reads.has_bracket(stage)
        for table in reads.tables_of(stage, FILE)
    ]


@api.get(
    "/events/{slug:slug}/matches/",
    response={200: PageJson[MatchJson], **PAGED, **LET_IN},
    url_name="api-matches",
    summary="Its matches, in the order of their numbers",
)
def list_matches(request: HttpRequest, slug: str, page: PageNumber = 1) -> dict[str, Any]:
    found, site = find_event(request, slug), site_of(request)
    rows = found.matches.published().with_sides().order_by("number")
    part = some_of(request, rows)
    return page_of(request, part, [match_of(each, found, site) for each in part.lines])


@api.get(
    "/events/{slug:slug}/matches/{int:number}/",
    response={200: MatchDetailJson, **LET_IN},
    url_name="api-match",
    summary="A match, round by round",
)
def get_match(request: HttpRequest, slug: str, number: int) -> dict[str, Any]:
    found = find_event(request, slug)
    rows = found.matches.published().with_sides().with_rounds()
    shown = get_object_or_404(rows, number=number)
    rounds = [] if shown.is_struck_out else [*shown.rounds.all()]
    return match_facts(shown, found, site_of(request)) | {
        "rounds": [round_of(each) for each in rounds]
    }
