"""What every test may lean on."""

from __future__ import annotations

import pytest
from pytest_django import Settings


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
