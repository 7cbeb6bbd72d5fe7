"""The rota of a league: its nights to come, and the people who may run them."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import cycle

from django.db.models import Q

from leagues.models import EntryPlayer, League, Night, Player
from leagues.models.leagues import NightQuerySet
from leagues.models.people import PlayerQuerySet
from leagues.reads.leagues.calendar import evening_day


def nights_to_host(league: League, now: datetime) -> NightQuerySet:
    nights = league.nights.filter(is_cancelled=False, on__gte=evening_day(league, now))
    return nights.select_related("host").in_order()


def possible_hosts(league: League) -> PlayerQuerySet:
    """The people of a league, and its hosts from outside it. Never minors."""
    concerned = (
        Q(pk__in=league.enrolments.values("player"))
        | Q(pk__in=league.nights.exclude(host=None).values("host"))
        | Q(pk__in=EntryPlayer.objects.filter(event=league.event_id).values("player"))
    )
    return Player.objects.present().filter(concerned, is_minor=False).by_surname()


def hosts_of(league: League, now: datetime) -> PlayerQuerySet:
    """The people who run a night to come."""
    nights = nights_to_host(league, now).order_by()
    return Player.objects.present().filter(pk__in=nights.values("host"))


def hosts_in_turn(nights: Iterable[Night], people: Sequence[int]) -> dict[int, int]:
    """Give each night without a host the next of these people, in turn."""
    free = [night.pk for night in nights if night.host_id is None]
    return dict(zip(free, cycle(people), strict=False)) if people else {}
