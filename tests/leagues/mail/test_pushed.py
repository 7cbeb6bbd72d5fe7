"""Notifications show only what anyone may read: a browser may be another person's."""

from collections.abc import Iterable

import pytest
import time_machine

from leagues.models import League, Player, PushAddress
from leagues.push.message import Message
from leagues.reads.messages.night_news import due_night_news
from leagues.reads.messages.reach import PeopleNews, of_news
from tests.leagues.leagues.evenings import Evening, october_time

pytestmark = pytest.mark.django_db
SUNDAY = october_time(18, day=4)


def add_browser(name: str) -> None:
    player = Player.objects.get(name=name)
    PushAddress.objects.create(endpoint=name, endpoint_hash=name, player=player)


def pushed(found: Iterable[tuple[PeopleNews, object]]) -> dict[str, Message]:
    """The last message to each browser."""
    return {
        each.to.endpoint: each.message
        for news, players in found
        for each in of_news(news, players)  # type: ignore[arg-type]
    }


def test_the_evening_message_has_no_venue_and_goes_to_no_browser_of_a_minor(
    monday: Evening,
) -> None:
    League.objects.update(place="Mill", invites_before=None)
    Player.objects.filter(name="Hal").update(is_minor=True)
    for name in ("Hal", "Eve"):
        monday.say(name)
        add_browser(name)
    with time_machine.travel(SUNDAY, tick=False):
        found = pushed(due_night_news(SUNDAY))

    assert list(found) == ["Eve"], "Hal is under 18"
    assert found["Eve"].title == "Tomorrow, Monday 5 October, 19:30: you’re in"
    assert found["Eve"].body == monday.mondays.league.name
