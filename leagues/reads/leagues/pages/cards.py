"""League cards: the next night or current week, and the leaders."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q
from django.utils import timezone

from leagues.models import Event, League, Match, Player, Surface
from leagues.reads.leagues.attendance.head_count import HeadCount, read_head_count
from leagues.reads.leagues.calendar import evening_day
from leagues.reads.leagues.kinds.ladder import ladder_of
from leagues.reads.leagues.matches.weeks import open_stage
from leagues.reads.leagues.table.season import LeagueNight, LeagueSeason, season_of
from leagues.reads.leagues.table.table_lines import LeagueLine, by_division, league_lines
from leagues.reads.tables.tables import Table, tables_of
from leagues.reads.tolerant_rows import read_each
from leagues.say import say
from scoring.text import Listing


@dataclass(frozen=True)
class DivisionLeader:
    name: str
    """The name of the division; "" if there is only one."""
    who: str


@dataclass(frozen=True)
class MatchCard:
    league: League
    week: int
    """The number of the week that began last; 1 before the season starts."""
    weeks: int
    played: int
    matches: int
    leaders: tuple[DivisionLeader, ...]
    is_current: bool


MANY = 3  # a first place shared by more is not shown


@dataclass(frozen=True)
class LeagueCard:
    season: LeagueSeason
    leaders: str
    """The names in first place; "" before the first night, or if too many share it."""
    count: HeadCount | None
    """The head count of the next night, or None."""

    @property
    def league(self) -> League:
        return self.season.league

    @property
    def now(self) -> LeagueNight | None:
        return self.season.now

    @property
    def next(self) -> LeagueNight | None:
        return self.season.next

    @property
    def is_current(self) -> bool:
        return self.now is not None or self.next is not None


def league_cards(leagues: Iterable[League]) -> list[LeagueCard | MatchCard]:
    now = timezone.now()

    def card(league: League) -> LeagueCard | MatchCard:
        if league.has_dated_matches:
            return match_card(league, now)
        return _night_card(season_of(league, with_running=True))

    return list(read_each(leagues, card))


def _night_card(season: LeagueSeason) -> LeagueCard:
    count = read_head_count(season.next.row) if season.next else None
    return LeagueCard(season, _leader_names(season), count)


def _leader_names(season: LeagueSeason) -> str:
    """The names of the leaders, from the highest division."""
    highest = season.rows[0].division if season.rows else None
    first = [row.player for row in season.rows if row.place == 1 and row.division == highest]
    if not season.over or len(first) > MANY:
        return ""
    players = Player.objects.in_bulk(first)
    return say(Listing(tuple(players[p].shown_on(Surface.WEB) for p in first)))


def match_card(league: League, now: datetime) -> MatchCard:
    """The card of a league of dated matches. The database counts the matches, so that a list of
    leagues builds no match rows.
    """
    event = league.event
    assert event is not None
    event.club = league.club
    weeks = [night.on for night in league.nights.in_order().filter(is_cancelled=False)]
    begun = sum(on <= evening_day(league, now) for on in weeks)
    known = Match.objects.published().filter(event=event, dated__isnull=False, team_board=None)
    played = Q(state=Match.State.FINISHED)
    counts = known.aggregate(all=Count("pk"), played=Count("pk", filter=played))
    return MatchCard(
        league,
        max(begun, 1) if weeks else 0,
        len(weeks),
        counts["played"],
        counts["all"],
        _division_leaders(league, event),
        event.state == Event.State.RUNNING and not league.closed_at,
    )


def _division_leaders(league: League, event: Event) -> tuple[DivisionLeader, ...]:
    """The leader of each division that has one; on a ladder the entry at the top."""
    if league.closed_at:
        return tuple(
            DivisionLeader(division, _champion_names(lines))
            for division, lines in by_division(league_lines(league))
        )
    if league.of_kind.is_ladder:
        return tuple(
            DivisionLeader("", line.entry.shown_on(Surface.WEB))
            for line in ladder_of(league).lines[:1]
        )
    stage = open_stage(event)
    return tuple(
        DivisionLeader(table.pool.name, who)
        for table in (tables_of(stage) if stage else ())
        if (who := _leading_names(table))
    )


def _champion_names(lines: Sequence[LeagueLine]) -> str:
    first = tuple(line.shown_on(Surface.WEB) for line in lines if line.place == 1)
    return say(Listing(first))


def _leading_names(table: Table) -> str:
    first = [line for line in table.lines if line.row.place == 1]
    if not table.has_begun or len(first) > MANY:
        return ""
    return say(Listing(tuple(line.entry.shown_on(Surface.WEB) for line in first)))
