"""The desk's home page: today's events, tonight's nights, the leagues and links to the rest."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from leagues.access.league_roles import may_run_league
from leagues.access.roles import Who, get_visitor, scorers_and_up
from leagues.models import Event, League, Night
from leagues.models.events import FRIENDLIES
from leagues.reads.draw.desk_step import step_at_hand
from leagues.reads.events.first_time import has_run_event
from leagues.reads.events.next_step import NextStep
from leagues.reads.results.league_needs import count_needs
from leagues.reads.tolerant_rows import leaving_out, read_each

MOST_FIRST_EVENTS = 3


@scorers_and_up
@require_safe
def show_desk(request: HttpRequest) -> HttpResponse:
    """Show what is on or begins today, and links to everything else."""
    visitor, now = get_visitor(request), timezone.now()
    tonight = nights_of(now) if visitor.is_organiser else []
    return TemplateResponse(
        request,
        "desk/club/desk.html",
        {
            "today": todays_events(now, but={night.pk for night in tonight}),
            "tonight": tonight,
            "leagues": current_leagues(visitor, now),
            "first_events": first_events(visitor),
            "is_first": not has_run_event(visitor.user),
            "is_empty": visitor.is_organiser and not Event.objects.present().exists(),
            "may_edit_people": visitor.is_organiser,
            "may_give_roles": visitor.is_owner,
        },
    )


def first_events(visitor: Who) -> list[tuple[Event, NextStep, str]]:
    """Return open events with their next step, for organisers who haven't run an event yet."""
    if not visitor.is_organiser or has_run_event(visitor.user):
        return []
    open_events = (
        Event.objects.present()
        .filter(
            club__is_home=True, night=None, state__in=(Event.State.PLANNED, Event.State.RUNNING)
        )
        .exclude(kind__in=FRIENDLIES)
    )
    first = open_events.order_by("starts_at", "pk")[:MOST_FIRST_EVENTS]
    steps = read_each(first, lambda event: (event, step_at_hand(event)))
    return [
        (event, step, reverse(step.address, args=step.args(event.slug)))
        for event, step in steps
        if step
    ]


def nights_of(now: datetime) -> list[Night]:
    """Return the league nights that can be run now; a night can be run until six in the morning."""
    day = now.date()
    nights = Night.objects.in_order().filter(
        league__club__is_home=True,
        is_cancelled=False,
        on__range=(day - timedelta(days=2), day + timedelta(days=1)),
    )
    return [
        night
        for night in nights.select_related("league")
        if night.hosted_from <= now < night.hosted_until
    ]


def todays_events(now: datetime, *, but: Collection[int]) -> list[Event]:
    """Return events in play, then those that begin today in their time zone.

    Without a league's dated matches, which go on for months, and without the events of the
    nights ``but``.
    """
    events = Event.objects.present().filter(club__is_home=True, league=None)
    events = events.exclude(night__in=but)
    coming = [
        event
        for event in events.coming()
        if event.starts_at.astimezone(event.tzinfo).date() == now.astimezone(event.tzinfo).date()
    ]
    return [*events.on_now(), *coming]


def current_leagues(visitor: Who, now: datetime) -> list[tuple[League, str, int]]:
    """Return each current league with its page and how many things need attention.

    Scorers who may not run the league get the desk of its running event instead, if any.
    """
    found: list[tuple[League, str, int]] = []
    leagues = League.objects.filter(club__is_home=True).current().order_by("-pk")
    for league in leagues.select_related("club", "event"):
        if may_run_league(visitor, league):
            address = reverse("desk-league", args=[league.slug])
            with leaving_out(league):
                found.append((league, address, count_needs(league, now)))
        elif league.event and league.event.state == Event.State.RUNNING:
            found.append((league, reverse("event_desk", args=[league.event.slug]), 0))
    return found
