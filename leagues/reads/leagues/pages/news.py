"""The club's news for its feed: announced and finished events, nights, and closed seasons."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from operator import attrgetter
from uuid import NAMESPACE_URL, uuid5

from django.db.models import F, Max, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.dates import date_format
from leagues.models import Action, Club, Event, League, Player, Surface
from leagues.models.events import FRIENDLIES
from leagues.reads.advance.finals import podium_of
from leagues.reads.leagues.pages.leaders import (
    Leaders,
    champion_names,
    leaders_after,
    name_leaders,
)
from leagues.reads.leagues.pages.summaries import mark_of
from leagues.reads.leagues.table.season import season_of
from leagues.reads.leagues.table.table_lines import league_lines
from leagues.reads.leagues.words import day_in_words
from leagues.reads.tolerant_rows import read_each
from leagues.say import say
from scoring.text import Listing

MANY = 30
LOOKS_BACK = timedelta(days=183)
A_DAY = timedelta(days=1)
FILE = Surface.FILE


@dataclass(frozen=True)
class ClubNews:
    """One piece of news, with the path of its page and the time it happened."""

    uid: str
    title: str
    text: str
    path: str
    at: datetime


@dataclass(frozen=True)
class NightOver:
    """A finished night of a league, its events, and who led after it."""

    pk: int
    number: int
    name: str
    on: date
    starts_at: datetime
    events: tuple[int, ...]
    leaders: Leaders


def club_news(club: Club, now: datetime) -> list[ClubNews]:
    """List the news of the club, latest first. Only public leagues and events are included."""
    since = now - LOOKS_BACK
    found = [*_of_leagues(club, since), *_of_events(club, since)]
    return sorted(found, key=attrgetter("at", "uid"), reverse=True)[:MANY]


def _of_leagues(club: Club, since: datetime) -> Iterator[ClubNews]:
    lately = Q(closed_at=None) | Q(closed_at__gte=since)
    leagues = League.objects.listed().of(club).filter(lately).with_summaries().order_by("pk")
    nights = dict(read_each(leagues, lambda each: (each, nights_over(each, mark_of(each)))))
    ended = _finish_times(Event.objects.filter(night__league__in=nights))
    of_nights = [night for found in nights.values() for night in found]
    first = {each for night in of_nights for _, leaders in night.leaders for each in leaders}
    people = Player.objects.in_bulk(first)

    def news(league: League) -> list[ClubNews]:
        found = [_season_news(league, league.closed_at)] if league.closed_at else []
        for night in nights[league]:
            at = max(ended.get(event, night.starts_at) for event in night.events)
            if at >= since:
                found.append(_night_news(league, night, people, at))
        return found

    for of_one in read_each(nights, news):
        yield from of_one


@lru_cache(maxsize=48)
def nights_over(league: League, mark: str) -> tuple[NightOver, ...]:
    """Rank a league's table after each finished night. The mark is part of the cache key."""
    if league.has_dated_matches:
        return ()
    season = season_of(league)
    return tuple(
        NightOver(
            night.row.pk,
            night.number,
            night.row.name,
            night.row.on,
            night.row.starts_at,
            tuple(event.pk for event in night.events),
            leaders_after(season, night.number),
        )
        for night in season.nights
        if night.is_over
    )


def _season_news(league: League, at: datetime) -> ClubNews:
    who = champion_names(league, league_lines(league), FILE)
    return ClubNews(
        uid=news_uid("season", league.pk, league.made_at),
        title=_("%(league)s is finished") % {"league": league.name},
        text=_("Champion: %(names)s") % {"names": who} if who else "",
        path=league.get_absolute_url(),
        at=at,
    )


def _night_news(
    league: League, night: NightOver, people: Mapping[int, Player], at: datetime
) -> ClubNews:
    who = " · ".join(
        name_leaders(division, [people[each].shown_on(FILE) for each in first])
        for division, first in night.leaders
    )
    return ClubNews(
        uid=news_uid("night", night.pk, league.made_at),
        title=f"{league.name}, {night.name or day_in_words(night.on)}",
        text=_("In the lead after night %(number)s: %(names)s")
        % {"number": night.number, "names": who}
        if who
        else _("Night %(number)s is finished.") % {"number": night.number},
        path=reverse("league-night", args=[league.slug, night.pk]),
        at=at,
    )


def _of_events(club: Club, since: datetime) -> Iterator[ClubNews]:
    events = Event.objects.listed().of(club).filter(night=None, league=None)
    events = events.exclude(kind__in=FRIENDLIES)
    # A finished event that began long before it was created was imported from a file.
    out_of_file = Q(state=Event.State.FINISHED, starts_at__lt=F("made_at") - A_DAY)
    announced = events.exclude(out_of_file).filter(made_at__gte=since)
    yield from read_each(announced.order_by("pk"), _event_news)
    over = events.over().filter(starts_at__gte=since)
    ended = _finish_times(over)
    yield from read_each(
        over, lambda event: _result_news(event, ended.get(event.pk, event.starts_at))
    )


def _event_news(event: Event) -> ClubNews:
    starts = timezone.localtime(event.starts_at, event.tzinfo)
    when = date_format(starts, "l j F Y, H:i")
    return ClubNews(
        uid=news_uid("event", event.pk, event.made_at),
        title=_("Coming up: %(event)s") % {"event": event.name},
        text=f"{when} · {event.place}" if event.place else when,
        path=event.get_absolute_url(),
        at=event.made_at,
    )


def _result_news(event: Event, at: datetime) -> ClubNews:
    won = [each.entry.shown_on(FILE) for each in podium_of(event) if each.place == 1]
    return ClubNews(
        uid=news_uid("result", event.pk, event.made_at),
        title=_("%(event)s is finished") % {"event": event.name},
        text=_("Won by %(names)s") % {"names": say(Listing(tuple(won)))} if won else "",
        path=event.get_absolute_url(),
        at=at,
    )


def _finish_times(events: QuerySet[Event]) -> dict[int, datetime]:
    """When each event was finished, by event id; the latest time if it was reopened meanwhile."""
    finishes = Action.objects.filter(event__in=events, verb="finish_event").order_by()
    return dict(finishes.values("event").annotate(at=Max("at")).values_list("event", "at"))


def news_uid(kind: str, key: int, made_at: datetime) -> str:
    return uuid5(NAMESPACE_URL, f"news/{kind}/{key}/{made_at.isoformat()}").urn
