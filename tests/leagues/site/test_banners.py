"""A changed date is a banner where people look, until the old date has passed."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from leagues.actions.date_changes import Telling, send_waiting_changes
from leagues.actions.events.events import bin_event
from leagues.actions.leagues.nights.changes import (
    bring_back_night,
    cancel_night,
    change_night,
    facts_of,
)
from leagues.actions.log.undo import undo
from leagues.live.revisions import next_moment, read_revisions
from leagues.models import Action, Event, League
from leagues.reads.messages.banners import banners_of_club, banners_of_event
from tests.cast import Cast
from tests.leagues.draw.draws import an_event
from tests.leagues.leagues.evenings import TORONTO, Evening
from tests.leagues.site.test_found import read_news

pytestmark = pytest.mark.django_db
CANCELLED = "Mondays on Monday 5 October is cancelled"
NO_ONE = Telling(is_wanted=False)


@pytest.fixture
def monday(cast: Cast) -> Iterator[Evening]:
    evening = Evening.open(cast, "Guss", "Hal")
    with time_machine.travel(datetime(2026, 10, 1, 12, tzinfo=TORONTO), tick=False):
        yield evening


def cancel(cast: Cast, monday: Evening) -> None:
    cancel_night(by=cast.who("ann"), night=monday.night, reason="snow", telling=NO_ONE)


def shows(path: str, text: str = CANCELLED) -> bool:
    return text in Client().get(path).content.decode()


PAGES = ("/", "/club/", "/leagues/mondays/", "/leagues/mondays/screen/")


def test_a_cancelled_night_is_a_banner_although_no_one_heard_of_it(
    cast: Cast, monday: Evening
) -> None:
    before = read_revisions()
    cancel(cast, monday)

    assert [path for path in PAGES if not shows(path)] == []
    assert read_revisions() != before, "pages in memory are made again"


def test_it_ends_at_midnight_after_the_old_date(cast: Cast, monday: Evening) -> None:
    cancel(cast, monday)
    midnight = datetime(2026, 10, 6, tzinfo=TORONTO)
    with time_machine.travel(midnight.replace(day=5, hour=23), tick=False):
        assert shows("/")
        assert next_moment(timezone.now()) == midnight
    with time_machine.travel(midnight, tick=False):
        assert not shows("/")


def test_an_undone_change_shows_nothing(cast: Cast, monday: Evening) -> None:
    cancel(cast, monday)
    undo(by=cast.who("ann"), action=Action.objects.latest("pk"))

    assert banners_of_club(cast.club) == []


def test_a_night_brought_back_at_once_is_as_it_was_later_it_takes_place_after_all(
    cast: Cast, monday: Evening
) -> None:
    ann = cast.who("ann")
    with time_machine.travel(datetime(2026, 10, 1, 13, tzinfo=TORONTO), tick=False) as now:
        cancel_night(by=ann, night=monday.night, reason="snow")
        bring_back_night(by=ann, night=monday.night)
        assert banners_of_club(cast.club) == []
        send_waiting_changes(now=timezone.now() + timedelta(minutes=11))
        now.shift(timedelta(hours=1))
        cancel_night(by=ann, night=monday.night, reason="ice")
        now.shift(timedelta(hours=1))
        send_waiting_changes(now=timezone.now())
        bring_back_night(by=ann, night=monday.night)

        [banner] = banners_of_club(cast.club)
    assert banner.text == "Mondays on Monday 5 October takes place after all"


def test_a_night_moved_twice_is_one_banner_from_its_first_day(cast: Cast, monday: Evening) -> None:
    for day in (6, 7):
        facts = facts_of(monday.night) | {"on": date(2026, 10, day)}
        change_night(by=cast.who("ann"), night=monday.night, facts=facts, telling=NO_ONE)

    [banner] = banners_of_club(cast.club)
    assert banner.text == "Mondays moves from Monday 5 October to Wednesday 7 October"


@pytest.mark.parametrize(("visibility", "shown"), [("unlisted", [*PAGES[2:]]), ("private", [])])
def test_the_clubs_pages_show_public_leagues_alone(
    cast: Cast, monday: Evening, visibility: str, shown: list[str]
) -> None:
    League.objects.update(visibility=visibility)
    cancel(cast, monday)

    assert [path for path in PAGES if shows(path)] == shown
    assert read_news() == []


def test_an_event_in_the_bin_is_a_banner_of_the_club(cast: Cast, monday: Evening) -> None:
    starts = datetime(2026, 10, 4, 9, tzinfo=TORONTO)
    event = an_event(cast, 2, starts_at=starts, zone="America/Toronto")
    bin_event(by=cast.who("ann"), event=event)
    text = "Spring Open on Sunday 4 October is cancelled"

    assert shows("/", text)
    assert [title for title, _text in read_news()] == [text]
    Event.objects.update(visibility="unlisted")
    assert banners_of_club(cast.club) == []


def test_a_screen_of_the_nights_event_shows_it(cast: Cast, monday: Evening) -> None:
    event = an_event(cast, 2, night=monday.night)
    cancel(cast, monday)

    [banner] = banners_of_event(event)
    assert (banner.text, banner.reason) == (CANCELLED, "snow")
    League.objects.update(visibility="private")
    assert banners_of_event(event) == []


def test_a_change_is_news_of_the_club(cast: Cast, monday: Evening) -> None:
    cancel(cast, monday)

    assert read_news() == [(CANCELLED, "snow")]
