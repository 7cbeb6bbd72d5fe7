"""What tests of rows and pages may lean on."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from pytest_django import Settings

from tests.cast import Cast, make_cast


@pytest.fixture(autouse=True)
def nobody_has_tried_before() -> None:
    """Limits are counted in the cache; each test begins with a clean slate."""
    cache.clear()


@pytest.fixture(autouse=True)
def quick_passwords(settings: Settings) -> None:
    """A slow hash protects people; nobody needs protection here."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()
