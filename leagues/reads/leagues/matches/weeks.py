"""The matches of a league of dated matches, week by week, its tables, and clashing evenings."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cached_property

from django.db.models import prefetch_related_objects

from leagues.models import DatedMatch, Event, League, Match, Night, Stage
from leagues.reads.leagues.kinds.boxes import with_lines
from leagues.reads.leagues.kinds.rules import rules_of
from leagues.reads.leagues.kinds.teams import BoardLine, boards_of
from leagues.reads.leagues.matches.unplayed import (
    SAID_OF_MATCHES,
    Arrangement,
    arrangement,
    arrangements,
    open_matches,
    planned,
)
from leagues.reads.leagues.venues import Venue, home_venues
from leagues.reads.tables.tables import Table, tables
from leagues.stages.match_moves import PlannedMatch, TwiceAnEvening, clashes, new_clashes


class Dated(StrEnum):
    """What a match of a league is called by its date."""

    PLAYED = "played"
    PLAYING = "playing"
    TO_COME = "to-come"
    DUE = "due"
    PUT_OFF = "put-off"
    OVERDUE = "overdue"
    CLAIMED = "claimed"


def called(match: Match, dated: DatedMatch, today: date) -> Dated:
    """It goes by its own dates alone: others may long have played theirs."""
    if match.state == Match.State.FINISHED:
        return Dated.PLAYED
    if match.state == Match.State.PLAYING:
        return Dated.PLAYING
    return Dated(arrangement(match, dated).state_on(today).value)


@dataclass(frozen=True)
class WeekMatch:
    """A match with its dates, and what it is called today."""

    match: Match
    dated: DatedMatch
    called: Dated
    boards: tuple[BoardLine, ...] = ()
    """Where two teams meet and have both said who plays."""
    venue: Venue | None = None
    """The home side's."""

    @property
    def day(self) -> date:
        """When it is played as far as anybody said, else when its week begins."""
        return self.dated.on or self.dated.week.on

    @property
    def where(self) -> str:
        """The agreed place, else the home venue; for its sides and the league's organisers."""
        return self.dated.place or (self.venue.name if self.venue else "")

    @property
    def public_where(self) -> str:
        """A team's venue, unless another place is agreed."""
        is_public = self.venue and self.venue.is_public and not self.dated.place
        return self.where if is_public else ""

    @property
    def has_score(self) -> bool:
        return self.match.ending in (Match.Ending.PLAYED, Match.Ending.TOTALS)

    @property
    def arranged(self) -> Arrangement:
        """What its sides said about its dates."""
        return arrangement(self.match, self.dated)


def as_dated(match: Match, today: date, venues: Mapping[int, Venue]) -> WeekMatch:
    """A match by itself, without the boards of a meeting."""
    return WeekMatch(
        match, match.dated, called(match, match.dated, today), venue=venues.get(match.pk)
    )


@dataclass(frozen=True)
class LeagueWeek:
    night: Night
    number: int
    matches: tuple[WeekMatch, ...]

    @property
    def waiting(self) -> list[WeekMatch]:
        """Those of its matches that are not played yet."""
        return [each for each in self.matches if each.called != Dated.PLAYED]

    @property
    def over(self) -> list[WeekMatch]:
        return [each for each in self.matches if each.called == Dated.PLAYED]

    @property
    def open(self) -> int:
        return len(self.waiting)


@dataclass(frozen=True)
class MatchSeason:
    """A league of dated matches as it stands today."""

    league: League
    event: Event
    today: date
    weeks: tuple[LeagueWeek, ...]

    @cached_property
    def stage(self) -> Stage | None:
        return open_stage(self.event)

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        return with_lines(self.league, tables(self.stage)) if self.stage else ()

    @property
    def now(self) -> LeagueWeek | None:
        """The last that has begun; before all of them the first."""
        begun = [week for week in self.weeks if week.night.on <= self.today]
        return begun[-1] if begun else next(iter(self.weeks), None)

    def week(self, pk: str) -> LeagueWeek | None:
        """The one that is asked for; the one that is on where there is none such."""
        return next((each for each in self.weeks if str(each.night.pk) == pk), self.now)

    @cached_property
    def matches(self) -> tuple[WeekMatch, ...]:
        return tuple(each for week in self.weeks for each in week.matches)

    @property
    def played(self) -> int:
        return sum(each.called is Dated.PLAYED for each in self.matches)

    @property
    def overdue(self) -> tuple[WeekMatch, ...]:
        return tuple(each for each in self.matches if each.called is Dated.OVERDUE)


def open_stage(event: Event) -> Stage | None:
    """The one that is on: a period of boxes, or all there is."""
    opened = event.stages.filter(opened_at__isnull=False)
    stage = opened.order_by("number").last()
    if stage is not None:
        stage.event = event
    return stage


def match_season(league: League, today: date) -> MatchSeason:
    """Read it in a number of queries that never grows."""
    event = league.event
    assert event is not None
    event.club = league.club
    return MatchSeason(league, event, today, tuple(_weeks(league, event, today)))


def _weeks(league: League, event: Event, today: date) -> Iterable[LeagueWeek]:
    of_week = dict[int, list[WeekMatch]]()
    for each in dated_matches(league, today):
        of_week.setdefault(each.dated.week_id, []).append(each)
    nights = league.nights.in_order().filter(is_cancelled=False)
    for number, night in enumerate(nights, 1):
        night.league = league
        yield LeagueWeek(night, number, tuple(of_week.get(night.pk, ())))


def dated_matches(league: League, today: date) -> Sequence[WeekMatch]:
    """Every match that everybody may know of, division by division in its week; of teams
    their meetings, with the boards of each."""
    found = (
        Match.objects.published()
        .filter(event=league.event_id, dated__isnull=False, team_board=None)
        .placed()
        .with_disputes()
        .with_sides()
        .select_related("dated__week")
    )
    matches = list(found.order_by("pool__number", "number"))
    # What was said of its dates matters no more once a match has a score.
    without_score = [each for each in matches if not each.has_score]
    prefetch_related_objects(without_score, *SAID_OF_MATCHES)
    is_of_teams = league.of_kind.has_teams
    boards = boards_of(match.pk for match in matches) if is_of_teams else {}
    venues = home_venues([match.pk for match in matches])
    return [
        WeekMatch(
            match,
            match.dated,
            called(match, match.dated, today),
            tuple(boards.get(match.pk, ())),
            venues.get(match.pk),
        )
        for match in matches
    ]


def clashes_in(league: League) -> list[TwiceAnEvening]:
    """Where the league plays one match a week; otherwise nobody minds."""
    if rules_of(league).a_week > 1:
        return []
    return clashes(_planned(league))


def would_clash(league: League, matches: Collection[int], week: Night) -> list[TwiceAnEvening]:
    """Who would play more than once on an evening that they don't now."""
    if rules_of(league).a_week > 1:
        return []
    return new_clashes(_planned(league), dict.fromkeys(matches, week.on))


def _planned(league: League) -> list[PlannedMatch]:
    waiting = open_matches(league).prefetch_related(
        "match__sides__players", "match__team_boards__match__sides__players"
    )
    return planned(arrangements(waiting))
