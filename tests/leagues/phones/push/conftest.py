"""A push service of each test's own."""

from collections.abc import Iterator
from functools import partial

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from leagues.actions.push import tell_own
from leagues.push import background
from tests.cast import Cast
from tests.leagues.phones.push.phones import NAMES, Committed, player
from tests.leagues.phones.push.service import Browser, PushService, push_service
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.scenes import scene


@pytest.fixture
def service(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    """A push service of this test's own; what is to be sent is sent at once."""
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
    """Ben's phone, which asked to be told."""
    browser = service.browser("ben")
    tell_own(address=browser.address, player=player("Ben"))
    return browser


@pytest.fixture
def committed(django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks) -> Committed:
    """What is done inside is true for good when it ends, and what waits for that follows."""
    return partial(django_capture_on_commit_callbacks, execute=True)
