"""Who plays the coming season of a league of dated matches, and where: the plan from which it
is drawn."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from django.utils.translation import gettext as _

from leagues.models import Event, League, Player, SeasonAnswer, Surface
from leagues.reads.leagues.boxes import Wishes, box_rules
from leagues.reads.leagues.league_lines import LeagueLine, by_division, league_lines
from leagues.reads.leagues.next_season import asked_for, season_says
from leagues.stages.boxes import adjusted, moving
from leagues.stages.group_plan import GroupPlan
from leagues.stages.promotion import Level, Movement, Stood, next_groups

Says = SeasonAnswer.Says


@dataclass(frozen=True)
class AskedEntry:
    """A player, or those of a pair, who may play the coming season as one entry."""

    people: tuple[Player, ...]
    line: LeagueLine
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
        return self.line.name


@dataclass(frozen=True)
class MatchIntake:
    """Who was asked for a season of dated matches, and where the one before left everybody."""

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

    @property
    def has_begun(self) -> bool:
        assert self.league.event is not None
        return bool(self.league.event.state != Event.State.PLANNED)

    def key_of(self, line: LeagueLine) -> int:
        """The number of an entry of the season before."""
        return key_of(line.players)

    def group_name(self, number: int) -> str:
        """What the group in this place is called, 1 for the highest."""
        names = [name for name, _lines in self.stood]
        if number <= len(names):
            return names[number - 1]
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
        rules = box_rules(self.league)
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
            return box_rules(self.league).next_sizes(before, many)
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


def names_in(intake: MatchIntake) -> dict[int, str]:
    """What everybody of a plan is called, also who does not play on."""
    lines = (line for _name, lines in intake.stood for line in lines)
    return {intake.key_of(line): line.shown_on(Surface.DESK) for line in lines}
