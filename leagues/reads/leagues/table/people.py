"""The people of a league: who was enrolled, who played without, and how often."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db.models import F, Q

from leagues.models import Enrolment, Event, League, Match, Player
from leagues.models.people import surname_order
from leagues.reads.leagues.kinds.teams import members_of, teams_of
from leagues.reads.leagues.table.season import LeagueSeason, season_of
from leagues.reads.leagues.table.table_lines import LeagueLine, league_lines
from leagues.reads.people.results import SAT


@dataclass(frozen=True)
class EnrolledLine:
    enrolment: Enrolment
    played: int
    """Nights; in leagues of dated matches the finished matches."""
    team: str


@dataclass(frozen=True)
class LeaguePeople:
    league: League

    @cached_property
    def members(self) -> list[EnrolledLine]:
        return self._enrolled_as(Enrolment.Kind.MEMBER)

    @cached_property
    def spares(self) -> list[EnrolledLine]:
        return self._enrolled_as(Enrolment.Kind.SPARE)

    @property
    def divisions(self) -> list[tuple[str, list[EnrolledLine]]]:
        """The members by division, then those in none. One group if there are no divisions."""
        found = {name: list[EnrolledLine]() for name in (*self.league.divisions, "")}
        for line in self.members:
            found.setdefault(line.enrolment.division, []).append(line)
        return [(name, here) for name, here in found.items() if here or name]

    @cached_property
    def others(self) -> list[tuple[Player, int]]:
        """Players in the table of an open league who weren't made members, and their nights."""
        if not self.league.is_open:
            return []
        members = self.league.enrolments.filter(kind=Enrolment.Kind.MEMBER)
        people = Player.objects.filter(pk__in=self._played).exclude(pk__in=members.values("player"))
        return [(each, self._played[each.pk]) for each in people.by_surname()]

    @property
    def guests(self) -> list[str]:
        """The names of players who played but have no row in the table."""
        season = self._season
        played = {
            player
            for night in season.season_nights
            for event in night.events
            for finish in event.finishes
            for player in finish.players
        }
        guests = Player.objects.filter(pk__in=played - {row.player for row in season.rows})
        return sorted(each.name for each in guests)

    @cached_property
    def _season(self) -> LeagueSeason:
        return season_of(self.league)

    @cached_property
    def _played(self) -> Counter[int]:
        if self.league.has_dated_matches:
            matches = Match.objects.without_meetings().finished().filter(event=self.league.event_id)
            return Counter(matches.values_list("sides__players", flat=True))
        return Counter({row.player: len(row.played) for row in self._season.rows})

    @cached_property
    def _team_of(self) -> dict[int, str]:
        if not self.league.of_kind.has_teams:
            return {}
        names = {team.team_id: team.name for team in teams_of(self.league)}
        return {
            person.pk: names.get(each.team, "")
            for each in members_of(self.league)
            for person in each.entry.people
        }

    def _enrolled_as(self, kind: Enrolment.Kind) -> list[EnrolledLine]:
        found = self.league.enrolments.filter(kind=kind).select_related("player", "first", "last")
        in_order = found.order_by(F("last").asc(nulls_first=True), *surname_order("player__"))
        return [
            EnrolledLine(each, self._played[each.player_id], self._team_of.get(each.player_id, ""))
            for each in in_order
        ]


@dataclass(frozen=True)
class MemberSeason:
    """One member's season: how often they played, their row of the table, and their last match."""

    here: EnrolledLine
    line: LeagueLine | None
    last_played: datetime | None


def season_of_member(enrolment: Enrolment) -> MemberSeason:
    league, player = enrolment.league, enrolment.player
    people = LeaguePeople(league)
    [here] = (each for each in (*people.members, *people.spares) if each.enrolment == enrolment)
    lines = (
        each
        for each in league_lines(league)
        if player in each.players or (here.team and each.team == here.team)
    )
    events = Event.objects.filter(Q(league=league) | Q(night__league=league))
    played = Match.objects.of_player(player).filter(ending__in=SAT, event__in=events)
    latest = played.order_by("-finished_at").values_list("finished_at", flat=True)
    return MemberSeason(here, next(lines, None), latest.first())
