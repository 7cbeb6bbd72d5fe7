"""Teams of a league: their squads, meetings, line-ups and boards."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import cached_property
from itertools import zip_longest

from leagues.models import (
    Entry,
    Event,
    League,
    Match,
    MeetingLineUp,
    PoolEntry,
    Stage,
    Surface,
    TeamBoard,
)
from leagues.reads.leagues.kinds.rules import own_rules
from leagues.reads.tables.tables import Table, tables_of
from leagues.stages.team_meetings import TeamPlayer, TeamRules, club_of_team

PLAYERS, TEAMS = 1, 2
"""The stage numbers of a team league: one stage holds the players, the other the teams."""


def stage_of_players(league: League) -> Stage | None:
    """The stage that holds the players, or None before the season starts."""
    assert league.event is not None
    stage: Stage | None = league.event.stages.filter(number=PLAYERS).first()
    if stage is not None:
        stage.event = league.event
    return stage


def teams_of(league: League) -> list[Entry]:
    """List the teams of a league, division by division."""
    places = PoolEntry.objects.filter(stage__event=league.event_id, stage__number=TEAMS)
    found = places.order_by("pool__number", "seed").select_related("entry__team")
    return [place.entry for place in found]


@dataclass(frozen=True)
class SquadMember:
    """A player of the league and their team."""

    entry: Entry
    team: int

    @property
    def pk(self) -> int:
        return self.entry.pk


def members_of(league: League) -> list[SquadMember]:
    """List the active players of the league, by name."""
    places = PoolEntry.objects.filter(stage__event=league.event_id)
    here = places.filter(stage__number=PLAYERS).values("entry")
    entries = Entry.objects.filter(pk__in=here, state=Entry.State.ACTIVE)
    found = entries.named().as_listed()
    return [SquadMember(entry, entry.team_id or 0) for entry in found]


@dataclass(frozen=True)
class SquadRegister:
    """All players of a team league and the line-ups they were named in; each is read once."""

    league: League

    @cached_property
    def rules(self) -> TeamRules:
        return own_rules(self.league, TeamRules)

    @cached_property
    def members(self) -> list[SquadMember]:
        return members_of(self.league)

    @cached_property
    def team_names(self) -> dict[int, str]:
        return {each.team_id or 0: each.name for each in teams_of(self.league)}

    @cached_property
    def names(self) -> dict[int, str]:
        return {each.pk: each.entry.shown_on(Surface.WEB) for each in self.members}

    def name_of(self, key: int) -> str:
        """The name of a player by entry id, also if they have left; "?" if unknown."""
        if key not in self.names:
            gone = Entry.objects.named().filter(event=self.league.event_id, pk=key)
            return next((each.shown_on(Surface.WEB) for each in gone), "?")
        return self.names[key]

    @cached_property
    def line_ups(self) -> list[MeetingLineUp]:
        """The line-ups of meetings that count. Line-ups of annulled meetings are left out, so they
        do not use up a player's turns as a stand-in.
        """
        named = MeetingLineUp.objects.filter(meeting__event=self.league.event_id)
        counting = named.exclude(meeting__ending=Match.Ending.ANNULLED)
        return list(counting.select_related("entry", "meeting"))

    def club_of(self, team: int) -> str:
        return club_of_team(self.team_names.get(team, ""))

    def players_for(self, meeting: Match, team: Entry) -> Mapping[int, TeamPlayer]:
        """The players a captain may choose for a meeting, by entry id: the team's squad and other
        players of its club.
        """
        club = self.club_of(team.team_id or 0)
        members = [each for each in self.members if self.club_of(each.team) == club]
        stood_in, taken = self._elsewhere(meeting, team, members)
        return {
            each.pk: TeamPlayer(
                each.pk,
                each.team,
                club,
                stood_in.get(each.pk, 0),
                is_taken=each.pk in taken,
                is_in=self._begins_by(each, meeting),
            )
            for each in members
        }

    @cached_property
    def _begins(self) -> dict[int, date | None]:
        """The day each player joined a squad, by player id; None if they started with it."""
        here = self.league.enrolments.filter(last=None).order_by("pk")
        return dict(here.values_list("player", "first__on"))

    def first_day(self, member: SquadMember) -> date | None:
        return self._begins.get(member.entry.people[0].pk)

    def _begins_by(self, member: SquadMember, meeting: Match) -> bool:
        first = self.first_day(member)
        return first is None or first <= day_of(meeting)

    def _elsewhere(
        self, meeting: Match, team: Entry, members: Collection[SquadMember]
    ) -> tuple[dict[int, int], set[int]]:
        """Count how often each member stood in for another team, except in this meeting, and
        collect those who play for another team in the same pairing round.
        """
        own = {each.pk: each.team for each in members}
        stood_in, taken = dict[int, int](), set[int]()
        for each in self.line_ups:
            if each.meeting_id == meeting.pk and each.entry_id == team.pk:
                continue
            here = {key for place in each.places for key in place} & own.keys()
            for key in here:
                if each.entry.team_id != own[key]:
                    stood_in[key] = stood_in.get(key, 0) + 1
            if each.meeting.pairing_round_id == meeting.pairing_round_id:
                taken |= here
        return stood_in, taken


def day_of(meeting: Match) -> date:
    """The agreed day of a meeting, or else the day of its week."""
    day: date = meeting.dated.on or meeting.dated.week.on
    return day


def line_up_due(league: League, meeting: Match) -> datetime:
    """The deadline for the line-ups of a meeting, counted back from its agreed day or its week."""
    dated = meeting.dated
    starts = dated.week.starts_at
    if dated.on:
        starts = starts.replace(year=dated.on.year, month=dated.on.month, day=dated.on.day)
    return starts - timedelta(hours=own_rules(league, TeamRules).hours_before)


# --- For pages ------------------------------------------------------------------------------


@dataclass(frozen=True)
class BoardLine:
    """One board of a team meeting: its number and its match."""

    number: int
    match: Match


def boards_of(meetings: Iterable[int]) -> dict[int, list[BoardLine]]:
    """The boards of many meetings with names, by meeting id, in a constant number of queries."""
    wanted = TeamBoard.objects.filter(meeting__in=list(meetings))
    lines = list(wanted.order_by("meeting", "number"))
    matches = Match.objects.filter(pk__in=[each.match_id for each in lines])
    found = {match.pk: match for match in matches.with_sides().with_disputes()}
    boards: dict[int, list[BoardLine]] = {}
    for each in lines:
        line = BoardLine(each.number, found[each.match_id])
        boards.setdefault(each.meeting_id, []).append(line)
    return boards


def squads_at(match: Match) -> list[tuple[Entry | None, ...]]:
    """The squads of a meeting, a player of each side on a line, by name; None where a squad is
    shorter. Empty if it is not a meeting of teams.
    """
    if not is_meeting(match):
        return []
    teams = [entry.team_id for side in match.sides.all() for entry in side.entry_list]
    players = Entry.objects.filter(
        event=match.event_id,
        pools__stage__number=PLAYERS,
        team__in=teams,
        state=Entry.State.ACTIVE,
    )
    found = list(players.named().as_listed())
    squads = ([each for each in found if each.team_id == team] for team in teams)
    return list(zip_longest(*squads))


def squad_tables(team: Entry) -> list[Table]:
    """The players' tables with only the squad of a team; empty if the entry is not a team."""
    if team.event.sides != Event.Sides.TEAMS or not team.pools.filter(stage__number=TEAMS).exists():
        return []
    league = League.objects.filter(event=team.event_id).first()
    stage = stage_of_players(league) if league and league.of_kind.has_teams else None
    tables = [
        replace(table, lines=tuple(e for e in table.lines if e.entry.team_id == team.team_id))
        for table in (tables_of(stage) if stage else ())
    ]
    return [table for table in tables if table.lines]


def is_meeting(match: Match) -> bool:
    """True if this match is a meeting of two teams, and not one of its boards."""
    if match.event.sides != match.event.Sides.TEAMS:
        return False
    return not TeamBoard.objects.filter(match=match.pk).exists()
