"""A hall of four."""

from __future__ import annotations

import pytest

from tests.cast import Cast
from tests.leagues.days.hall import Hall


@pytest.fixture
def hall(cast: Cast) -> Hall:
    return Hall.open(cast.club, cast.who("ann"), entries=4)
