"""Open a league of dated matches, with the differences between its kinds."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, ClassVar

from django.db import transaction
from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.leagues.joining.late_joining import join_late
from leagues.actions.leagues.joining.members import enrol_members
from leagues.actions.leagues.joining.newcomers import join_league
from leagues.actions.leagues.kinds.boxes import seat_boxes
from leagues.actions.leagues.kinds.ladder import seat_ladder
from leagues.actions.leagues.kinds.own_time import seat_own_time
from leagues.actions.leagues.kinds.series import arranged_by, seat_series, sides_of
from leagues.actions.leagues.kinds.teams import seat_teams
from leagues.actions.leagues.matches.draw import (
    begin_event,
    event_of,
    open_with_event,
    refuse_empty,
    seat_matches,
)
from leagues.actions.refusal import Refused
from leagues.models import Event, League, Night, Player
from leagues.reads.events.sheets import Sheet
from leagues.reads.play.walkover import usual_forfeit
from leagues.stages.boxes import SMALLEST, BoxRules
from leagues.stages.kind_rules import KindRules, rules_to_store
from leagues.stages.ladder import LadderRules
from leagues.stages.league_kinds import kind_of
from leagues.stages.match_league import MatchLeague
from leagues.stages.own_time import OwnTimeRules
from leagues.stages.series import SeriesRules
from leagues.stages.team_meetings import TeamRules


class Play:
    """A kind of league; this one is a round robin in each division, with all matches drawn.

    ``divisions`` has entries, or squads in a league of teams, the strongest first.
    """

    rules: ClassVar[KindRules | None] = None
    matches: ClassVar[MatchLeague] = MatchLeague()

    def refuse(self, divisions: Any) -> None:
        refuse_empty(divisions)

    def sides(self, _divisions: Any) -> Event.Sides | None:
        """Singles or doubles, or None for the usual sides of the kind."""
        return None

    def arrange(self, _rules: Any, matches: MatchLeague) -> MatchLeague:
        return matches

    def group(self, _rules: Any, divisions: Any) -> Any:
        """The pools in which the entries start."""
        return divisions

    def seat(self, by: Who, league: League, divisions: Any) -> None:
        seat_matches(by, league, divisions)

    def let_in(
        self, by: Who, league: League, players: Sequence[Player], first: Night | None, division: str
    ) -> None:
        """Add players late: both as one pair in a league of pairs, otherwise each alone."""
        is_of_pairs = event_of(league).sides == Event.Sides.DOUBLES
        for people in [players] if is_of_pairs else [[each] for each in players]:
            join_late(by=by, league=league, people=people, division=division, first=first)


class PlayClosed(Play):
    """A kind that takes no newcomers once drawn; the refusal explains the alternative."""

    def let_in(
        self, by: Who, league: League, players: Sequence[Player], first: Night | None, division: str
    ) -> None:
        enrol_members(by=by, league=league, players=players, first=first, division=division)


class PlaySeries(PlayClosed):
    rules = SeriesRules()

    def sides(self, divisions: Any) -> Event.Sides:
        return sides_of(divisions)

    def arrange(self, rules: Any, matches: MatchLeague) -> MatchLeague:
        return arranged_by(rules, matches)

    def seat(self, by: Who, league: League, divisions: Any) -> None:
        seat_series(by, league, divisions)


class PlayTeams(PlayClosed):
    rules = TeamRules()

    def seat(self, by: Who, league: League, divisions: Any) -> None:
        seat_teams(by, league, divisions)


class PlayBoxes(PlayClosed):
    rules = BoxRules()

    def refuse(self, divisions: Any) -> None:
        if sum(map(len, divisions.values())) < SMALLEST:
            raise Refused(_("Boxes need at least three players."))

    def group(self, rules: Any, divisions: Any) -> Any:
        entries = list(chain.from_iterable(divisions.values()))
        coming = iter(entries)
        sizes = enumerate(rules.sizes(len(entries)))
        return {number: [next(coming) for _each in range(size)] for number, size in sizes}

    def seat(self, by: Who, league: League, divisions: Any) -> None:
        seat_boxes(by, league, list(divisions.values()))


class PlayOwnTime(Play):
    """A kind in which nothing is drawn and players arrange their matches."""

    rules: ClassVar[KindRules | None] = OwnTimeRules()

    def seat(self, by: Who, league: League, divisions: Any) -> None:
        seat_own_time(by, league, divisions)

    def let_in(
        self, by: Who, league: League, players: Sequence[Player], first: Night | None, division: str
    ) -> None:
        join_league(by=by, league=league, players=players, first=first, division=division)


class PlayLadder(PlayOwnTime):
    """A ladder. Challenges that aren't played in time are forfeited at once."""

    rules = LadderRules()
    matches = MatchLeague(forfeits_at_once=True)

    def refuse(self, divisions: Any) -> None:
        if sum(map(len, divisions.values())) < 2:
            raise Refused(_("A ladder needs at least two players."))

    def seat(self, by: Who, league: League, divisions: Any) -> None:
        seat_ladder(by, league, list(chain.from_iterable(divisions.values())))


PLAYS = {
    "": Play(),
    "series": PlaySeries(),
    "teams": PlayTeams(),
    "boxes": PlayBoxes(),
    "own-time": PlayOwnTime(),
    "ladder": PlayLadder(),
}
"""The kinds of leagues by their rules (``LeagueKind.rules``)."""


def play_of(kind: str) -> Play:
    return PLAYS[kind_of(kind).rules]


@transaction.atomic
def open_dated_league(
    *,
    by: Who,
    kind: League.Kind,
    divisions: Any,
    rules: KindRules | None = None,
    matches: MatchLeague | None = None,
    **facts: Any,
) -> League:
    """Create a league of dated matches with all its entries, the strongest first, and begin it."""
    play = play_of(kind)
    rules = rules or play.rules
    play.refuse(divisions)
    league = open_with_event(
        by=by,
        kind=kind,
        sides=play.sides(divisions),
        matches=play.arrange(rules, matches or play.matches),
        kind_rules=rules_to_store(rules) if rules else {},
        **facts,
    )
    play.seat(by, league, play.group(rules, divisions))
    begin_event(by, league)
    return league


def with_forfeit_points(matches: MatchLeague, kind: str, sheet: Sheet) -> MatchLeague:
    """The rules of a new league, with its forfeit points as a number.

    A match that neither side tried to play in its week is lost by both, except in leagues
    whose matches are arranged.
    """
    points = matches.forfeit_points
    return replace(
        matches,
        forfeit_points=usual_forfeit(sheet.rule) if points is None else points,
        forfeits_capped=False,
        unplayed_is_lost=not kind_of(kind).is_arranged,
    )
