"""A spot that comes free at a night: the player it is held for is notified."""

import pytest
import time_machine

from leagues.actions.leagues.nights.answers import pass_on_places
from leagues.models import Event, League, Offer
from leagues.reads.phones import news
from tests.cast import Cast
from tests.leagues.leagues.evenings import Evening, at
from tests.leagues.phones.push.phones import Committed, phone_of, titles
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


def test_whoever_is_next_is_told_the_day_and_until_when(
    full: Evening, service: PushService, guss: Browser, committed: Committed
) -> None:
    hals = phone_of("Hal", service)
    with time_machine.travel(at(18)), committed():
        full.say("Eve", "out", at(18))

    [told] = service.told(guss)
    assert told["title"] == "A spot is free on Monday 5 October. Are you in or out?"
    assert told["body"] == "Mondays · Held for you until Thursday, 22:00"
    assert told["url"] == f"/leagues/mondays/nights/{full.night.pk}/"
    assert told["own"] is True
    assert service.told(hals) == []


def test_who_holds_one_place_is_not_told_of_the_next(
    full: Evening, service: PushService, guss: Browser, committed: Committed
) -> None:
    hals = phone_of("Hal", service)
    for hour, name in ((18, "Eve"), (19, "Flo")):
        with time_machine.travel(at(hour)), committed():
            full.say(name, "out", at(hour))

    assert [len(titles(service, phone)) for phone in (guss, hals)] == [1, 1]


def test_when_nobody_looks_a_place_passes_on_all_the_same_and_the_next_is_told(
    full: Evening, service: PushService, guss: Browser, committed: Committed
) -> None:
    hals = phone_of("Hal", service)
    full.say("Eve", "out", at(18))
    with time_machine.travel(at(21, 59), tick=False):
        assert pass_on_places(now=at(21, 59)) == 0
    with time_machine.travel(at(22), tick=False), committed():
        assert pass_on_places(now=at(22)) == 1
        assert pass_on_places(now=at(22)) == 0

    assert titles(service, hals) == ["A spot is free on Monday 5 October. Are you in or out?"]
    assert service.told(guss) == []


def test_a_place_that_nobody_took_is_passed_on_no_more_once_the_night_began(full: Evening) -> None:
    full.say("Eve", "out", at(19, 20, day=5))
    began = at(19, 30, day=5)

    assert pass_on_places(now=began) == 0
    assert Offer.objects.count() == 1


def test_who_has_answered_before_the_message_left_is_not_told(
    full: Evening, service: PushService, guss: Browser
) -> None:
    full.say("Eve", "out", at(18))
    offer = Offer.objects.get()
    with time_machine.travel(at(19), tick=False):
        assert [each.to for each in news.of_offers([offer.pk])]
        Offer.objects.update(state=Offer.State.TAKEN)
        assert not [*news.of_offers([offer.pk])]
    Offer.objects.update(state=Offer.State.OPEN)
    with time_machine.travel(at(22), tick=False):
        assert not [*news.of_offers([offer.pk])]


def test_of_a_private_league_nobody_is_told(
    full: Evening, service: PushService, guss: Browser, committed: Committed
) -> None:
    League.objects.update(visibility=Event.Visibility.PRIVATE)
    with time_machine.travel(at(18)), committed():
        full.say("Eve", "out", at(18))

    assert service.posted == []
