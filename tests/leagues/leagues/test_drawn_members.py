"""Members of leagues whose matches are drawn: no one joins without a match, and a player who left
without a match is last.
"""

from collections.abc import Callable
from typing import Any

import pytest

from leagues.actions.leagues.joining.members import enrol_members
from leagues.actions.leagues.unplayed.leave import leave_league
from leagues.actions.refusal import Refused
from leagues.models import Enrolment, Entry, League, Stage
from leagues.reads import tables_of
from leagues.stages.leaving import LeavingWay
from tests.cast import Cast
from tests.leagues.leagues.box_leagues import open_boxes
from tests.leagues.leagues.match_leagues import player_named
from tests.leagues.leagues.series_leagues import open_games
from tests.leagues.leagues.team_leagues import open_teams
from tests.leagues.leagues.tonights import win_match
from tests.leagues.leagues.unplayed import match_of

pytestmark = pytest.mark.django_db

DRAWN: list[tuple[Callable[[Cast], League], str]] = [
    (open_games, "To replace a player for the rest of the season"),
    (open_boxes, "New players start in the next one"),
    (open_teams, "Add this player to one under “Teams”"),
]


@pytest.mark.parametrize(("opened", "why"), DRAWN)
def test_no_one_is_made_a_member_without_a_match(
    cast: Cast, opened: Callable[[Cast], League], why: str
) -> None:
    league, zoe = opened(cast), player_named(cast, "Zoë")
    before = league.enrolments.count()
    typed: dict[str, Any] = {"player": [zoe.pk], "first": "", "kind": "member"}
    address = f"/desk/leagues/{league.slug}/people/enrol/"
    page = cast.browser_of("ann").post(address, typed)
    assert page.status_code == 422
    assert why in page.content.decode()
    assert league.enrolments.count() == before
    with pytest.raises(Refused):
        enrol_members(by=cast.who("ann"), league=league, players=[zoe])
    spare = Enrolment.Kind.SPARE
    enrol_members(by=cast.who("ann"), league=league, players=[zoe], kind=spare)
    assert league.enrolments.get(player=zoe).kind == spare


def places_and_names(league: League) -> list[tuple[int, str]]:
    stage = Stage.objects.get(event=league.event)
    lines = tables_of(stage)[0].lines
    return [(line.row.place, line.entry.people[0].name) for line in lines]


def leave_in_way(cast: Cast, league: League, name: str, way: LeavingWay) -> None:
    entry = Entry.objects.get(event=league.event, players__name=name)
    leave_league(by=cast.who("ann"), league=league, entry=entry, way=way)


def test_who_left_without_a_match_is_listed_last(cast: Cast) -> None:
    league = open_boxes(cast)
    match = match_of(league, "A", "E")
    win_match(match, match.sides.get(players__name="A").seat)
    assert places_and_names(league) == [(1, "A"), (2, "E"), (3, "B"), (3, "C"), (3, "D")]
    leave_in_way(cast, league, "B", LeavingWay.ANNUL)
    assert places_and_names(league) == [(1, "A"), (2, "E"), (3, "C"), (3, "D"), (5, "B")]
    leave_in_way(cast, league, "E", LeavingWay.ANNUL)
    assert places_and_names(league)[3:] == [(4, "B"), (4, "E")]


def test_who_left_and_keeps_their_results_keeps_their_place(cast: Cast) -> None:
    league = open_boxes(cast)
    match = match_of(league, "A", "E")
    win_match(match, match.sides.get(players__name="E").seat)
    leave_in_way(cast, league, "E", LeavingWay.LET_STAND)
    assert places_and_names(league)[0] == (1, "E")
