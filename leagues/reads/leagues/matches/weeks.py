"""Leagues of dated matches: their weeks, tables, and players with two matches on one evening."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from functools import cached_property

from django.db.models import prefetch_related_objects

from leagues.models import DatedMatch, Event, League, Match, Night, Stage
from leagues.models.matches import STRUCK_OUT, read_sides
from leagues.reads.leagues.calendar import evening_day
from leagues.reads.leagues.kinds.boxes import with_lines
from leagues.reads.leagues.kinds.rules import rules_of
from leagues.reads.leagues.kinds.teams import BoardLine, boards_of
from leagues.reads.leagues.matches.unplayed import (
    DATED_PREFETCHES,
    MATCH_PREFETCHES,
    Arrangement,
    build_arrangement,
    open_matches,
    planned_matches,
    read_arrangements,
)
from leagues.reads.leagues.venues import Venue, home_venues
from leagues.reads.tables.tables import Table, tables_of
from leagues.stages.match_moves import PlannedMatch, TwiceAnEvening, find_clashes, new_clashes


class Dated(StrEnum):
    """The state of a league match by its date."""

    PLAYED = "played"
    PLAYING = "playing"
    TO_COME = "to-come"
    DUE = "due"
    PUT_OFF = "put-off"
    OVERDUE = "overdue"
    CLAIMED = "claimed"


def state_by_date(match: Match, dated: DatedMatch, today: date) -> Dated:
    """The state of a match today. It depends only on the match's own dates, not on the other
    matches of its week.
    """
    if match.state == Match.State.FINISHED:
        return Dated.PLAYED
    if match.state == Match.State.PLAYING:
        return Dated.PLAYING
    return Dated(build_arrangement(match, dated).state_on(today).value)


@dataclass(frozen=True)
class WeekMatch:
    """A match with its dates and its state today."""

    match: Match
    dated: DatedMatch
    called: Dated
    boards: tuple[BoardLine, ...] = ()
    """The boards of a team meeting, once both teams have named their line-up."""
    venue: Venue | None = None
    """The home side's venue, or None."""

    @property
    def day(self) -> date:
        """The agreed day, or else the first day of its week."""
        return self.dated.on or self.dated.week.on

    @property
    def where(self) -> str:
        """The agreed venue, or else the home venue. Only for its sides and the organisers."""
        return self.dated.place or (self.venue.name if self.venue else "")

    @property
    def public_where(self) -> str:
        """The team's venue; "" if another venue is agreed."""
        is_public = self.venue and self.venue.is_public and not self.dated.place
        return self.where if is_public else ""

    @property
    def has_score(self) -> bool:
        return self.match.ending in (Match.Ending.PLAYED, Match.Ending.TOTALS)

    @property
    def arranged(self) -> Arrangement:
        """The match with the postponements, offers and claims of its sides."""
        return build_arrangement(self.match, self.dated)


def as_dated(match: Match, today: date, venues: Mapping[int, Venue]) -> WeekMatch:
    """A match with its dates, without the boards of a meeting."""
    return WeekMatch(
        match, match.dated, state_by_date(match, match.dated, today), venue=venues.get(match.pk)
    )


def read_dated_match(match: Match, now: datetime) -> WeekMatch | None:
    """A match with its dates, for a page that shows it alone. None outside leagues."""
    if match.event.kind != Event.Kind.LEAGUE:
        return None
    found = DatedMatch.objects.filter(match=match).select_related("week__league__club")
    dated = found.prefetch_related(*DATED_PREFETCHES).first()
    if dated is None:
        return None
    today = evening_day(dated.week.league, now)
    return WeekMatch(match, dated, state_by_date(match, dated, today))


@dataclass(frozen=True)
class LeagueWeek:
    night: Night
    number: int
    matches: tuple[WeekMatch, ...]

    @property
    def waiting(self) -> list[WeekMatch]:
        """The matches of the week that are not finished."""
        return [each for each in self.matches if each.called != Dated.PLAYED]

    @property
    def over(self) -> list[WeekMatch]:
        return [each for each in self.matches if each.called == Dated.PLAYED]

    @property
    def open(self) -> int:
        return len(self.waiting)

    @property
    def overdue(self) -> list[WeekMatch]:
        return [each for each in self.matches if each.called is Dated.OVERDUE]

    @property
    def is_finished(self) -> bool:
        return bool(self.matches) and not self.open


MOST_TO_PLAY = 12
SPARE_WEEKS = 3
"""Number of empty weeks shown after the last match. Later ones can be chosen from the list."""


@dataclass(frozen=True)
class MatchSeason:
    """The state of a league of dated matches today."""

    league: League
    event: Event
    today: date
    weeks: tuple[LeagueWeek, ...]

    @cached_property
    def stage(self) -> Stage | None:
        return open_stage(self.event)

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        return with_lines(self.league, tables_of(self.stage)) if self.stage else ()

    @property
    def now(self) -> LeagueWeek | None:
        """The week that began last; the first one before the season starts."""
        begun = [week for week in self.weeks if week.night.on <= self.today]
        return begun[-1] if begun else next(iter(self.weeks), None)

    @property
    def next(self) -> LeagueWeek | None:
        """The first later week with matches to play, or None."""
        later = (week for week in self.weeks if week.night.on > self.today and week != self.now)
        return next((week for week in later if week.open), None)

    def week(self, pk: str) -> LeagueWeek | None:
        """The week of this night id, or else the current week."""
        return next((each for each in self.weeks if str(each.night.pk) == pk), self.now)

    @cached_property
    def matches(self) -> tuple[WeekMatch, ...]:
        return tuple(each for week in self.weeks for each in week.matches)

    @property
    def listed(self) -> tuple[LeagueWeek, ...]:
        """The weeks with matches, those to come, and a few after them to move matches to."""
        weeks = [week for week in self.weeks if week.matches or week.night.on >= self.today]
        last = max((n for n, week in enumerate(weeks) if week.matches), default=0)
        return tuple(weeks[: last + 1 + SPARE_WEEKS])

    @property
    def past(self) -> tuple[LeagueWeek, ...]:
        """The weeks in which all is finished."""
        return tuple(each for each in self.weeks if each.is_finished)

    @property
    def played(self) -> int:
        return sum(each.called is Dated.PLAYED for each in self.matches)

    @property
    def overdue(self) -> tuple[WeekMatch, ...]:
        return tuple(each for week in self.weeks for each in week.overdue)


def open_stage(event: Event) -> Stage | None:
    """The stage opened last: the current period of boxes, or the only stage."""
    opened = event.stages.filter(opened_at__isnull=False)
    stage = opened.order_by("number").last()
    if stage is not None:
        stage.event = event
    return stage


def match_season(league: League, today: date, asked: str | None = None) -> MatchSeason:
    """Read a league of dated matches, in a constant number of queries.

    ``asked`` is for a page that shows one week, of this night id or else the current one. Then
    only the matches of this week and the overdue ones have sides, boards and venues.
    """
    event = league.event
    assert event is not None
    event.club = league.club
    nights = league.nights.in_order().filter(is_cancelled=False)
    weeks = [LeagueWeek(night, number, ()) for number, night in enumerate(nights, 1)]
    shown = None if asked is None else MatchSeason(league, event, today, tuple(weeks)).week(asked)
    of_week = dict[int, list[WeekMatch]]()
    for each in _read_dated(league, today, shown):
        of_week.setdefault(each.dated.week_id, []).append(each)
    for week in weeks:
        week.night.league = league
    filled = (replace(each, matches=tuple(of_week.get(each.night.pk, ()))) for each in weeks)
    return MatchSeason(league, event, today, tuple(filled))


def dated_matches(league: League, today: date) -> Sequence[WeekMatch]:
    """List the published matches, division by division. In team leagues these are the meetings,
    each with its boards.
    """
    return _read_dated(league, today, None)


def matches_to_play(league: League, now: datetime) -> list[WeekMatch]:
    """List the first published matches that are not finished, in the order of their days."""
    found = dated_matches(league, evening_day(league, now))
    waiting = [each for each in found if each.called is not Dated.PLAYED]
    return sorted(waiting, key=lambda each: each.day)[:MOST_TO_PLAY]


def _read_dated(league: League, today: date, shown: LeagueWeek | None) -> Sequence[WeekMatch]:
    """Read the published matches; sides, boards and venues only where they are shown."""
    found = (
        Match.objects.published()
        .filter(event=league.event_id, dated__isnull=False, team_board=None)
        .placed()
        .with_disputes()
        .select_related("dated__week")
    )
    matches = list(found.order_by("pool__number", "number"))
    # Answers about its dates no longer matter once a match has a score.
    without_score = [each for each in matches if not each.has_score]
    prefetch_related_objects(without_score, *MATCH_PREFETCHES)
    states = {match.pk: state_by_date(match, match.dated, today) for match in matches}
    here = [
        match
        for match in matches
        if shown is None
        or match.dated.week_id == shown.night.pk
        or states[match.pk] is Dated.OVERDUE
    ]
    read_sides(here)
    boards = boards_of(match.pk for match in here) if league.of_kind.has_teams else {}
    venues = home_venues([match.pk for match in here])
    return [
        WeekMatch(
            match,
            match.dated,
            states[match.pk],
            tuple(boards.get(match.pk, ())),
            venues.get(match.pk),
        )
        for match in matches
    ]


def latest_match(league: League) -> Match | None:
    """The match that was finished last, with its sides; in team leagues the meeting."""
    found = Match.objects.published().filter(event=league.event_id, team_board=None)
    found = found.last_finished().exclude(ending__in=STRUCK_OUT).select_related("event")
    return found.with_sides().first()


def clashes_in(league: League) -> list[TwiceAnEvening]:
    """List players with two matches on one evening. Only checked if the league plays one match a
    week.
    """
    if rules_of(league).a_week > 1:
        return []
    return find_clashes(_read_planned(league))


def would_clash(league: League, matches: Collection[int], week: Night) -> list[TwiceAnEvening]:
    """List the new cases of a player with two matches on one evening, if these matches moved to
    ``week``.
    """
    if rules_of(league).a_week > 1:
        return []
    return new_clashes(_read_planned(league), dict.fromkeys(matches, week.on))


def _read_planned(league: League) -> list[PlannedMatch]:
    waiting = open_matches(league).prefetch_related(
        "match__sides__players", "match__team_boards__match__sides__players"
    )
    return planned_matches(read_arrangements(waiting))
