"""A league of teams: its meetings, line-ups, boards and table."""

from uuid import uuid4

import pytest

from leagues.actions.leagues.unplayed.forfeits import forfeit_match
from leagues.actions.phones.totals import enter_totals
from leagues.actions.refusal import Refused
from leagues.forms.leagues.teams.squads import SquadsForm
from leagues.models import DatedMatch, Event, League, Match, MeetingLineUp, Stage
from leagues.reads import format_of, tables_of
from leagues.reads.play.typed_cards import Totals
from leagues.stages.team_meetings import TeamRules
from scoring.sides import BySeat, Seat
from tests.cast import Cast
from tests.leagues.leagues import test_match_set_up as set_up
from tests.leagues.leagues.team_leagues import (
    boards_of,
    enter_board,
    meeting_of,
    names_at,
    open_teams,
    play_meeting,
    send_line_up,
    team_results,
    team_table,
)
from tests.leagues.leagues.test_match_set_up import NEW
from tests.leagues.leagues.unplayed import undo_last

pytestmark = pytest.mark.django_db


def test_four_teams_meet_once_in_three_weeks(cast: Cast) -> None:
    league = open_teams(cast)
    assert league.event is not None
    assert league.event.state == Event.State.RUNNING
    assert DatedMatch.objects.count() == 6
    assert len(set(DatedMatch.objects.values_list("week", flat=True))) == 3
    assert [stage.name for stage in league.event.stages.all()] == ["Players", "Teams"]
    [table] = tables_of(league.event.stages.get(number=2))
    assert {line.entry.name for line in table.lines} == {"Mill 1", "Mill 2", "Lake", "Park"}


def test_boards_are_there_once_both_line_ups_are(cast: Cast) -> None:
    league = open_teams(cast)
    match = meeting_of(league, "Mill 1", "Lake")
    send_line_up(cast, league, match, "Lake", "Ida, Gil")
    assert not boards_of(match)
    send_line_up(cast, league, match, "Mill 1", "Ada, Cam")
    one, other = boards_of(match)
    assert set(names_at(one)) == {"Ada", "Ida"}
    assert set(names_at(other)) == {"Cam", "Gil"}
    assert (one.first, other.first) == (0, 1)
    assert one.dated.week == match.dated.week


def test_a_meeting_is_the_sum_of_its_boards(cast: Cast) -> None:
    league = open_teams(cast)
    match = play_meeting(cast, league, "Mill 1", "Lake", (5, 3), (4, 4))
    assert team_results(match) == {"Mill 1": (9, 6), "Lake": (7, 6)}
    assert team_table(league)[0] == (1, "Mill 1", 2, 9)
    level = play_meeting(cast, league, "Mill 2", "Park", (5, 3), (3, 5))
    assert level.winner is None
    assert [points for _place, _name, points, _made in team_table(league)] == [2, 1, 1, 0]


def test_a_missing_player_forfeits_the_board(cast: Cast) -> None:
    league = open_teams(cast)
    match = meeting_of(league, "Mill 1", "Lake")
    send_line_up(cast, league, match, "Mill 1", "Ada, -")
    send_line_up(cast, league, match, "Lake", "Gil, Hal")
    one, other = boards_of(match)
    assert other.ending == Match.Ending.WALKOVER
    assert set(names_at(other)) == {"Hal", ""}
    enter_board(cast, one, "Ada", 5, 3)
    match.refresh_from_db()
    assert match.ending == Match.Ending.TOTALS
    assert team_results(match) == {"Mill 1": (5, 3), "Lake": (11, 3)}
    players = Stage.objects.get(event=league.event, number=1)
    lines = tables_of(players)[0].lines
    made = {line.entry.people[0].name: line.row.points for line in lines}
    assert made["Hal"] == 8
    assert made["Ada"] == 5


def test_a_correction_and_an_undo_move_the_meeting(cast: Cast) -> None:
    league = open_teams(cast)
    match = play_meeting(cast, league, "Mill 1", "Lake", (5, 3), (2, 6))
    assert match.winner == match.sides.get(entries__name="Lake").seat
    assert team_table(league)[:2] == [(1, "Lake", 2, 9), (2, "Mill 1", 0, 7)]
    enter_board(cast, boards_of(match)[1], "Bob", 8, 0)
    assert team_table(league)[:2] == [(1, "Mill 1", 2, 13), (2, "Lake", 0, 3)]
    undo_last(cast, league)
    assert team_table(league)[:2] == [(1, "Lake", 2, 9), (2, "Mill 1", 0, 7)]


def test_undoing_the_result_of_a_board_opens_its_meeting_again(cast: Cast) -> None:
    league = open_teams(cast)
    match = play_meeting(cast, league, "Mill 1", "Lake", (5, 3), (2, 6))
    undo_last(cast, league)
    match.refresh_from_db()
    assert match.state == Match.State.PLAYING
    assert not any(points for _place, _name, points, _made in team_table(league))


def test_nothing_is_entered_for_a_meeting_itself(cast: Cast) -> None:
    league = open_teams(cast)
    match = meeting_of(league, "Mill 1", "Lake")
    with pytest.raises(Refused, match="This is a match between two teams"):
        enter_totals(by=cast.who("ann"), match=match, key=uuid4(), totals=Totals(BySeat(5, 3)))
    send_line_up(cast, league, match, "Mill 1", "Ada, Bob")
    send_line_up(cast, league, match, "Lake", "Gil, Hal")
    with pytest.raises(Refused, match="The boards of this match are already set up"):
        forfeit_match(by=cast.who("ann"), match=match, winner=Seat.A)


def test_a_meeting_given_without_line_ups_pays_a_clean_win_at_every_board(cast: Cast) -> None:
    league = open_teams(cast)
    match = meeting_of(league, "Mill 1", "Lake")
    seat = match.sides.get(entries__name="Lake").seat
    forfeit_match(by=cast.who("ann"), match=match, winner=Seat(seat))
    assert team_table(league)[0] == (1, "Lake", 2, 16)
    with pytest.raises(Refused, match="already finished"):
        send_line_up(cast, league, match, "Lake", "Gil, Hal")


def test_naming_a_line_up_again_replaces_the_boards_and_undo_puts_them_back(cast: Cast) -> None:
    league = open_teams(cast)
    match = meeting_of(league, "Mill 1", "Lake")
    send_line_up(cast, league, match, "Mill 1", "Ada, Bob")
    send_line_up(cast, league, match, "Lake", "Gil, Hal")
    before = [names_at(each) for each in boards_of(match)]
    send_line_up(cast, league, match, "Lake", "Ida, Gil")
    assert {"Ida"} <= set(names_at(boards_of(match)[0]))
    undo_last(cast, league)
    assert [names_at(each) for each in boards_of(match)] == before
    enter_board(cast, boards_of(match)[0], "Ada", 5, 3)
    with pytest.raises(Refused, match="has begun"):
        send_line_up(cast, league, match, "Lake", "Ida, Gil")


def test_taking_the_second_line_up_back_takes_the_boards_along(cast: Cast) -> None:
    league = open_teams(cast)
    match = meeting_of(league, "Mill 1", "Lake")
    send_line_up(cast, league, match, "Mill 1", "Ada, Bob")
    send_line_up(cast, league, match, "Lake", "Gil, Hal")
    undo_last(cast, league)
    assert not boards_of(match)
    assert MeetingLineUp.objects.get().entry.name == "Mill 1"


def test_substituting_for_another_team_of_the_club_has_a_limit(cast: Cast) -> None:
    league = open_teams(cast, rules=TeamRules(singles=2, stand_ins=1))
    send_line_up(cast, league, meeting_of(league, "Mill 1", "Lake"), "Mill 1", "Dan, Ada")
    with pytest.raises(Refused, match="Gil plays for another club"):
        send_line_up(cast, league, meeting_of(league, "Mill 1", "Park"), "Mill 1", "Gil, Ada")
    with pytest.raises(Refused, match="Dan has already substituted for another team 1 time"):
        send_line_up(cast, league, meeting_of(league, "Mill 1", "Park"), "Mill 1", "Dan, Ada")
    same_round = meeting_of(league, "Mill 2", "Park")
    with pytest.raises(Refused, match="Dan already plays for another team"):
        send_line_up(cast, league, same_round, "Mill 2", "Dan, Eli")
    with pytest.raises(Refused, match="Ada is in this line-up twice"):
        send_line_up(cast, league, meeting_of(league, "Mill 1", "Park"), "Mill 1", "Ada, Ada")
    with pytest.raises(Refused, match="Name at least one player"):
        send_line_up(cast, league, meeting_of(league, "Mill 1", "Park"), "Mill 1", "-, -")


def test_pairs_play_after_the_singles_by_the_sheet_of_pairs(cast: Cast) -> None:
    league = open_teams(cast, rules=TeamRules(singles=1, pairs=1))
    match = meeting_of(league, "Mill 1", "Lake")
    send_line_up(cast, league, match, "Mill 1", "Ada, Ada & Bob")
    send_line_up(cast, league, match, "Lake", "Gil, Hal & Ida")
    single, pair = boards_of(match)
    assert set(names_at(pair)) == {"Ada & Bob", "Hal & Ida"}
    assert single.pairing_round != pair.pairing_round
    assert format_of(single).rule.players == BySeat(1, 1)
    assert format_of(pair).rule.players == BySeat(2, 2)
    with pytest.raises(Refused, match="A pair needs two"):
        send_line_up(cast, league, meeting_of(league, "Park", "Lake"), "Lake", "Gil, Hal")


def test_everybody_meets_everybody_of_the_other_team(cast: Cast) -> None:
    league = open_teams(cast, rules=TeamRules(singles=3, everyone=True))
    match = meeting_of(league, "Mill 1", "Lake")
    send_line_up(cast, league, match, "Mill 1", "Ada, Bob, Cam")
    send_line_up(cast, league, match, "Lake", "Gil, Hal, Ida")
    found = boards_of(match)
    assert len(found) == 9
    assert len({frozenset(names_at(each)) for each in found}) == 9
    assert len({each.pairing_round_id for each in found}) == 3


TEAMS_TEXT = "First:\nMill 1: Eve Adams, Fay Brown\nLake: Gus Newman, Hal Other\nSecond:\nMill 2: Ida Pool\nPark: Jon Quay"


@pytest.mark.long
def test_teams_are_set_up_in_six_screens(cast: Cast) -> None:
    browser = cast.browser_of("ann")
    browser.post(f"{NEW}what/", {"kind": "teams"})
    page = set_up.send_screen(browser, "when", set_up.WHEN)
    set_up.send_screen(browser, "when", set_up.WHEN | {"dates_of": set_up.dates_seen(browser)})
    set_up.send_screen(browser, "where")
    page = set_up.send_screen(browser, "divisions", {"text": TEAMS_TEXT})
    assert page.status_code == 302
    page = set_up.send_screen(browser, "rules", {"singles": "1", "pairs": "0"})
    assert page.status_code == 302, page.context["form"].errors
    page = set_up.send_screen(browser, "review", {"open": "1", "name": "Winter teams"})
    assert page.status_code == 302
    league = League.objects.get()
    assert league.kind == "teams"
    assert league.divisions == ["First", "Second"]
    assert browser.get(page["Location"]).status_code == 200
    assert browser.get(league.get_absolute_url()).status_code == 200


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("Mill 1: Eve\nLake", "“Lake” isn’t a team. Enter its name"),
        ("Mill: Eve\nmill: Fay", "mill is listed twice"),
        ("Mill: Eve\nLake: Eve", "Eve is listed twice"),
        ("Mill: Eve", "The league has 1 entry; it takes 2 to 40"),
        (f"{'M' * 61}: Eve\nLake: Fay", "is too long"),
    ],
)
def test_an_unreadable_list_of_teams_is_refused(cast: Cast, text: str, error: str) -> None:
    form = SquadsForm({"text": text}, club=cast.club)
    assert not form.is_valid()
    assert error in str(form.errors)
