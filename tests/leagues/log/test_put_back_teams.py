"""Undoing what was done to teams of a league: every row is as before."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from leagues.models import League
from tests.cast import Cast
from tests.leagues.leagues.team_leagues import meeting, open_teams, send
from tests.leagues.leagues.unplayed import at_noon
from tests.leagues.log.every_row import goes_back_and_forth

Setting = Callable[[Cast], League]
Doing = Callable[[Cast, League], object]


def one_is_in(cast: Cast) -> League:
    league = open_teams(cast)
    send(cast, league, meeting(league, "Mill 1", "Lake"), "Mill 1", "Ada, Bob")
    return league


def both_are_in(cast: Cast) -> League:
    league = one_is_in(cast)
    send(cast, league, meeting(league, "Mill 1", "Lake"), "Lake", "Gil, Hal")
    return league


def names(who: str, players: str) -> Doing:
    def act(cast: Cast, league: League) -> None:
        send(cast, league, meeting(league, "Mill 1", "Lake"), who, players)

    return act


OF_TEAMS: list[tuple[str, Setting, Doing]] = [
    ("name_line_up", open_teams, names("Mill 1", "Ada, Bob")),
    ("name_line_up", one_is_in, names("Lake", "Gil, -")),
    ("name_line_up", both_are_in, names("Lake", "Ida, Gil")),
]


@pytest.mark.parametrize(
    ("verb", "setting", "act"),
    OF_TEAMS,
    ids=[f"{n}-{each[0]}" for n, each in enumerate(OF_TEAMS)],
)
def test_every_row_is_as_before_and_as_after(
    cast: Cast, verb: str, setting: Setting, act: Doing
) -> None:
    with at_noon(10, 1):
        league = setting(cast)
        goes_back_and_forth(cast.who("ann"), verb, lambda: act(cast, league))
