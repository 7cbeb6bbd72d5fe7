"""The phones of a hall, and the notifications sent to them."""

from collections.abc import Callable
from contextlib import AbstractContextManager

from leagues.actions.push import subscribe_own
from leagues.models import Player
from tests.leagues.phones.push.service import Browser, PushService

Committed = Callable[[], AbstractContextManager[list[Callable[[], object]]]]
NAMES = ("Ann", "Ben", "Cat", "Dee", "Eve", "Fay")


def player_named(name: str) -> Player:
    return Player.objects.get(name=name)


def titles_sent(service: PushService, browser: Browser) -> list[str]:
    return [message["title"] for message in service.messages_to(browser)]


def phone_of(name: str, service: PushService) -> Browser:
    browser = service.browser(name)
    subscribe_own(address=browser.address, player=player_named(name))
    return browser
