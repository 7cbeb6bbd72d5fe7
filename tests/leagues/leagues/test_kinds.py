"""Every page of a league of any kind opens, before and after a match was played."""

from collections.abc import Callable

import pytest
from django.test import Client

from leagues.models import Enrolment, League, Match
from tests.cast import Cast
from tests.leagues.leagues import test_ladder, test_own_time
from tests.leagues.leagues.box_leagues import go_on, open_boxes, play_period
from tests.leagues.leagues.tonights import win_match

pytestmark = pytest.mark.long


def played_boxes(cast: Cast) -> League:
    league = open_boxes(cast)
    play_period(league)
    go_on(cast, league)
    return league


def played_ladder(cast: Cast) -> League:
    league = test_ladder.open_ladder(cast)
    win_match(test_ladder.make_challenge(cast, league, "CB"))
    test_ladder.make_challenge(cast, league, "ED")
    return league


def played_own_time(cast: Cast) -> League:
    league = test_own_time.open_own_time(cast)
    win_match(test_own_time.arrange_between(cast, league, "CB"))
    test_own_time.arrange_between(cast, league, "AB")
    return league


DESK = ("", "calendar/", "people/", "people/enrol/", "settings/", "log/", "end/")


@pytest.mark.parametrize("opened", [played_boxes, played_ladder, played_own_time])
def test_every_page_of_it_opens(cast: Cast, opened: Callable[[Cast], League]) -> None:
    league = opened(cast)
    assert league.event is not None
    ann, anybody = cast.browser_of("ann"), Client()
    match = Match.objects.filter(event=league.event).exclude(ending="bye")[0]
    for page in DESK:
        address = f"/desk/leagues/{league.slug}/{page}"
        assert ann.get(address, follow=True).status_code in (200, 404), address
    assert Enrolment.objects.filter(league=league).exists()
    for address in (
        "/",
        "/leagues/",
        f"/leagues/{league.slug}/",
        league.event.get_absolute_url(),
        match.get_absolute_url(),
        f"/me/{cast.cats_token}/",
    ):
        assert anybody.get(address).status_code == 200, address
