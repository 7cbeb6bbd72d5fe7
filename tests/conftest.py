"""What every test may lean on."""

from __future__ import annotations

import pytest
from hypothesis import settings as hypothesis_settings
from pytest_django import Settings

# These machines are shared: how long an example takes says nothing about the code.
hypothesis_settings.register_profile("shared", deadline=None)
hypothesis_settings.load_profile("shared")


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
