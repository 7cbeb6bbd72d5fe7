"""A whole season of a league of teams: line-ups, forfeits, a team that leaves, and closing."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from leagues.actions.leagues.nights.changes import change_night, facts_of
from leagues.actions.leagues.season.closing import close_league
from leagues.actions.leagues.unplayed.arranging import names_of_match
from leagues.actions.leagues.unplayed.dates import fix_date
from leagues.actions.leagues.unplayed.deadlines import settle_deadlines
from leagues.actions.leagues.unplayed.forfeits import forfeit_match
from leagues.actions.leagues.unplayed.leave import leave_league
from leagues.actions.leagues.unplayed.moves import move_matches
from leagues.actions.leagues.unplayed.postponing import put_off_match
from leagues.actions.log.undo import undo
from leagues.models import Action, DatedMatch, League, Match
from leagues.reads.leagues.matches.unplayed import arrangement_of
from leagues.reads.leagues.matches.weeks import clashes_in, would_clash
from leagues.reads.leagues.needs import needs_of
from leagues.reads.leagues.table.table_lines import league_lines
from leagues.reads.leagues.words import day_in_words
from leagues.stages.leaving import LeavingWay
from leagues.stages.match_league import MatchLeague
from leagues.stages.team_meetings import TeamRules
from scoring.sides import Seat
from tests.cast import Cast
from tests.leagues.leagues.team_leagues import (
    boards_of,
    enter_board,
    meeting_of,
    open_teams,
    play_meeting,
    send_line_up,
    team_entry,
    team_table,
)
from tests.leagues.leagues.unplayed import at_noon, log_lines, noon, undo_last
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_a_season_is_played_and_closed(cast: Cast) -> None:
    with at_noon(10, 1):
        league = open_teams(cast)
        play_meeting(cast, league, "Mill 1", "Lake", (5, 3), (6, 2))
        play_meeting(cast, league, "Mill 1", "Park", (4, 4), (5, 3))
        play_meeting(cast, league, "Mill 1", "Mill 2", (2, 6), (4, 4))
        play_meeting(cast, league, "Lake", "Park", (5, 3), (3, 5))
        match = meeting_of(league, "Lake", "Mill 2")
        send_line_up(cast, league, match, "Lake", "Gil, -")
        send_line_up(cast, league, match, "Mill 2", "Dan, Eli")
        enter_board(cast, boards_of(match)[0], "Gil", 8, 0)
        last = meeting_of(league, "Park", "Mill 2")
        seat = Seat(last.sides.get(entries__name="Park").seat)
        forfeit_match(by=cast.who("ann"), match=last, winner=seat)
        assert team_table(league) == [
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


@pytest.mark.long
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
    play_meeting(cast, league, "Lake", "Mill 1", (5, 3), (6, 2))
    half = meeting_of(league, "Lake", "Park")
    send_line_up(cast, league, half, "Lake", "Gil, Hal")
    send_line_up(cast, league, half, "Park", "Jon, Kim")
    before = team_table(league)
    leave_league(by=cast.who("ann"), league=league, entry=team_entry(league, "Lake"), way=way)
    theirs = Match.objects.filter(event=league.event, sides__entries__name="Lake")
    assert set(theirs.values_list("ending", flat=True)) == ends
    here = {name: made for _place, name, made, _points in team_table(league)}
    assert here["Park"] == points
    assert not Match.objects.filter(team_board__meeting=half).unfinished().exists()
    gone = league.enrolments.filter(player__name="Gil").get()
    assert gone.last is not None
    undo_last(cast, league)
    assert team_table(league) == before
    assert Match.objects.filter(team_board__meeting=half).unfinished().count() == 2


def test_time_ends_a_meeting_without_line_ups_and_asks_where_one_is_in(cast: Cast) -> None:
    with at_noon(10, 1):
        league = open_teams(cast, matches=MatchLeague(catch_up_every=0, days_late=3))
        match = meeting_of(league, "Mill 1", "Lake")
        send_line_up(cast, league, match, "Lake", "Gil, Hal")
    with at_noon(12, 20):
        assert settle_deadlines(league=league, now=timezone.now()) == 5
        [need] = needs_of(league, timezone.now())
        assert need.match == match
        assert need.winner is not None
        assert need.winner.entries.get().name == "Lake"


# --- Its boards are played when the meeting is ---------------------------------------------


@scene(made=noon(9, 28), tick=False)
def league(cast: Cast) -> League:
    return open_teams(cast)


@pytest.fixture
def match(cast: Cast, league: League) -> Match:
    """The meeting of Mill 1 and Lake with both line-ups in."""
    found = meeting_of(league, "Mill 1", "Lake")
    send_line_up(cast, league, found, "Mill 1", "Ada, Bob")
    send_line_up(cast, league, found, "Lake", "Gil, Hal")
    return found


def days_of(match: Match) -> list[tuple[date | None, date]]:
    """The agreed day and the last day of a meeting and of each of its boards."""
    three = [match, *boards_of(match)]
    found = [arrangement_of(each) for each in three]
    return [(each.dated.on, each.dates.last_day) for each in found]


def test_a_meeting_takes_its_boards_along_to_another_week(
    cast: Cast, league: League, match: Match
) -> None:
    to, before = league.nights.in_order()[6], day_in_words(match.dated.week.on)
    move_matches(by=cast.who("ann"), league=league, matches=[match.pk], to=to)
    assert DatedMatch.objects.filter(week=to).count() == 3
    two = names_of_match(match)
    assert log_lines(league)[-1] == (
        f"Moved from the week of {before} to the week of Monday 16 November: {two}."
    )
    undo_last(cast, league)
    assert not DatedMatch.objects.filter(week=to).exists()


@pytest.mark.long
def test_a_whole_week_moves_its_meetings_not_only_their_boards(
    cast: Cast, league: League, match: Match
) -> None:
    first, to = match.dated.week, league.nights.in_order()[6]
    page = cast.browser_of("ann").post(
        f"/desk/leagues/{league.slug}/matches/", {"whole": [first.pk], "week": to.pk}, follow=True
    )
    assert "2 matches moved to the week of" in page.content.decode()
    assert not first.dated_matches.exists()
    assert to.dated_matches.count() == 4


def test_another_day_for_a_week_moves_its_meetings_and_boards(
    cast: Cast, league: League, match: Match
) -> None:
    was = days_of(match)
    night = match.dated.week
    facts = facts_of(night) | {"on": night.on + timedelta(2)}
    change_night(by=cast.who("ann"), night=night, facts=facts)
    assert days_of(match) == [(on, last + timedelta(2)) for on, last in was]


@pytest.mark.long
def test_a_meeting_put_off_lets_its_boards_wait(cast: Cast, league: League, match: Match) -> None:
    was, until = days_of(match), date(2026, 11, 2)
    put_off_match(by=cast.who("ann"), match=match, seat=None, until=until)
    assert days_of(match) == [(None, until)] * 3
    send_line_up(cast, league, match, "Lake", "Gil, Ida")
    assert days_of(match) == [(None, until)] * 3
    for verb in ("name_line_up", "put_off_match"):
        action = Action.objects.filter(verb=verb).latest("pk")
        undo(by=cast.who("ann"), action=action)
    assert days_of(match) == was


def test_a_day_set_for_a_meeting_is_that_of_its_boards(
    cast: Cast, league: League, match: Match
) -> None:
    was, day = days_of(match), date(2026, 11, 2)
    fix_date(by=cast.who("ann"), match=match, on=day)
    assert days_of(match) == [(day, day)] * 3
    undo_last(cast, league)
    assert days_of(match) == was


def test_a_single_and_a_pair_of_one_meeting_are_one_evening(cast: Cast) -> None:
    league = open_teams(cast, rules=TeamRules(singles=1, pairs=1))
    match = meeting_of(league, "Mill 1", "Lake")
    send_line_up(cast, league, match, "Mill 1", "Ada, Ada & Bob")
    send_line_up(cast, league, match, "Lake", "Gil, Gil & Hal")
    assert clashes_in(league) == []
    other = meeting_of(league, "Mill 1", "Park")
    send_line_up(cast, league, other, "Mill 1", "Ada, Bob & Cam")
    send_line_up(cast, league, other, "Park", "Jon, Jon & Kim")
    twice = would_clash(league, [other.pk], match.dated.week)
    assert len(twice) == 2
