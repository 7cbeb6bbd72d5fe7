"""The meetings of a team, for its captain and the desk."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property

from leagues.models import CaptainLink, Entry, League, Match, MeetingLineUp, Stage, Surface
from leagues.models.matches import MatchQuerySet
from leagues.reads.leagues.calendar import evening_day
from leagues.reads.leagues.kinds.teams import (
    TEAMS,
    BoardLine,
    SquadRegister,
    boards_of,
    day_of,
    line_up_due,
    teams_of,
)
from leagues.reads.leagues.matches.unplayed import MATCH_PREFETCHES, build_arrangement
from leagues.reads.tables.tables import tables_of
from leagues.stages.match_dates import MatchDates


@dataclass(frozen=True)
class TeamMeeting:
    """A meeting from the view of one of its teams."""

    match: Match
    other: str
    due: datetime
    mine: tuple[tuple[int, ...], ...] | None
    kept: tuple[tuple[int, ...], ...] | None
    """The team's line-up, without players who have left since; None before it is named."""
    lacks: tuple[str, ...]
    theirs: tuple[str, ...] | None
    """The names in the other team's line-up; None while it is missing or hidden."""
    is_theirs_in: bool
    boards: tuple[BoardLine, ...]
    is_late: bool

    @property
    def is_over(self) -> bool:
        return self.match.state == Match.State.FINISHED

    @property
    def day(self) -> date:
        return day_of(self.match)

    @property
    def where(self) -> str:
        """The agreed venue, or else the home venue; "" if neither is known."""
        home = min(self.match.sides.all(), key=lambda side: side.seat)
        place: str = self.match.dated.place or home.entry_list[0].venue
        return place

    @property
    def may_change(self) -> bool:
        """True while no board has begun. A forfeited board has not begun."""
        if self.is_over and not self.boards:
            return False
        begun = (Match.State.PLAYING, Match.State.CALLED)
        return not any(
            each.match.state in begun
            or each.match.ending in ("played", "totals", "annulled", "withdrawn")
            for each in self.boards
        )


def meetings_of(register: SquadRegister, team: Entry, now: datetime) -> list[TeamMeeting]:
    """List all meetings of a team, by week. The other team's line-up is included once both are
    in, or after the deadline.
    """
    ordered = list(_meetings_in_order(register).filter(sides__entries=team))
    boards = boards_of(match.pk for match in ordered)
    named = _line_ups_for(ordered)
    return [_of_team(register, team, m, boards, named, now) for m in ordered]


def _meetings_in_order(register: SquadRegister) -> MatchQuerySet:
    found = Match.objects.published().filter(
        event=register.league.event_id, dated__isnull=False, team_board=None
    )
    matches = found.with_sides().select_related("dated__week", "event", "pairing_round")
    return matches.order_by("dated__week__on", "number")


def _line_ups_for(meetings: Iterable[Match]) -> dict[tuple[int, int], MeetingLineUp]:
    line_ups = MeetingLineUp.objects.filter(meeting__in=[match.pk for match in meetings])
    return {(each.meeting_id, each.entry_id): each for each in line_ups}


def _of_team(
    register: SquadRegister,
    team: Entry,
    match: Match,
    boards: Mapping[int, list[BoardLine]],
    named: Mapping[tuple[int, int], MeetingLineUp],
    now: datetime,
) -> TeamMeeting:
    league, names = register.league, register.names
    match.dated.week.league = league
    [other] = [entry for side in match.sides.all() for entry in side.entry_list if entry != team]
    due = line_up_due(league, match)
    own, others = named.get((match.pk, team.pk)), named.get((match.pk, other.pk))
    kept = None if own is None else tuple(tuple(place) for place in own.places)
    mine = None if own is None or own.lacks else kept
    theirs = None if others is None or others.lacks else others.places
    is_shown = theirs is not None and (mine is not None or now >= due)
    return TeamMeeting(
        match,
        other.shown_on(Surface.WEB),
        due,
        mine,
        kept,
        tuple(register.name_of(key) for key in own.lacks) if own else (),
        tuple(" & ".join(names.get(key, "?") for key in place) for place in theirs or ())
        if is_shown
        else None,
        theirs is not None,
        tuple(boards.get(match.pk, ())),
        is_late=mine is None and now >= due,
    )


# --- For the desk ---------------------------------------------------------------------------


@dataclass(frozen=True)
class TeamRow:
    """A team as the desk lists it."""

    team: Entry
    players: tuple[Entry, ...]
    has_link: bool
    place: str
    """As "3", or "3=" if teams share it; "" before the first table."""
    today: date
    next: TeamMeeting | None
    """The first meeting it has still to play, which may be of a past week."""

    @cached_property
    def dates(self) -> MatchDates | None:
        return (
            build_arrangement(self.next.match, self.next.match.dated).dates if self.next else None
        )

    @property
    def is_overdue(self) -> bool:
        return self.dates is not None and self.dates.last_day < self.today

    @property
    def lacks_line_up(self) -> bool:
        """True once the line-up was due; its meeting may still be played for days."""
        is_due = self.next is not None and self.next.is_late
        return is_due and self.team.state != Entry.State.WITHDRAWN


def team_rows(league: League, now: datetime) -> list[TeamRow]:
    """The teams of a league, those that need the desk first, in a constant number of queries."""
    register, teams = SquadRegister(league), teams_of(league)
    links = CaptainLink.objects.filter(entry__in=teams, is_open=True)
    linked = {link.pk for link in links}
    stages = Stage.objects.filter(event=league.event_id, number=TEAMS)  # none before the draw
    tables = (table for stage in stages for table in tables_of(stage) if table.has_begun)
    places = dict[int, str]()
    for lines in (table.lines for table in tables):
        shared = Counter(line.row.place for line in lines)
        equals = {place: "=" if n > 1 else "" for place, n in shared.items()}
        places |= {each.entry.pk: f"{each.row.place}{equals[each.row.place]}" for each in lines}
    ahead = _next_meetings(register, teams, now)
    rows = [
        TeamRow(
            team,
            tuple(each.entry for each in register.members if each.team == team.team_id),
            team.pk in linked,
            places.get(team.pk, ""),
            evening_day(league, now),
            ahead.get(team.pk),
        )
        for team in teams
    ]
    return sorted(rows, key=lambda row: (not row.is_overdue, not row.lacks_line_up))


def _next_meetings(
    register: SquadRegister, teams: Iterable[Entry], now: datetime
) -> dict[int, TeamMeeting]:
    unfinished = _meetings_in_order(register).unfinished()
    ahead = list(unfinished.prefetch_related(*MATCH_PREFETCHES))
    first = {
        entry.pk: match
        for match in reversed(ahead)
        for side in match.sides.all()
        for entry in side.entry_list
    }
    named = _line_ups_for(ahead)
    return {
        team.pk: _of_team(register, team, first[team.pk], {}, named, now)
        for team in teams
        if team.pk in first
    }
