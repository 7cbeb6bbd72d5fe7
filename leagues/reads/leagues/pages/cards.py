"""League cards: the next night or current week, and the leaders."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone

from leagues.models import Entry, Event, League, LeagueSummary, Night, Player, Surface
from leagues.models.leagues import LeagueQuerySet
from leagues.reads.leagues.attendance.head_count import HeadCount, head_counts
from leagues.reads.leagues.calendar import evening_day
from leagues.reads.leagues.pages.summaries import summaries_of
from leagues.reads.tolerant_rows import read_each, read_together
from leagues.say import say
from scoring.text import Listing


@dataclass(frozen=True)
class DivisionLeader:
    name: str
    """The name of the division; "" if there is only one."""
    who: str
    points: str
    """As text; "" on a ladder."""


@dataclass(frozen=True)
class MatchCard:
    league: League
    week: int
    """The number of the week that began last; 1 before the season starts, 0 where matches have
    no weeks.
    """
    weeks: int
    next_day: date | None
    """The first day of the next week. None without one, and where matches have no weeks."""
    played: int
    matches: int
    leaders: tuple[DivisionLeader, ...]
    is_current: bool
    is_on = False


@dataclass(frozen=True)
class LeagueCard:
    league: League
    now: int | None
    """The number of the running night, or None."""
    next: Night | None
    count: HeadCount | None
    """The head count of the next night, or None."""
    over: int
    planned: int
    leaders: tuple[DivisionLeader, ...]
    """Who is in first place; empty before the first night, or if too many share it."""

    @property
    def is_on(self) -> bool:
        return self.now is not None

    @property
    def is_current(self) -> bool:
        return self.is_on or self.next is not None

    @property
    def next_day(self) -> date | None:
        return self.next.on if self.next else None


def league_cards(leagues: LeagueQuerySet) -> list[LeagueCard | MatchCard]:
    """The card of each current league that can be read, first those whose night is on. The number
    of queries doesn't grow with the leagues, except for those that have changed.
    """
    now = timezone.now()
    found = dict(summaries_of(leagues))
    of_nights = [each for each in found.items() if not each[0].event]
    of_matches = [each for each in found.items() if each[0].event]
    nights = _next_nights(of_nights, now)
    counts = _head_counts(list(nights.values()), now)
    players = Player.objects.in_bulk(_leaders_in(of_nights))
    entries = Entry.objects.named().in_bulk(_leaders_in(of_matches))

    def card(league: League) -> LeagueCard | MatchCard:
        summary = found[league]
        if league.event:
            return _match_card(league, league.event, summary, entries, now)
        night = nights.get(league.pk)
        return LeagueCard(
            league,
            summary.now,
            night,
            counts[night.pk] if night else None,
            summary.over,
            summary.planned,
            _leaders_of(summary, players),
        )

    return sorted(read_each(found, card), key=lambda each: (not each.is_on, each.league.pk))


def _leaders_in(found: Iterable[tuple[League, LeagueSummary]]) -> set[int]:
    return {each for _, summary in found for _, first, *_ in summary.leaders for each in first}


def _next_nights(found: Iterable[tuple[League, LeagueSummary]], now: datetime) -> dict[int, Night]:
    """The next night whose evening is not over of each league that has one, by league id."""
    at = now.timestamp()
    first = {
        night: league
        for league, summary in found
        for night in [night for night, until in summary.dates if at < until][:1]
    }
    nights = list(Night.objects.filter(pk__in=first))
    for night in nights:
        night.league = first[night.pk]
    return {night.league_id: night for night in nights}


def _head_counts(nights: Sequence[Night], now: datetime) -> dict[int, HeadCount]:
    """The head counts by night id, without those of leagues that can't be read."""
    night_of = {night.league: night for night in nights}
    return read_together(
        list(night_of), lambda leagues: head_counts([night_of[each] for each in leagues], now)
    )


def _match_card(
    league: League,
    event: Event,
    summary: LeagueSummary,
    entries: Mapping[int, Entry],
    now: datetime,
) -> MatchCard:
    weeks, today = summary.dates, evening_day(league, now).isoformat()
    has_weeks = not (league.of_kind.is_ladder or league.of_kind.is_own_time)
    return MatchCard(
        league,
        max(sum(on <= today for on in weeks), 1) if weeks and has_weeks else 0,
        len(weeks),
        next((date.fromisoformat(on) for on in weeks if has_weeks and on > today), None),
        summary.over,
        summary.planned,
        _leaders_of(summary, entries),
        event.state == Event.State.RUNNING,
    )


def _leaders_of(
    summary: LeagueSummary, named: Mapping[int, Player] | Mapping[int, Entry]
) -> tuple[DivisionLeader, ...]:
    return tuple(
        DivisionLeader(
            division, say(Listing(tuple(named[e].shown_on(Surface.WEB) for e in first))), points
        )
        for division, first, points in summary.leaders
    )
