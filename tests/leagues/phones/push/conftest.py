"""A push service for each test."""

from collections.abc import Iterator
from functools import partial

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from leagues.actions.push import subscribe_own
from leagues.push import background
from tests.cast import Cast
from tests.leagues.phones.push.phones import NAMES, Committed, player_named
from tests.leagues.phones.push.service import Browser, PushService, push_service
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.scenes import scene


@pytest.fixture
def service(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    """A push service for this test; messages are sent at once."""
    monkeypatch.setattr(background, "run_in_background", lambda job: job())
    with push_service() as service:
        settings.PUSH = True
        settings.PUSH_SERVICES = [service.origin]
        settings.PUSH_KEY = "a secret of this test"
        settings.PUSH_CONTACT = "mailto:olga@example.org"
        yield service


@scene
def hall(cast: Cast) -> DeskHall:
    return open_hall(cast, entries=4, boards=2, names=NAMES)


@pytest.fixture
def bens(service: PushService, hall: DeskHall) -> Browser:
    """Ben's phone, which gets his notifications."""
    browser = service.browser("ben")
    subscribe_own(address=browser.address, player=player_named("Ben"))
    return browser


@pytest.fixture
def committed(django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks) -> Committed:
    """A context at whose end the commit callbacks run, as after a real transaction."""
    return partial(django_capture_on_commit_callbacks, execute=True)
