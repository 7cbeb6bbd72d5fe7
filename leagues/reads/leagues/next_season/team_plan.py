"""The plan of a team league's coming season: its teams, their divisions and their squads."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from leagues.models import Entry, Event, League, Player, SeasonAnswer, TeamSeasonAnswer
from leagues.reads.leagues.kinds.teams import SquadMember, members_of, teams_of
from leagues.reads.leagues.next_season.answers import asked_for, season_replies
from leagues.reads.leagues.next_season.plan import AskedEntry, MatchIntake
from leagues.reads.leagues.table.table_lines import LeagueLine, by_division, league_lines

OUT = SeasonAnswer.Reply.OUT


@dataclass(frozen=True)
class AskedTeam(AskedEntry):
    """A team that may play the coming season. ``people`` are the squad members who stay."""

    entry: Entry
    leaving: tuple[Player, ...]
    """Squad members who answered that they do not play."""

    @property
    def key(self) -> int:
        return int(self.entry.pk)


@dataclass(frozen=True)
class TeamIntake(MatchIntake):
    """The teams that were asked, and the final tables of the season before."""

    teams: Mapping[int, AskedTeam]
    numbers: Mapping[str, int]
    """The entry id of each team in the season before, by team name."""

    def key_of(self, line: LeagueLine) -> int:
        return self.numbers[line.team]


def team_intake(league: League) -> TeamIntake:
    """Read the teams' answers for a coming season, in a constant number of queries."""
    before = league.before
    if before is None:
        return TeamIntake(league, {}, (), {}, {})
    lines, entries = league_lines(before), teams_of(before)
    asked = {each.key: each for each in _asked_teams(league, before, lines, entries)}
    stood = tuple((name, tuple(found)) for name, found in by_division(lines))
    numbers = {entry.name: entry.pk for entry in entries}
    return TeamIntake(league, asked, stood, asked, numbers)


def _asked_teams(
    league: League, before: League, lines: Sequence[LeagueLine], entries: Sequence[Entry]
) -> Iterator[AskedTeam]:
    """Yield each team that did not withdraw from the season before."""
    people, player_replies = asked_for(league), season_replies(league)
    teams = {entry.name: entry for entry in entries}
    replies = team_replies(league)
    members = members_of(before)
    for line in lines:
        entry = teams[line.team]
        if entry.state == Entry.State.WITHDRAWN:
            continue
        squad = _squad_of(members, entry, people)
        yield AskedTeam(
            tuple(player for player in squad if player_replies.get(player.pk) != OUT),
            line,
            replies.get(entry.pk, ""),
            entry,
            tuple(player for player in squad if player_replies.get(player.pk) == OUT),
        )


def _squad_of(
    members: Sequence[SquadMember], entry: Entry, people: Mapping[int, Player]
) -> list[Player]:
    """List the team's members who stayed to the end of the season, as the players they are now."""
    own = [each.entry.people[0] for each in members if each.team == (entry.team_id or 0)]
    found = [people.get(player.merged_into_id or player.pk) for player in own]
    return [player for player in found if player is not None]


def team_replies(league: League) -> dict[int, str]:
    """The latest answer of each team, by its entry id in the season before."""
    answers = TeamSeasonAnswer.objects.filter(league=league).order_by("pk")
    return dict(answers.values_list("entry", "reply"))


@dataclass(frozen=True)
class TeamAsked:
    """A coming season that a team is asked to play."""

    league: League
    team: AskedTeam


def season_asked_of(team: Entry) -> TeamAsked | None:
    """The coming season that this team is asked for, or None if there is none or it has begun."""
    coming = League.objects.filter(
        before__event=team.event_id, closed_at=None, event__state=Event.State.PLANNED
    )
    league = coming.select_related("before", "event", "club").first()
    asked = team_intake(league).teams.get(team.pk) if league else None
    return TeamAsked(league, asked) if league and asked else None
