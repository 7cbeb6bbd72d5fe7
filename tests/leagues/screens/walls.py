"""Screens of an event, paired for tests."""

from django.test import Client

from leagues.actions.screens.screens import open_screen, pair_screen, show_on_screens
from leagues.models import Screen
from leagues.reads.screens.wall import View
from tests.cast import Cast, Page
from tests.leagues.play.desk_hall import DeskHall

PAIR = "/desk/events/westport-open/screens/pair/"
SHOW = "/desk/events/westport-open/screens/show/"
SCREEN = "/screen/westport-open/"


def wall_page(cast: Cast, hall: DeskHall, view: View) -> str:
    """The page of a paired screen."""
    browser = Client()
    browser.post(f"/screen/{hall.event.slug}/")
    screen = Screen.objects.latest("pk")
    pair_screen(by=hall.by, event=hall.event, code=screen.code or "", name="Wall")
    show_on_screens(by=hall.by, event=hall.event, screens=[screen], view=view)
    screen.refresh_from_db()
    return browser.get(f"/screen/{hall.event.slug}/").content.decode()


def mark_of(page: Page) -> str:
    html: str = page.content.decode()
    return html.split('data-mark="')[1].split('"')[0]


def pair_named_screen(cast: Cast, hall: DeskHall, name: str = "Bar") -> Screen:
    code = open_screen(event=hall.event).screen.code or ""
    return pair_screen(by=cast.who("sam"), event=hall.event, code=code, name=name)
