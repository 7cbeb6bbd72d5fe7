"""An event of four, and a browser on its wall."""

from django.test import Client

from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.leagues.screens.walls import SCREEN
from tests.scenes import scene


@scene
def hall(cast: Cast) -> DeskHall:
    names = ["Ann Li", "Ben Ito", "Cat van der Berg", "Dan Ng"]
    return open_hall(cast, names=names)


@scene
def tv(hall: DeskHall) -> Client:
    """A browser on the wall that shows a code."""
    browser = Client()
    browser.post(SCREEN)
    return browser
