"""The phones of a hall, and the notifications sent to them."""

from collections.abc import Callable
from contextlib import AbstractContextManager

from leagues.actions.push import tell_own
from leagues.models import Player
from tests.leagues.phones.push.service import Browser, PushService

Committed = Callable[[], AbstractContextManager[list[Callable[[], object]]]]
NAMES = ("Ann", "Ben", "Cat", "Dee", "Eve", "Fay")


def player(name: str) -> Player:
    return Player.objects.get(name=name)


def titles(service: PushService, browser: Browser) -> list[str]:
    return [told["title"] for told in service.told(browser)]


def phone_of(name: str, service: PushService) -> Browser:
    browser = service.browser(name)
    tell_own(address=browser.address, player=player(name))
    return browser
