"""A hall with four entries."""

from tests.cast import Cast
from tests.leagues.days.hall import Hall
from tests.scenes import scene


@scene
def hall(cast: Cast) -> Hall:
    return Hall.open(cast.club, cast.who("ann"), entries=4)
