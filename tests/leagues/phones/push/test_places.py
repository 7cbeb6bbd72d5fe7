"""A spot that comes free at a night: the player it is held for is notified."""

import pytest
import time_machine

from leagues.actions.leagues.nights.answers import pass_on_places
from leagues.models import Event, League, Offer
from leagues.reads.phones.news import of_places
from tests.cast import Cast
from tests.leagues.leagues.evenings import Evening, october_time
from tests.leagues.phones.push.phones import Committed, phone_of, titles_sent
from tests.leagues.phones.push.service import Browser, PushService
from tests.scenes import scene


@scene
def full(cast: Cast) -> Evening:
    """A night with room for two: Eve and Flo are in, Gus and Hal wait."""
    evening = Evening.open(cast, most=2)
    for name in ("Eve", "Flo", "Gus", "Hal"):
        evening.say(name)
    return evening


@pytest.fixture
def guss(service: PushService, full: Evening) -> Browser:
    return phone_of("Gus", service)


def test_the_next_in_line_is_notified_of_the_day_and_the_deadline(
    full: Evening, service: PushService, guss: Browser, committed: Committed
) -> None:
    hals = phone_of("Hal", service)
    with time_machine.travel(october_time(18)), committed():
        full.say("Eve", "out", october_time(18))

    [message] = service.messages_to(guss)
    assert message["title"] == "A spot is free on Monday 5 October. Are you in or out?"
    assert message["body"] == "Mondays · Held for you until Thursday, 22:00"
    assert message["url"] == f"/leagues/mondays/nights/{full.night.pk}/"
    assert message["own"] is True
    assert service.messages_to(hals) == []


def test_a_player_who_holds_a_spot_is_not_notified_of_the_next(
    full: Evening, service: PushService, guss: Browser, committed: Committed
) -> None:
    hals = phone_of("Hal", service)
    for hour, name in ((18, "Eve"), (19, "Flo")):
        with time_machine.travel(october_time(hour)), committed():
            full.say(name, "out", october_time(hour))

    assert [len(titles_sent(service, phone)) for phone in (guss, hals)] == [1, 1]


def test_a_spot_passes_on_by_itself_and_the_next_is_notified(
    full: Evening, service: PushService, guss: Browser, committed: Committed
) -> None:
    hals = phone_of("Hal", service)
    full.say("Eve", "out", october_time(18))
    with time_machine.travel(october_time(21, 59), tick=False):
        assert pass_on_places(now=october_time(21, 59)) == 0
    with time_machine.travel(october_time(22), tick=False), committed():
        assert pass_on_places(now=october_time(22)) == 1
        assert pass_on_places(now=october_time(22)) == 0

    assert titles_sent(service, hals) == ["A spot is free on Monday 5 October. Are you in or out?"]
    assert service.messages_to(guss) == []


def test_an_unclaimed_spot_stops_passing_on_once_the_night_began(full: Evening) -> None:
    full.say("Eve", "out", october_time(19, 20, day=5))
    began = october_time(19, 30, day=5)

    assert pass_on_places(now=began) == 0
    assert Offer.objects.count() == 1


def test_a_player_who_answered_before_the_message_left_is_not_notified(
    full: Evening, service: PushService, guss: Browser
) -> None:
    full.say("Eve", "out", october_time(18))
    offer = Offer.objects.get()
    with time_machine.travel(october_time(19), tick=False):
        assert [*of_places([offer.pk])]
        Offer.objects.update(state=Offer.State.TAKEN)
        assert not [*of_places([offer.pk])]
    Offer.objects.update(state=Offer.State.OPEN)
    with time_machine.travel(october_time(22), tick=False):
        assert not [*of_places([offer.pk])]


def test_no_one_is_notified_of_a_private_league(
    full: Evening, service: PushService, guss: Browser, committed: Committed
) -> None:
    League.objects.update(visibility=Event.Visibility.PRIVATE)
    with time_machine.travel(october_time(18)), committed():
        full.say("Eve", "out", october_time(18))

    assert service.posted == []
