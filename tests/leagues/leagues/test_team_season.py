"""A whole season of a league of teams: line-ups, forfeits, a team that leaves, and the end."""

from __future__ import annotations

import pytest
from django.utils import timezone

from leagues.actions.leagues.closing import close_league
from leagues.actions.leagues.unplayed.deadlines import settle_deadlines
from leagues.actions.leagues.unplayed.forfeits import forfeit_match
from leagues.actions.leagues.unplayed.leave import leave_league
from leagues.actions.leagues.unplayed.moves import move_matches
from leagues.models import DatedMatch, Match
from leagues.reads.leagues.league_lines import league_lines
from leagues.reads.leagues.needs import needs
from leagues.stages.leaving import LeavingWay
from leagues.stages.match_league import MatchLeague
from scoring.sides import Seat
from tests.cast import Cast
from tests.leagues.leagues.team_leagues import (
    boards,
    make,
    meeting,
    open_teams,
    play,
    send,
    standing,
    team,
)
from tests.leagues.leagues.unplayed import at_noon, undo_last

pytestmark = pytest.mark.django_db


def test_a_season_is_played_and_closed(cast: Cast) -> None:
    with at_noon(10, 1):
        league = open_teams(cast)
        play(cast, league, "Mill 1", "Lake", (5, 3), (6, 2))
        play(cast, league, "Mill 1", "Park", (4, 4), (5, 3))
        play(cast, league, "Mill 1", "Mill 2", (2, 6), (4, 4))
        play(cast, league, "Lake", "Park", (5, 3), (3, 5))
        match = meeting(league, "Lake", "Mill 2")
        send(cast, league, match, "Lake", "Gil, -")
        send(cast, league, match, "Mill 2", "Dan, Eli")
        make(cast, boards(match)[0], "Gil", 8, 0)
        last = meeting(league, "Park", "Mill 2")
        seat = Seat(last.sides.get(entries__name="Park").seat)
        forfeit_match(by=cast.who("ann"), match=last, winner=seat)
        assert standing(league) == [
            (1, "Mill 1", 4, 26),
            (2, "Park", 3, 31),
            (3, "Mill 2", 3, 18),
            (4, "Lake", 2, 21),
        ]
        assert not Match.objects.filter(event=league.event).unfinished().exists()
        close_league(by=cast.who("ann"), league=league)
        assert [(line.place, line.name) for line in league_lines(league)] == [
            (1, "Mill 1"),
            (2, "Park"),
            (3, "Mill 2"),
            (4, "Lake"),
        ]


@pytest.mark.parametrize(
    ("way", "ends", "points"),
    [
        (LeavingWay.ANNUL, {"annulled"}, 0),
        (LeavingWay.FORFEIT, {"totals", "walkover"}, 2),
        (LeavingWay.LET_STAND, {"totals", "annulled"}, 0),
    ],
)
def test_a_team_that_leaves_takes_its_boards_along(
    cast: Cast, way: LeavingWay, ends: set[str], points: int
) -> None:
    league = open_teams(cast)
    play(cast, league, "Lake", "Mill 1", (5, 3), (6, 2))
    half = meeting(league, "Lake", "Park")
    send(cast, league, half, "Lake", "Gil, Hal")
    send(cast, league, half, "Park", "Jon, Kim")
    before = standing(league)
    leave_league(by=cast.who("ann"), league=league, entry=team(league, "Lake"), way=way)
    theirs = Match.objects.filter(event=league.event, sides__entries__name="Lake")
    assert set(theirs.values_list("ending", flat=True)) == ends
    here = {name: made for _place, name, made, _points in standing(league)}
    assert here["Park"] == points
    assert not Match.objects.filter(team_board__meeting=half).unfinished().exists()
    gone = league.enrolments.filter(player__name="Gil").get()
    assert gone.last is not None
    undo_last(cast, league)
    assert standing(league) == before
    assert Match.objects.filter(team_board__meeting=half).unfinished().count() == 2


def test_time_ends_a_meeting_without_line_ups_and_asks_where_one_is_in(
    cast: Cast,
) -> None:
    with at_noon(10, 1):
        league = open_teams(cast, matches=MatchLeague(catch_up_every=0, days_late=3))
        match = meeting(league, "Mill 1", "Lake")
        send(cast, league, match, "Lake", "Gil, Hal")
    with at_noon(12, 20):
        assert settle_deadlines(league=league, now=timezone.now()) == 5
        [need] = needs(league, timezone.now())
        assert need.match == match
        assert need.winner is not None
        assert need.winner.entries.get().name == "Lake"


def test_a_meeting_takes_its_boards_along_to_another_week(cast: Cast) -> None:
    league = open_teams(cast)
    match = meeting(league, "Mill 1", "Lake")
    send(cast, league, match, "Mill 1", "Ada, Bob")
    send(cast, league, match, "Lake", "Gil, Hal")
    to = league.nights.in_order()[6]
    move_matches(by=cast.who("ann"), league=league, matches=[match.pk], to=to)
    moved = DatedMatch.objects.filter(week=to)
    assert moved.count() == 3
