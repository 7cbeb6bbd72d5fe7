"""What tests of rows and pages may lean on."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from pytest_django import Settings

from leagues.bridge.mine.my_day import finals_at, tables_at
from leagues.bridge.people.ratings import history_at
from tests.cast import Cast, make_cast


@pytest.fixture(autouse=True)
def nobody_has_tried_before() -> None:
    """Limits are counted in the cache; each test begins with a clean slate."""
    cache.clear()
    tables_at.cache_clear()
    finals_at.cache_clear()
    history_at.cache_clear()


@pytest.fixture(autouse=True)
def quick_passwords(settings: Settings) -> None:
    """A slow hash protects people; nobody needs protection here."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()
