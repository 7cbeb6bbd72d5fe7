"""The club's news for its feed: announced and finished events, nights, and closed seasons."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import attrgetter
from uuid import NAMESPACE_URL, uuid5

from django.db.models import F, Max, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.dates import date_format
from leagues.models import Action, Club, Event, League, Surface
from leagues.models.events import FRIENDLIES
from leagues.reads.advance.finals import podium_of
from leagues.reads.leagues.pages.leaders import champion_names, leaders_after
from leagues.reads.leagues.table.season import LeagueNight, LeagueSeason, season_of
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


def club_news(club: Club, now: datetime) -> list[ClubNews]:
    """List the news of the club, latest first. Only public leagues and events are included."""
    since = now - LOOKS_BACK
    found = [*_of_leagues(club, since), *_of_events(club, since)]
    return sorted(found, key=attrgetter("at", "uid"), reverse=True)[:MANY]


def _of_leagues(club: Club, since: datetime) -> Iterator[ClubNews]:
    lately = Q(closed_at=None) | Q(closed_at__gte=since)
    leagues = League.objects.listed().of(club).filter(lately).order_by("pk")

    def news(league: League) -> list[ClubNews]:
        found = [_season_news(league, league.closed_at)] if league.closed_at else []
        if not league.has_dated_matches:
            found += _of_nights(season_of(league), since)
        return found

    for of_one in read_each(leagues, news):
        yield from of_one


def _season_news(league: League, at: datetime) -> ClubNews:
    who = champion_names(league, league_lines(league), FILE)
    return ClubNews(
        uid=_news_uid("season", league.pk, league.made_at),
        title=_("%(league)s is finished") % {"league": league.name},
        text=_("Champion: %(names)s") % {"names": who} if who else "",
        path=league.get_absolute_url(),
        at=at,
    )


def _of_nights(season: LeagueSeason, since: datetime) -> Iterator[ClubNews]:
    over = [night for night in season.nights if night.is_over]
    ended = _finish_times(Event.objects.filter(night__in=[night.row for night in over]))
    for night in over:
        at = max(ended.get(e.pk, night.row.starts_at) for e in night.events)
        if at >= since:
            yield _night_news(season, night, at)


def _night_news(season: LeagueSeason, night: LeagueNight, at: datetime) -> ClubNews:
    who = leaders_after(season, night.number, FILE)
    league, row = season.league, night.row
    return ClubNews(
        uid=_news_uid("night", row.pk, league.made_at),
        title=f"{league.name}, {row.name or day_in_words(row.on)}",
        text=_("In the lead after night %(number)s: %(names)s")
        % {"number": night.number, "names": who}
        if who
        else _("Night %(number)s is finished.") % {"number": night.number},
        path=reverse("league-night", args=[league.slug, row.pk]),
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
        uid=_news_uid("event", event.pk, event.made_at),
        title=_("Coming up: %(event)s") % {"event": event.name},
        text=f"{when} · {event.place}" if event.place else when,
        path=event.get_absolute_url(),
        at=event.made_at,
    )


def _result_news(event: Event, at: datetime) -> ClubNews:
    won = [each.entry.shown_on(FILE) for each in podium_of(event) if each.place == 1]
    return ClubNews(
        uid=_news_uid("result", event.pk, event.made_at),
        title=_("%(event)s is finished") % {"event": event.name},
        text=_("Won by %(names)s") % {"names": say(Listing(tuple(won)))} if won else "",
        path=event.get_absolute_url(),
        at=at,
    )


def _finish_times(events: QuerySet[Event]) -> dict[int, datetime]:
    """When each event was finished, by event id; the latest time if it was reopened meanwhile."""
    finishes = Action.objects.filter(event__in=events, verb="finish_event").order_by()
    return dict(finishes.values("event").annotate(at=Max("at")).values_list("event", "at"))


def _news_uid(kind: str, key: int, made_at: datetime) -> str:
    return uuid5(NAMESPACE_URL, f"news/{kind}/{key}/{made_at.isoformat()}").urn
