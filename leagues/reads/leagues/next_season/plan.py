"""The plan of a league's coming season: who plays, and in which division or box."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from django.utils.translation import gettext as _

from leagues.models import Enrolment, League, Player, SeasonAnswer
from leagues.reads.leagues.kinds.boxes import Wishes
from leagues.reads.leagues.kinds.rules import own_rules
from leagues.reads.leagues.next_season.answers import asked_for, season_replies
from leagues.reads.leagues.table.table_lines import LeagueLine, by_division, league_lines
from leagues.stages.boxes import SMALLEST, BoxRules, adjust_sizes, moving_count
from leagues.stages.group_plan import GroupPlan
from leagues.stages.promotion import Level, Movement, Stood, next_groups

Reply = SeasonAnswer.Reply


@dataclass(frozen=True)
class AskedEntry:
    """A player or pair who may play the coming season as one entry."""

    people: tuple[Player, ...]
    line: LeagueLine | None
    """Their line in the last table of the season before; None for a new player."""
    reply: str
    """``IN`` if all of them are in, ``OUT`` if one is out, otherwise ""."""
    count_in: int = field(default=0, kw_only=True)
    """The number of them who answered that they play."""

    @property
    def waits_for_partner(self) -> bool:
        return not self.reply and bool(self.count_in)

    @property
    def key(self) -> int:
        return key_of(self.people)

    @property
    def name(self) -> str:
        return self.line.name if self.line else self.people[0].name


@dataclass(frozen=True)
class MatchIntake:
    """The answers for a season of dated matches, and the final tables of the season before."""

    league: League
    asked: Mapping[int, AskedEntry]
    stood: tuple[tuple[str, tuple[LeagueLine, ...]], ...]
    """The lines of each division or box by name, including players who left."""

    @property
    def counts(self) -> dict[str, int]:
        asked = self.asked.values()
        replies = [each.reply for each in asked]
        partly = sum(each.waits_for_partner for each in asked)
        return {
            "inside": replies.count(Reply.IN),
            "out": replies.count(Reply.OUT),
            "partly": partly,
            "silent": replies.count("") - partly,
        }

    def key_of(self, line: LeagueLine) -> int:
        """The key of the entry that had this line in the season before."""
        return key_of(line.players)

    @property
    def names(self) -> list[str]:
        """The names of the groups of the season before, highest first."""
        return [name for name, _lines in self.stood]

    def group_name(self, number: int) -> str:
        """The name of a group by its number, 1 for the highest."""
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
        """The smallest size of a group."""
        return 3 if self.is_boxes else 2

    @cached_property
    def levels(self) -> list[Level[int]]:
        return [
            [tuple(Stood(self.key_of(line), line.place, line.played, line.total) for line in lines)]
            for _name, lines in self.stood
        ]

    def plan(self, wishes: Wishes) -> GroupPlan[int]:
        """Plan the groups from the tables and the wishes. New players have negative numbers."""
        there = {row.entry for level in self.levels for table in level for row in table}
        playing = self.asked.keys() - {*wishes.leaving}
        joining = [*(key for key in playing if key not in there), *wishes.joining]
        many = len(playing) + len(wishes.joining)
        rules = own_rules(self.league, BoxRules)
        movement = Movement(
            rules.go_up if self.is_boxes else moving_count,
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
        return adjust_sizes(before, many) if before else [many]


def key_of(people: Sequence[Player]) -> int:
    """The key of an entry: its lowest player id, because a player is in one entry per season."""
    return min(player.pk for player in people)


def match_intake(league: League) -> MatchIntake:
    """Read the answers for a season of dated matches, in a constant number of queries."""
    before = league.before
    lines = league_lines(before) if before else ()
    asked = {each.key: each for each in _asked_entries(league, lines)}
    stood = tuple((name, tuple(found)) for name, found in by_division(lines))
    return MatchIntake(league, asked, stood)


def _asked_entries(league: League, lines: Sequence[LeagueLine]) -> Iterator[AskedEntry]:
    """Yield an entry for each line of the season before whose players all stayed to its end."""
    people, replies = asked_for(league), season_replies(league)
    for line in lines:
        if all(player.pk in people for player in line.players):
            player_replies = [replies.get(player.pk, "") for player in line.players]
            yield AskedEntry(
                line.players,
                line,
                _joint_reply(player_replies),
                count_in=player_replies.count(Reply.IN.value),
            )


def _joint_reply(replies: Sequence[str]) -> str:
    if Reply.OUT in replies:
        return Reply.OUT.value
    return Reply.IN.value if {*replies} == {Reply.IN} else ""


@dataclass(frozen=True)
class NightIntake(MatchIntake):
    """The answers for a season of nights, including those of players who asked to join."""

    members: Mapping[int, str]
    """The division of each player who is already a member, by player id."""

    @property
    def names(self) -> list[str]:
        return self.league.divisions or [""]

    @property
    def least(self) -> int:
        """The smallest size of a division; 0 if there is only one or their number has changed."""
        return SMALLEST if len(self.names) == len(self.stood) > 1 else 0

    def plan(self, wishes: Wishes) -> GroupPlan[int]:
        """Plan the divisions. Members saved in a division no higher than before don't move up."""
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
    """Read the answers for a season of nights, in a constant number of queries."""
    before, replies, people = league.before, season_replies(league), asked_for(league)
    enrolled = league.enrolments.filter(kind=Enrolment.Kind.MEMBER)
    members = dict(enrolled.values_list("player", "division"))
    people |= Player.objects.present().in_bulk((replies.keys() | members.keys()) - people.keys())
    lines = league_lines(before) if before else ()
    line_of = {player.pk: line for line in lines for player in line.players}
    divisions = before.divisions if before else []
    stood = tuple(
        (name, tuple(line for line in lines if line.division == name)) for name in divisions
    )
    return NightIntake(
        league,
        {
            pk: AskedEntry((each,), line_of.get(pk), replies.get(pk, ""))
            for pk, each in people.items()
        },
        stood or (("", lines),),
        members,
    )
