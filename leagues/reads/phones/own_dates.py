"""A player's calendar: league nights, events and dated matches."""

from datetime import datetime

from leagues.files.calendar_file import CalendarItem
from leagues.models import Answer, DatedMatch, Event, League, Match, Player
from leagues.models.events import FRIENDLIES
from leagues.reads.leagues.attendance.own_nights import leagues_of
from leagues.reads.leagues.calendar import evening_day
from leagues.reads.leagues.matches.unplayed import MATCH_PREFETCHES
from leagues.reads.leagues.matches.weeks import as_dated
from leagues.reads.leagues.pages.calendar_dates import (
    LOOKS_BACK,
    event_dates,
    match_dates,
    night_dates,
)
from leagues.reads.leagues.venues import home_venues


def own_dates(player: Player, site: str, now: datetime) -> list[CalendarItem]:
    """Calendar items of the player. Nights that they have declined are left out."""
    since = now - LOOKS_BACK
    leagues = list(leagues_of(player))
    events = Event.objects.reachable().filter(
        entries__players=player, night=None, league=None, starts_at__gte=since
    )
    return [
        *night_dates(leagues, site, since, without=_declined_nights(player, leagues)),
        *event_dates(events.exclude(kind__in=FRIENDLIES).distinct(), site),
        *_match_items(player, site, now),
    ]


def _declined_nights(player: Player, leagues: list[League]) -> set[int]:
    answers = Answer.objects.filter(player=player, night__league__in=leagues)
    last = dict(answers.order_by("pk").values_list("night", "reply"))
    return {night for night, answer in last.items() if answer == Answer.Reply.OUT}


def _match_items(player: Player, site: str, now: datetime) -> list[CalendarItem]:
    since = (now - LOOKS_BACK).date()
    dated = DatedMatch.objects.filter(due_on__gte=since)
    found = (
        Match.objects.published()
        .filter(dated__in=dated, sides__players=player, event__in=Event.objects.reachable())
        .select_related("board", "event", "dated__week__league")
        .with_sides()
        .prefetch_related(*MATCH_PREFETCHES)
        .distinct()
    )
    venues = home_venues([match.pk for match in found])
    matches = [
        (league, as_dated(match, evening_day(league, now), venues))
        for match in found
        for league in [match.dated.week.league]
    ]
    events = {match.event_id for match in found}
    return list(match_dates(events, matches, site, is_public=False))
