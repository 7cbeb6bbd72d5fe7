"""A hall and a signed-in organiser, for tests of the desk."""

from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.scenes import scene


@scene
def hall(cast: Cast) -> DeskHall:
    hall = open_hall(cast, names=("Ann Ode", "Ben Ito", "Cat Li", "Dan Roy"))
    hall.publish((1, 2), (3, 4))
    return hall
