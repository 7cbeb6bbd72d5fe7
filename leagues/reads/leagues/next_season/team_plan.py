"""Which teams play the coming season of their league, where, and with whom."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from leagues.models import Entry, Event, League, Player, SeasonAnswer, TeamSeasonAnswer
from leagues.reads.leagues.kinds.teams import SquadMember, members_of, teams_of
from leagues.reads.leagues.next_season.answers import asked_for, season_says
from leagues.reads.leagues.next_season.plan import AskedEntry, MatchIntake
from leagues.reads.leagues.table.lines import LeagueLine, by_division, league_lines

OUT = SeasonAnswer.Says.OUT


@dataclass(frozen=True)
class AskedTeam(AskedEntry):
    """A team that may play the coming season. ``people`` are those of its squad who stay."""

    entry: Entry
    leaving: tuple[Player, ...]
    """Who was in the squad, and says that they do not play."""

    @property
    def key(self) -> int:
        return int(self.entry.pk)


@dataclass(frozen=True)
class TeamIntake(MatchIntake):
    """Which teams were asked, and where the season before left them."""

    teams: Mapping[int, AskedTeam]
    numbers: Mapping[str, int]
    """The entry of every team of the season before, by its name."""

    def key_of(self, line: LeagueLine) -> int:
        return self.numbers[line.team]


def team_intake(league: League) -> TeamIntake:
    """In a number of queries that never grows."""
    before = league.before
    if before is None:
        return TeamIntake(league, {}, (), {}, {})
    lines, entries = league_lines(before), teams_of(before)
    asked = {each.key: each for each in _asked(league, before, lines, entries)}
    stood = tuple((name, tuple(found)) for name, found in by_division(lines))
    numbers = {entry.name: entry.pk for entry in entries}
    return TeamIntake(league, asked, stood, asked, numbers)


def _asked(
    league: League, before: League, lines: Sequence[LeagueLine], entries: Sequence[Entry]
) -> Iterator[AskedTeam]:
    """Every team that was in it to its end."""
    people, said = asked_for(league), season_says(league)
    teams = {entry.name: entry for entry in entries}
    says = team_says(league)
    members = members_of(before)
    for line in lines:
        entry = teams[line.team]
        if entry.state == Entry.State.WITHDRAWN:
            continue
        squad = _squad(members, entry, people)
        yield AskedTeam(
            tuple(player for player in squad if said.get(player.pk) != OUT),
            line,
            says.get(entry.pk, ""),
            entry,
            tuple(player for player in squad if said.get(player.pk) == OUT),
        )


def _squad(
    members: Sequence[SquadMember], entry: Entry, people: Mapping[int, Player]
) -> list[Player]:
    """Who they are today, of those who were members to its end."""
    own = [each.entry.people[0] for each in members if each.team == (entry.team_id or 0)]
    found = [people.get(player.merged_into_id or player.pk) for player in own]
    return [player for player in found if player is not None]


def team_says(league: League) -> dict[int, str]:
    """The last word of every team, by its entry in the season before."""
    answers = TeamSeasonAnswer.objects.filter(league=league).order_by("pk")
    return dict(answers.values_list("entry", "says"))


@dataclass(frozen=True)
class TeamAsked:
    """A coming season that a team is asked for."""

    league: League
    team: AskedTeam


def season_asked_of(team: Entry) -> TeamAsked | None:
    """Until it begins."""
    coming = League.objects.filter(
        before__event=team.event_id, closed_at=None, event__state=Event.State.PLANNED
    )
    league = coming.select_related("before", "event", "club").first()
    asked = team_intake(league).teams.get(team.pk) if league else None
    return TeamAsked(league, asked) if league and asked else None
