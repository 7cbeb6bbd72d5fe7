"""What tests of phones may lean on."""

from __future__ import annotations

import pytest

from tests.cast import Cast
from tests.leagues.phones.at_boards import Hall, open_phones


@pytest.fixture
def hall(cast: Cast) -> Hall:
    return open_phones(cast)
