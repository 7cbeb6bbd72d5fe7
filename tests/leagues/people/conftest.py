"""The hall of the tests of people."""

from __future__ import annotations

import pytest

from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, open_hall


@pytest.fixture
def hall(cast: Cast) -> DeskHall:
    return open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"])
