"""The club's own pages: what is on, who plays."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from leagues import reads
from leagues.access.roles import anyone, who
from leagues.live.page_cache import ready_made
from leagues.models import Club, Event, League, Match, PairingRound, Player
from leagues.models.names import tidy
from leagues.reads.leagues.cards import league_cards
from leagues.reads.people.records import records
from leagues.reads.people.search import search
from leagues.views.public.live import fragment
from leagues.views.public.part import part_of

LATEST = 6  # events on the front page
PLAYERS = 100  # in a part of the list
LONGEST = 80  # letters of what is searched for


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
@ready_made("fragment")
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    events = Event.objects.listed().of(home_club())
    over = list(events.over()[:LATEST])
    cards = league_cards(League.objects.listed().current().of(home_club()))
    return TemplateResponse(
        request,
        fragment(request, "public/home.html", "live"),
        {
            # A league's event is on all season: its card says how far it is.
            "on_now": on_now(list(events.on_now().filter(league=None))),
            "coming": events.coming()[:LATEST],
            "league_cards": [card for card in cards if card.is_current],
            "over": over,
            "podium": reads.podium(over[0]) if over else (),
            "may_plan": who(request).is_organiser,
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
@ready_made("page")
@require_safe
def events(request: HttpRequest) -> HttpResponse:
    found = Event.objects.listed().of(home_club()).select_related("season")
    return TemplateResponse(
        request,
        "public/events.html",
        {
            "on_now": found.on_now(),
            "coming": found.coming(),
            "part": part_of(request, "page", found.over()),
        },
    )


@anyone
@ready_made("page")
@require_safe
def players(request: HttpRequest) -> HttpResponse:
    found = Player.objects.filter(club=home_club()).seen().by_surname()
    part = part_of(request, "page", found, PLAYERS)
    return TemplateResponse(request, "public/players.html", {"part": part})


@anyone
@ready_made()
@require_safe
def records_page(request: HttpRequest) -> HttpResponse:
    """The most 20s, perfect rounds, the longest runs."""
    return TemplateResponse(
        request, "public/records.html", {"records": records(home_club())}
    )


@anyone
@require_safe
def search_page(request: HttpRequest) -> HttpResponse:
    """Players and events by a few letters of their names."""
    text = tidy(request.GET.get("q", ""))[:LONGEST]
    found = search(home_club(), text)
    return TemplateResponse(
        request, "public/search.html", {"text": text, "found": found}
    )
