"""A hall of four at two boards."""

from tests.cast import Cast
from tests.leagues.phones.my_day.words import NAMES
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.scenes import scene


@scene
def hall(cast: Cast) -> DeskHall:
    return open_hall(cast, entries=4, boards=2, names=NAMES)
