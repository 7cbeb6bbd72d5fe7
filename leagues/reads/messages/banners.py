"""Changed dates as public pages and the news feed show them, also if no message was sent."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from operator import attrgetter

from django.db.models import Q
from django.utils import timezone

from leagues.models import Club, DateChange, Event, League
from leagues.models.events import FRIENDLIES
from leagues.reads.leagues.pages.news import LOOKS_BACK, MANY, ClubNews, club_news, news_uid
from leagues.reads.messages.date_changes import (
    change_in_words,
    date_facts,
    in_words,
    name_of,
    page_of,
)

MOST = 4  # banners on a page
Visibility = Event.Visibility


@dataclass(frozen=True)
class Banner:
    """A sentence on a changed date, why it changed, and its page."""

    text: str
    reason: str
    path: str


def banners_of_club(club: Club) -> list[Banner]:
    """What has changed in the club, of public leagues and events alone."""
    return _banners(_listed_in(club))


def banners_of_league(league: League) -> list[Banner]:
    return _banners(Q(night__league=league))


def banners_of_event(event: Event) -> list[Banner]:
    """What has changed of an event, or of its night, if its league is as public as the event."""
    here = Q(event=event)
    if event.night_id is not None:
        as_public = Q(night__league__visibility__in=[Visibility.PUBLIC, event.visibility])
        here |= Q(night=event.night_id) & as_public
    return _banners(here)


def _listed_in(club: Club) -> Q:
    of_nights = Q(night__league__club=club, night__league__visibility=Visibility.PUBLIC)
    of_events = Q(event__club=club, event__visibility=Visibility.PUBLIC)
    return of_nights | of_events & ~Q(event__kind__in=FRIENDLIES)


def _banners(where: Q) -> list[Banner]:
    """One for each night or event that isn't as it was, until its old date has passed."""
    found = DateChange.objects.filter(where, ends_at__gt=timezone.now()).order_by("ends_at", "pk")
    banners: dict[tuple[int | None, int | None], Banner] = {}
    for change in found.select_related("night__league", "event"):
        subject, now = change.subject, date_facts(change.subject)
        key = (change.night_id, change.event_id)
        text = change_in_words(name_of(subject), change.before, now)
        if text and key not in banners:
            banners[key] = Banner(text, now["reason"], page_of(subject))
    return list(islice(banners.values(), MOST))


def feed_of_club(club: Club, now: datetime) -> list[ClubNews]:
    """The news of the club with its changed dates, latest first."""
    found = [*club_news(club, now), *_news_of_changes(club, now)]
    return sorted(found, key=attrgetter("at", "uid"), reverse=True)[:MANY]


def _news_of_changes(club: Club, now: datetime) -> Iterator[ClubNews]:
    lately = DateChange.objects.filter(_listed_in(club), made_at__gte=now - LOOKS_BACK)
    for change in lately.select_related("night__league", "event").order_by("-pk")[:MANY]:
        subject = change.subject
        if title := change_in_words(name_of(subject), change.before, change.sent):
            is_off = change.sent["is_cancelled"]
            yield ClubNews(
                uid=news_uid("change", change.pk, change.made_at),
                title=title,
                text=change.sent["reason"] if is_off else in_words(change.sent),
                path=page_of(subject),
                at=change.made_at,
            )
