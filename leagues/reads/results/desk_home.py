"""What the desk's home page shows: today's events and nights, the leagues, and what they wait for."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.access.league_roles import may_run_league
from leagues.access.roles import Who
from leagues.models import Event, League, Night
from leagues.models.events import FRIENDLIES
from leagues.reads.draw.desk_step import step_at_hand
from leagues.reads.events.first_time import has_run_event
from leagues.reads.events.next_step import NextStep
from leagues.reads.leagues.pages.cards import LeagueCard, MatchCard, league_cards
from leagues.reads.play.blockers import Blocker, blockers_of
from leagues.reads.play.desk import desk_of
from leagues.reads.results.league_needs import NeedSummary, summarize_needs
from leagues.reads.tolerant_rows import leaving_out, read_each

MOST_FIRST_EVENTS = 3
MOST_OF_AN_EVENT = 4  # things to do; the event's own desk lists all
PRESSING = ("help", "differs", "time-up", "finish", "shoot", "open-stage", "publish", "draw")
"""What is shown here of an event's desk: what play waits for."""


@dataclass(frozen=True)
class ToDo:
    """A thing that waits for the desk, and the button that leads to it."""

    blocker: Blocker
    where: str
    address: str
    label: str


@dataclass(frozen=True)
class CurrentLeague:
    """A current league in a list at the desk."""

    league: League
    address: str
    """Its page; for scorers the desk of its running event, "" without one."""
    needs: NeedSummary
    card: LeagueCard | MatchCard | None
    """None if the league can't be read."""


def to_do_in_events(events: Iterable[Event], now: datetime) -> Iterator[ToDo]:
    running = [event for event in events if event.state == Event.State.RUNNING]
    for found in read_each(running, lambda event: list(_to_do_in_event(event, now))):
        yield from found


def _to_do_in_event(event: Event, now: datetime) -> Iterator[ToDo]:
    found = (each for each in blockers_of(desk_of(event), now) if each.kind in PRESSING)
    for blocker in islice(found, MOST_OF_AN_EVENT):
        address, label = reverse("event_desk", args=[event.slug]), _("Open")
        if blocker.kind == "differs" and blocker.match:
            address = reverse("desk_match", args=[event.slug, blocker.match.number])
            label = _("Decide")
        yield ToDo(blocker, event.name, address, label)


def to_do_in_leagues(leagues: Iterable[CurrentLeague]) -> Iterator[ToDo]:
    for line in leagues:
        needs = line.needs
        if needs.many:
            is_overdue = needs.kind == "overdue"
            text = _("Decide an overdue match") if is_overdue else str(needs.title)
            if needs.many > 1:
                more = ngettext("%(counter)s more to do", "%(counter)s more to do", needs.many - 1)
                text += " · " + more % {"counter": needs.many - 1}
            blocker = Blocker("league", text, names=needs.names)
            yield ToDo(blocker, line.league.name, line.address, _("Open"))


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
    """Return the league nights that can be run now; a night can be run until six in the morning.

    Without the weeks of leagues of dated matches, where nothing is drawn.
    """
    day = now.date()
    running = Event.objects.filter(night=OuterRef("pk"), state=Event.State.RUNNING)
    nights = Night.objects.in_order().filter(
        league__club__is_home=True,
        league__closed_at=None,
        is_cancelled=False,
        on__range=(day - timedelta(days=2), day + timedelta(days=1)),
    )
    return [
        night
        for night in nights.select_related("league").annotate(is_on=Exists(running))
        if night.hosted_from <= now < night.hosted_until
        and (night.league.of_kind.is_own_time or not night.league.has_dated_matches)
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


def current_leagues(visitor: Who, now: datetime) -> list[CurrentLeague]:
    """List the current leagues, first those with something to do, then those whose night is on."""
    leagues = League.objects.filter(club__is_home=True).current().order_by("-pk")
    leagues = leagues.select_related("club", "event").with_dates()
    cards = {card.league: card for card in league_cards(leagues)}
    lines = [_league_line(visitor, league, cards.get(league), now) for league in leagues]
    return sorted(
        lines, key=lambda each: (not each.needs.many, not (each.card and each.card.is_on))
    )


def _league_line(
    visitor: Who, league: League, card: LeagueCard | MatchCard | None, now: datetime
) -> CurrentLeague:
    address, needs = "", NeedSummary(0)
    if may_run_league(visitor, league):
        address = reverse("desk-league", args=[league.slug])
        with leaving_out(league):
            needs = summarize_needs(league, now)
    elif league.event and league.event.state == Event.State.RUNNING:
        address = reverse("event_desk", args=[league.event.slug])
    return CurrentLeague(league, address, needs, card)
