"""The next days with league nights or events, soonest first."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db.models import Q, Window
from django.db.models.functions import RowNumber
from django.urls import reverse

from leagues.models import Club, Event, League, Night
from leagues.models.events import FRIENDLIES
from leagues.models.fields import HasZone

A_DAY = timedelta(days=1)
LATER = 2  # nights of a league after its next one


@dataclass(frozen=True)
class ComingDay:
    """A night or event: its title, venue, and start in its own time zone."""

    starts_at: datetime
    title: str
    name: str
    where: str
    address: str
    of: HasZone
    later: tuple[datetime, ...] = ()
    """The next nights of the league, if they have no entry each."""


def coming_days(
    club: Club,
    now: datetime,
    most: int,
    *,
    with_running: bool = True,
    each_league_once: bool = False,
) -> list[ComingDay]:
    """List at most ``most`` nights that are not over and events that have not begun."""
    leagues = League.objects.listed().of(club).filter(event=None, closed_at=None)
    nights = Night.objects.filter(
        ~Q(events__state=Event.State.FINISHED),
        league__in=leagues,
        is_cancelled=False,
        on__gte=(now - 2 * A_DAY).date(),  # any time zone, and after midnight
    )
    if not with_running:
        nights = nights.exclude(events__state=Event.State.RUNNING)
    # Each league has at most one or two nights that are past but still match the filter.
    if each_league_once:
        nth = Window(RowNumber(), partition_by="league", order_by=["on", "at", "pk"])
        nights = nights.annotate(nth=nth).filter(nth__lte=1 + LATER + 2)
    found = nights.select_related("league").in_order()[: None if each_league_once else 2 * most + 4]
    events = Event.objects.listed().of(club).filter(night=None, league=None).coming()
    events = events.exclude(kind__in=FRIENDLIES).filter(starts_at__gte=now - A_DAY)
    nights_to_come = [night for night in found if night.hosted_until > now]
    if each_league_once:
        days = _days_of_leagues(nights_to_come)
    else:
        days = [_day_of_night(night) for night in nights_to_come]
    days += [_day_of_event(event) for event in events.order_by("starts_at", "pk")[:most]]
    return sorted(days, key=lambda each: (each.starts_at, each.title))[:most]


def _days_of_leagues(nights: Iterable[Night]) -> list[ComingDay]:
    """The next night of each league, with the two after it."""
    of_each = dict[League, list[ComingDay]]()
    for night in nights:
        of_each.setdefault(night.league, []).append(_day_of_night(night))
    return [
        replace(first, later=tuple(each.starts_at for each in later[:LATER]))
        for first, *later in of_each.values()
    ]


def _day_of_night(night: Night) -> ComingDay:
    league = night.league
    address = reverse("league-night", args=[league.slug, night.pk])
    return ComingDay(
        night.starts_at.astimezone(league.tzinfo),
        league.name,
        night.name,
        night.where,
        address,
        league,
    )


def _day_of_event(event: Event) -> ComingDay:
    starts_at = event.starts_at.astimezone(event.tzinfo)
    address = event.get_absolute_url()
    return ComingDay(starts_at, event.name, "", event.place, address, event)
