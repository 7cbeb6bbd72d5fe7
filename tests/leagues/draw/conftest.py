"""Who asks for pages of a draw."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.cast import Cast


@pytest.fixture
def ann(cast: Cast) -> Client:
    return cast.browser_of("ann")
