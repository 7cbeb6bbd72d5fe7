"""Who plays the coming season of a league, and where: the plan from which it begins."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from django.utils.translation import gettext as _

from leagues.models import Enrolment, League, Player, SeasonAnswer
from leagues.reads.leagues.kinds.boxes import Wishes
from leagues.reads.leagues.kinds.rules import own_rules
from leagues.reads.leagues.next_season.answers import asked_for, season_says
from leagues.reads.leagues.table.lines import LeagueLine, by_division, league_lines
from leagues.stages.boxes import SMALLEST, BoxRules, adjusted, moving
from leagues.stages.group_plan import GroupPlan
from leagues.stages.promotion import Level, Movement, Stood, next_groups

Says = SeasonAnswer.Says


@dataclass(frozen=True)
class AskedEntry:
    """A player, or those of a pair, who may play the coming season as one entry."""

    people: tuple[Player, ...]
    line: LeagueLine | None
    """In the table of the season before; None for a player who wasn't in it."""
    says: str
    """In once all of them say so, out as soon as one does."""
    said_in: int = field(default=0, kw_only=True)
    """How many of them have said in."""

    @property
    def waits_for_partner(self) -> bool:
        return not self.says and bool(self.said_in)

    @property
    def key(self) -> int:
        return key_of(self.people)

    @property
    def name(self) -> str:
        return self.line.name if self.line else self.people[0].name


@dataclass(frozen=True)
class MatchIntake:
    """The answers for a season of dated matches, and the last tables of the one before."""

    league: League
    asked: Mapping[int, AskedEntry]
    stood: tuple[tuple[str, tuple[LeagueLine, ...]], ...]
    """The lines of every division or box, also of those who have left."""

    @property
    def counts(self) -> dict[str, int]:
        asked = self.asked.values()
        says = [each.says for each in asked]
        partly = sum(each.waits_for_partner for each in asked)
        return {
            "inside": says.count(Says.IN),
            "out": says.count(Says.OUT),
            "partly": partly,
            "silent": says.count("") - partly,
        }

    def key_of(self, line: LeagueLine) -> int:
        """The number of an entry of the season before."""
        return key_of(line.players)

    @property
    def names(self) -> list[str]:
        """The groups of the season before, the highest first."""
        return [name for name, _lines in self.stood]

    def group_name(self, number: int) -> str:
        """What the group in this place is called, 1 for the highest."""
        if number <= len(self.names):
            return self.names[number - 1]
        if self.is_boxes:
            return _("Box %(n)s") % {"n": number}
        return _("Division %(n)s") % {"n": number}

    @property
    def is_boxes(self) -> bool:
        return self.league.kind == League.Kind.BOXES

    @property
    def least(self) -> int:
        """How many a group needs to play."""
        return 3 if self.is_boxes else 2

    @cached_property
    def levels(self) -> list[Level[int]]:
        return [
            [tuple(Stood(self.key_of(line), line.place, line.played, line.total) for line in lines)]
            for _name, lines in self.stood
        ]

    def plan(self, wishes: Wishes) -> GroupPlan[int]:
        """Who plays where, as the tables and the wishes have it. Who is new has a number
        below nought."""
        there = {row.entry for level in self.levels for table in level for row in table}
        playing = self.asked.keys() - {*wishes.leaving}
        joining = [*(key for key in playing if key not in there), *wishes.joining]
        many = len(playing) + len(wishes.joining)
        rules = own_rules(self.league, BoxRules)
        movement = Movement(
            rules.go_up if self.is_boxes else moving,
            rules.needed if self.is_boxes else lambda size: 0,
            there - playing,
            wishes.declining,
            joining,
            wishes.settled,
        )
        return next_groups(self.levels, self._sizes(many), movement)

    def _sizes(self, many: int) -> Sequence[int]:
        before = [len(lines) for _name, lines in self.stood]
        if not many:
            return []
        if self.is_boxes:
            return own_rules(self.league, BoxRules).next_sizes(before, many)
        return adjusted(before, many) if before else [many]


def key_of(people: Sequence[Player]) -> int:
    """The number of an entry: nobody is in two of a season."""
    return min(player.pk for player in people)


def match_intake(league: League) -> MatchIntake:
    """In a number of queries that never grows."""
    before = league.before
    lines = league_lines(before) if before else ()
    asked = {each.key: each for each in _asked(league, lines)}
    stood = tuple((name, tuple(found)) for name, found in by_division(lines))
    return MatchIntake(league, asked, stood)


def _asked(league: League, lines: Sequence[LeagueLine]) -> Iterator[AskedEntry]:
    """Every line of the season before all of whose people were in it to its end."""
    people, says = asked_for(league), season_says(league)
    for line in lines:
        if all(player.pk in people for player in line.players):
            said = [says.get(player.pk, "") for player in line.players]
            yield AskedEntry(line.players, line, _together(said), said_in=said.count(Says.IN.value))


def _together(said: Sequence[str]) -> str:
    if Says.OUT in said:
        return Says.OUT.value
    return Says.IN.value if {*said} == {Says.IN} else ""


@dataclass(frozen=True)
class NightIntake(MatchIntake):
    """The answers for a season of nights, also of players who asked to join."""

    members: Mapping[int, str]
    """The division of each player who has been made a member."""

    @property
    def names(self) -> list[str]:
        return self.league.divisions or [""]

    @property
    def least(self) -> int:
        """Of a division; any number where the divisions are not as many as before."""
        return SMALLEST if len(self.names) == len(self.stood) > 1 else 0

    def plan(self, wishes: Wishes) -> GroupPlan[int]:
        """Members who weren't moved up when they were saved don't have to go up later."""
        was = {self.key_of(line): at for at, (_, lines) in enumerate(self.stood) for line in lines}
        numbers = {name: number for number, name in enumerate(self.names)}
        stay = [
            key for key, name in self.members.items() if numbers.get(name, 0) >= was.get(key, 0)
        ]
        return super().plan(replace(wishes, declining=[*wishes.declining, *stay]))

    def _sizes(self, many: int) -> Sequence[int]:
        each, more = divmod(many, len(self.names))
        return [each + (at < more) for at in range(len(self.names))] if many else []


def night_intake(league: League) -> NightIntake:
    """In a number of queries that never grows."""
    before, says, people = league.before, season_says(league), asked_for(league)
    enrolled = league.enrolments.filter(kind=Enrolment.Kind.MEMBER)
    members = dict(enrolled.values_list("player", "division"))
    people |= Player.objects.present().in_bulk((says.keys() | members.keys()) - people.keys())
    lines = league_lines(before) if before else ()
    line_of = {player.pk: line for line in lines for player in line.players}
    divisions = before.divisions if before else []
    stood = tuple(
        (name, tuple(line for line in lines if line.division == name)) for name in divisions
    )
    return NightIntake(
        league,
        {pk: AskedEntry((each,), line_of.get(pk), says.get(pk, "")) for pk, each in people.items()},
        stood or (("", lines),),
        members,
    )
