"""Two requests send the same form at the same moment, each over a separate connection."""

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from leagues.actions.events import events
from leagues.actions.leagues.season import next_season
from leagues.actions.people import people
from leagues.models import Event, League, Player, SentForm
from tests.cast import Cast
from tests.leagues.days.plain_browser import PlainBrowser
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.test_two_hosts import press_twice
from tests.leagues.site.test_sent_once import form_on, plan_event
from tests.scenes import scene

pytestmark = pytest.mark.django_db(transaction=True)


@scene
def mondays(cast: Cast) -> Mondays:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time")
    return Mondays.open(cast, "Ann Lee", "Bo Birch")


def test_a_double_press_makes_one(mondays: Mondays) -> None:
    sent = {"name": "Zoe Quill", "form_key": str(uuid4())}
    press_twice(lambda: mondays.cast.browser_of("ann").post("/desk/people/add/", sent))
    assert Player.objects.filter(name="Zoe Quill").count() == 1
    assert SentForm.objects.count() == 1


Look = Callable[..., Any]


def wait_for_both(look: Look) -> Look:
    """Wrap a read so that both requests read before either writes, unless a lock prevents it."""
    looked = threading.Barrier(2)

    def look_and_wait(*about: Any) -> Any:
        found = look(*about)
        with suppress(threading.BrokenBarrierError):
            looked.wait(timeout=0.5)
        return found

    return look_and_wait


def test_two_organisers_who_add_one_name_are_asked(
    mondays: Mondays, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = wait_for_both(people.was_just_added)
    monkeypatch.setattr(people, "was_just_added", look)
    sent = {"name": "Zoe Quill"}
    press_twice(lambda: mondays.cast.browser_of("ann").post("/desk/people/add/", sent))
    assert Player.objects.filter(name="Zoe Quill").count() == 1


def test_two_organisers_open_one_next_season(
    mondays: Mondays, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = PlainBrowser(mondays.cast.browser_of("ann"))
    desk.open("/desk/leagues/mondays/end/next/")
    sent = form_on(desk, "^Open", first="2027-01-04")
    look = wait_for_both(next_season.next_seasons_mark)
    monkeypatch.setattr(next_season, "next_seasons_mark", look)

    def press() -> None:
        own = {**sent, "form_key": [str(uuid4())]}
        mondays.cast.browser_of("ann").post(desk.url, own)

    press_twice(press)
    assert League.objects.filter(before=mondays.league).count() == 1


def test_two_events_of_one_name_have_two_addresses(
    mondays: Mondays, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have looked for a free one before either takes it."""
    looked, look = threading.Barrier(2), events.free_slug

    def free_slug(name: str) -> str:
        slug = look(name)
        if slug == "spring":
            looked.wait()
        return slug

    monkeypatch.setattr(events, "free_slug", free_slug)
    press_twice(lambda: plan_event(mondays.cast))
    assert set(Event.objects.values_list("slug", flat=True)) == {"spring", "spring-2"}
