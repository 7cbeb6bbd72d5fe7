"""Fixtures of the tests of phones."""

from tests.cast import Cast
from tests.leagues.phones.at_boards import Hall, open_phones
from tests.scenes import scene


@scene
def hall(cast: Cast) -> Hall:
    return open_phones(cast)
