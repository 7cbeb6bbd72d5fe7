"""The people of a league: who was enrolled, who played without, and how often."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from math import inf

from django.db.models import F, Q

from leagues.models import Enrolment, Event, League, Match, Player
from leagues.models.people import surname_order
from leagues.reads.leagues.kinds.teams import members_of, teams_of
from leagues.reads.leagues.table.season import LeagueSeason, season_of
from leagues.reads.leagues.table.table_lines import LeagueLine, league_lines, lines_of_season
from leagues.reads.people.results import SAT


@dataclass(frozen=True)
class PersonLine:
    player: Player
    enrolment: Enrolment | None
    """None for players who weren't made members."""
    played: int
    """Nights; in leagues of dated matches the finished matches."""
    team: str
    line: LeagueLine | None
    """The line of the table: the player's, or their team's."""

    @property
    def order(self) -> tuple[bool, float, str]:
        """Sorts by place and team. Without a place they come later; former members come last."""
        has_left = self.enrolment is not None and self.enrolment.last_id is not None
        has_place = self.line is not None and (self.line.played or self.line.is_rung)
        return has_left, self.line.place if self.line and has_place else inf, self.team

    @property
    def partner(self) -> str:
        """The other player of a pair."""
        others = (
            (each.name for each in self.line.players if each != self.player) if self.line else ()
        )
        return " & ".join(others)


@dataclass(frozen=True)
class LeaguePeople:
    league: League

    @cached_property
    def members(self) -> list[PersonLine]:
        return self._enrolled_as(Enrolment.Kind.MEMBER)

    @cached_property
    def spares(self) -> list[PersonLine]:
        return self._enrolled_as(Enrolment.Kind.SPARE)

    @property
    def divisions(self) -> list[tuple[str, list[PersonLine]]]:
        """The members by division and place, then those in none. One group without divisions."""
        found = {name: list[PersonLine]() for name in (*self.league.divisions, "")}
        for line in sorted(self.members, key=lambda each: each.order):
            division = line.enrolment.division if line.enrolment else ""
            found.setdefault(division, []).append(line)
        return [(name, here) for name, here in found.items() if here or name]

    @cached_property
    def others(self) -> list[PersonLine]:
        """Players in the table of an open league who weren't made members."""
        if not self.league.is_open:
            return []
        members = self.league.enrolments.filter(kind=Enrolment.Kind.MEMBER)
        people = Player.objects.filter(pk__in=self._played).exclude(pk__in=members.values("player"))
        lines = [self._line_of(each) for each in people.by_surname()]
        return sorted(lines, key=lambda each: each.order)

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

    @cached_property
    def _table(self) -> dict[int | str, LeagueLine]:
        """The lines of the table by player id and by the name of a team."""
        from_matches = self.league.has_dated_matches or self.league.closed_at
        lines = league_lines(self.league) if from_matches else lines_of_season(self._season)
        of_players = {player.pk: line for line in lines for player in line.players}
        return {line.team: line for line in lines if line.team} | of_players

    def _line_of(self, player: Player, enrolment: Enrolment | None = None) -> PersonLine:
        team = self._team_of.get(player.pk, "")
        line = self._table.get(team or player.pk) or self._table.get(player.pk)
        return PersonLine(player, enrolment, self._played[player.pk], team, line)

    def _enrolled_as(self, kind: Enrolment.Kind) -> list[PersonLine]:
        found = self.league.enrolments.filter(kind=kind).select_related("player", "first", "last")
        in_order = found.order_by(F("last").asc(nulls_first=True), *surname_order("player__"))
        return [self._line_of(each.player, each) for each in in_order]


@dataclass(frozen=True)
class MemberSeason:
    """One member's season: their row of the table, and their last match."""

    here: PersonLine
    last_played: datetime | None


def season_of_member(enrolment: Enrolment) -> MemberSeason:
    league, player = enrolment.league, enrolment.player
    people = LeaguePeople(league)
    [here] = (each for each in (*people.members, *people.spares) if each.enrolment == enrolment)
    events = Event.objects.filter(Q(league=league) | Q(night__league=league))
    played = Match.objects.of_player(player).filter(ending__in=SAT, event__in=events)
    latest = played.order_by("-finished_at").values_list("finished_at", flat=True)
    return MemberSeason(here, latest.first())
