"""The club's own pages: what is on, who plays."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from leagues import bridge
from leagues.access import anyone
from leagues.models import Club, Entry, Event, Match, PairingRound, Player

LATEST = 6  # events on the front page
RECENT = 12  # matches of a player


@dataclass(frozen=True)
class OnNow:
    """A running event, and what it is at."""

    event: Event
    boards_in_use: int
    next_start: datetime | None


def home_club() -> Club:
    club = Club.objects.home()
    if club is None:
        raise Http404
    return club


@anyone
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    events = Event.objects.listed().of(home_club())
    over = list(events.over()[:LATEST])
    return TemplateResponse(
        request,
        "public/home.html",
        {
            "on_now": on_now(list(events.on_now())),
            "coming": events.coming()[:LATEST],
            "over": over,
            "podium": bridge.podium(over[0]) if over else (),
        },
    )


def on_now(events: list[Event]) -> list[OnNow]:
    """Those with somebody at a board first."""
    in_use = Match.objects.filter(event__in=events).boards_in_use()
    starts = PairingRound.objects.filter(stage__event__in=events).next_starts(
        timezone.now()
    )
    running = [OnNow(e, in_use.get(e.pk, 0), starts.get(e.pk)) for e in events]
    return sorted(running, key=lambda each: -each.boards_in_use)


@anyone
@require_safe
def events(request: HttpRequest) -> HttpResponse:
    found = Event.objects.listed().of(home_club()).select_related("season")
    return TemplateResponse(
        request,
        "public/events.html",
        {"on_now": found.on_now(), "coming": found.coming(), "over": found.over()},
    )


@anyone
@require_safe
def players(request: HttpRequest) -> HttpResponse:
    found = Player.objects.filter(club=home_club()).seen().by_surname()
    return TemplateResponse(request, "public/players.html", {"players": found})


@anyone
@require_safe
def player(request: HttpRequest, pk: int, slug: str) -> HttpResponse:
    """A person's page. Its address changes with the name they want to go by."""
    found = get_object_or_404(Player.objects.select_related("merged_into"), pk=pk)
    if found.merged_into:
        return redirect(found.merged_into)
    if not Player.objects.seen().filter(pk=pk).exists():
        raise Http404
    if slug != found.web_slug:
        return redirect(found)
    matches = Match.objects.of_player(found).listed().published()
    entered = Entry.objects.filter(players=found, event__in=Event.objects.listed())
    return TemplateResponse(
        request,
        "public/player.html",
        {
            "player": found,
            "entries": entered.select_related("event").order_by("-event__starts_at"),
            "results": matches.last_finished()
            .select_related("event")
            .with_sides()[:RECENT],
            "playing": matches.at_a_board().select_related("event").with_sides(),
        },
    )
