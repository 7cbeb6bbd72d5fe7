"""Before pressing, an organiser sees who hears of it, may add a sentence, and may tell no one."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any
from unittest.mock import Mock

import pytest
import time_machine
from django.test import Client

from leagues.forms.messages import TellingForm, reach_in_words
from leagues.models import DateChange, League, Mail, Night, Player, PushAddress
from leagues.reads.messages.reach import Reach, reach_of
from tests.cast import Cast
from tests.leagues.leagues.evenings import TORONTO, Evening

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 10, 1, 12, tzinfo=TORONTO)


@pytest.fixture
def monday(cast: Cast, sends_mail: None) -> Iterator[Evening]:
    """Guss has e-mail and a browser that gets notifications, Hal has e-mail, Eve has neither."""
    evening = Evening.open(cast, "Guss", "Hal", "Eve")
    for name in ("Guss", "Hal"):
        Player.objects.filter(name=name).update(email=f"{name.lower()}@example.org")
    guss = evening.player("Guss")
    PushAddress.objects.create(player=guss, endpoint="https://push.example/1", p256dh="x", auth="y")
    with time_machine.travel(NOON, tick=False):
        yield evening


def page_of(night: Night) -> str:
    return f"/desk/leagues/{night.league.slug}/calendar/{night.pk}/"


def test_the_page_shows_how_many_people_hear_of_it_and_who_cannot(
    cast: Cast, monday: Evening
) -> None:
    text = cast.browser_of("ann").get(page_of(monday.night)).content.decode()

    assert "2 people hear of it: 2 by e-mail, 1 by notification." in text
    assert "1 person can’t be reached: Eve" in text


def test_the_reach_of_a_private_league_is_counted_once_and_without_strangers_and_browsers(
    cast: Cast, monday: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    League.objects.update(visibility="private")
    Player.objects.filter(name="Hal").update(is_guest=True, self_registered_at=NOON)
    form = TellingForm(subject=monday.night)
    reach = Mock(wraps=reach_of)
    monkeypatch.setattr("leagues.forms.messages.reach_of", reach)
    text = str(form) + str(form)

    assert "1 person hears of it: 1 by e-mail, 0 by notification." in text
    assert reach.call_count == 1


def test_a_ticked_form_tells_people_with_the_sentence(cast: Cast, monday: Evening) -> None:
    data = {"reason": "snow", "tell": "on", "note": "Stay at home."}
    cast.browser_of("ann").post(f"{page_of(monday.night)}cancel/", data)

    assert Mail.objects.count() == 2
    assert "Stay at home." in Mail.objects.get(to="hal@example.org").text


@pytest.mark.parametrize("act", ["cancel/", "skip/", ""])
def test_without_the_tick_no_one_hears_of_it(cast: Cast, monday: Evening, act: str) -> None:
    data = {"reason": "snow", "on": "2026-10-06", "at": "19:30"}
    answer = cast.browser_of("ann").post(f"{page_of(monday.night)}{act}", data)

    assert answer.status_code == 302
    assert not Mail.objects.exists()


def test_a_restored_night_asks_who_hears_of_it(cast: Cast, monday: Evening) -> None:
    ann: Client = cast.browser_of("ann")
    ann.post(f"{page_of(monday.night)}cancel/", {"reason": "snow"})
    assert "2 people hear of it" in ann.get(page_of(monday.night)).content.decode()
    ann.post(f"{page_of(monday.night)}bring-back/", {"tell": "on"})

    assert Mail.objects.count() == 2
    assert not monday.night.is_cancelled


def test_a_past_night_offers_to_tell_no_one(cast: Cast, monday: Evening) -> None:
    with time_machine.travel(datetime(2026, 10, 7, tzinfo=TORONTO)):
        ann = cast.browser_of("ann")
        text = ann.get(page_of(monday.night)).content.decode()
        ann.post(f"{page_of(monday.night)}cancel/", {"reason": "snow", "tell": "on"})

    assert 'id="cancel_tell"' not in text
    assert not DateChange.objects.exists()


def test_a_new_calendar_shows_who_hears_of_it(cast: Cast, monday: Evening) -> None:
    ann, address = cast.browser_of("ann"), "/desk/leagues/mondays/calendar/rule/"
    data: dict[str, Any] = {"every": "week", "nth": "1", "weekday": "1", "at": "20:00"}
    data |= {"first": "2026-10-06", "last": "2026-10-20"}
    page = ann.post(address, data)
    assert "2 people hear of it" in page.content.decode()
    form = page.context["form"]
    data |= {"dates_of": form.dates_mark, "day": [day.isoformat() for day, _is_on in form.days]}
    data |= {"seen": page.context["change"].mark, "tell": "on", "note": "New hall."}
    assert ann.post(address, data).status_code == 302

    assert "New hall." in Mail.objects.get(to="hal@example.org").text


def test_it_names_four_at_most() -> None:
    people = tuple(Player(name=f"P{number}") for number in range(20))
    assert reach_in_words(Reach(20, 0, 0, people)).endswith("P2, P3 and …")
    assert reach_in_words(Reach(0, 0, 0, ())) == "This concerns no one yet."
