"""Undoing acts on the teams of a league restores every row."""

from collections.abc import Callable

import pytest

from leagues.actions.leagues.teams.captains import offer_captain_link
from leagues.actions.leagues.teams.squads import join_squad, leave_squad
from leagues.models import Entry, League
from tests.cast import Cast
from tests.leagues.leagues.coming_seasons import begin_with_teams, open_then
from tests.leagues.leagues.match_leagues import player_named
from tests.leagues.leagues.team_leagues import (
    meeting_of,
    open_teams,
    player_entry_key,
    send_line_up,
    team_entry,
)
from tests.leagues.leagues.unplayed import at_noon
from tests.leagues.log.every_row import goes_back_and_forth

pytestmark = pytest.mark.long

Setting = Callable[[Cast], League]
Doing = Callable[[Cast, League], object]


def one_is_in(cast: Cast) -> League:
    league = open_teams(cast)
    send_line_up(cast, league, meeting_of(league, "Mill 1", "Lake"), "Mill 1", "Ada, Bob")
    return league


def both_are_in(cast: Cast) -> League:
    league = one_is_in(cast)
    send_line_up(cast, league, meeting_of(league, "Mill 1", "Lake"), "Lake", "Gil, Hal")
    return league


def name_line_up(who: str, players: str) -> Doing:
    def act(cast: Cast, league: League) -> None:
        send_line_up(cast, league, meeting_of(league, "Mill 1", "Lake"), who, players)

    return act


def asked_again(cast: Cast) -> League:
    """A season that has not begun; the captain of one team has a link."""
    before = open_teams(cast)
    mill = team_entry(before, "Mill 1")
    offer_captain_link(by=cast.who("ann"), league=before, entry=mill)
    return open_then(cast, before)


def zoe_is_known(cast: Cast) -> League:
    """Both line-ups are in, and Zoë is a player of the club."""
    league = both_are_in(cast)
    player_named(cast, "Zoë")
    return league


def join_team(team_name: str, name: str = "Zoë", instead: str = "") -> Doing:
    def act(cast: Cast, league: League) -> None:
        join_squad(
            by=cast.who("ann"),
            league=league,
            team=team_entry(league, team_name),
            player=player_named(cast, name),
            first=league.nights.in_order()[0],
            instead=Entry.objects.get(pk=player_entry_key(league, instead)) if instead else None,
        )

    return act


def gil_leaves(cast: Cast, league: League) -> None:
    gil = Entry.objects.get(pk=player_entry_key(league, "Gil"))
    leave_squad(by=cast.who("ann"), league=league, entry=gil)


OF_TEAMS: list[tuple[str, Setting, Doing]] = [
    ("name_line_up", open_teams, name_line_up("Mill 1", "Ada, Bob")),
    ("name_line_up", one_is_in, name_line_up("Lake", "Gil, -")),
    ("name_line_up", both_are_in, name_line_up("Lake", "Ida, Gil")),
    ("join_squad", zoe_is_known, join_team("Lake")),
    ("join_squad", zoe_is_known, join_team("Lake", instead="Gil")),
    ("join_squad", zoe_is_known, join_team("Park", "Gil")),
    ("leave_squad", both_are_in, gil_leaves),
    ("begin_season", asked_again, lambda cast, league: begin_with_teams(cast.who("ann"), league)),
]


@pytest.mark.parametrize(
    ("verb", "setting", "act"), OF_TEAMS, ids=[f"{n}-{each[0]}" for n, each in enumerate(OF_TEAMS)]
)
def test_every_row_is_as_before_and_as_after(
    cast: Cast, verb: str, setting: Setting, act: Doing
) -> None:
    with at_noon(10, 1):
        league = setting(cast)
        goes_back_and_forth(cast.who("ann"), verb, lambda: act(cast, league))
