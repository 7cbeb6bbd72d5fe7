"""What every test may lean on."""

from __future__ import annotations

import itertools
from hashlib import sha256

import pytest
from hypothesis import settings as hypothesis_settings
from pytest_django import Settings

# These machines are shared: how long an example takes says nothing about the code.
hypothesis_settings.register_profile("shared", deadline=None)
hypothesis_settings.load_profile("shared")


@pytest.fixture(autouse=True)
def nobody_is_told(settings: Settings) -> None:
    """No test writes to a phone unless it says so."""
    settings.PUSH = False


@pytest.fixture(autouse=True)
def plain_assets(settings: Settings) -> None:
    """Pages are rendered without collecting assets first, over plain HTTP."""
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {
            "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        },
    }
    settings.SECURE_SSL_REDIRECT = False
    settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture(autouse=True)
def dice_are_loaded(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An event nobody gave a seed throws the same dice in a test every time."""
    throws = itertools.count()

    def thrown(size: int) -> bytes:
        said = f"{request.node.nodeid} {next(throws)}"
        return sha256(said.encode()).digest()[:size]

    monkeypatch.setattr("leagues.actions.planning.dice.token_bytes", thrown)
