"""Which pages may be cached, and by which caches: public pages are revalidated each time, all
others are never stored. A cache in front of the site relies on this.
"""

from datetime import date, time

import pytest
from django.test import Client
from django.urls import reverse

from leagues.actions.leagues.settings import open_league
from leagues.live.page_cache import questions_of
from leagues.models import Enrolment, Entry, Event, Night, Player
from tests.cast import Cast
from tests.leagues.access.test_access import all_routes
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.scenes import scene

pytestmark = pytest.mark.django_db

EVENT = "/events/westport-open/"
PUBLIC = {
    "/": "/",
    **{
        path: path
        for path in (
            *("/calendar.ics", "/news.atom", "/picture.png"),
            *("/robots.txt", "/sitemap.xml", "/club/", "/accessibility/"),
        )
    },
    "/api/": "/api/",
    "/api/v1/openapi.json": "/api/v1/openapi.json",
    "/api/v1/": "/api/v1/",
    "/api/v1/players/": "/api/v1/players/",
    "/api/v1/players/<int:pk>/": "/api/v1/players/{ann}/",
    "/api/v1/leagues/": "/api/v1/leagues/",
    "/api/v1/leagues/<slug:slug>/": "/api/v1/leagues/mondays/",
    "/api/v1/leagues/<slug:slug>/table/": "/api/v1/leagues/mondays/table/",
    "/api/v1/leagues/<slug:slug>/nights/": "/api/v1/leagues/mondays/nights/",
    "/api/v1/leagues/<slug:slug>/nights/<int:pk>/": "/api/v1/leagues/mondays/nights/{night}/",
    "/api/v1/leagues/<slug:slug>/matches/": "/api/v1/leagues/mondays/matches/",
    "/api/v1/events/": "/api/v1/events/",
    "/api/v1/events/<slug:slug>/": "/api/v1/events/westport-open/",
    "/api/v1/events/<slug:slug>/stream/": "/api/v1/events/westport-open/stream/",
    "/api/v1/events/<slug:slug>/tables/": "/api/v1/events/westport-open/tables/",
    "/api/v1/events/<slug:slug>/matches/": "/api/v1/events/westport-open/matches/",
    "/api/v1/events/<slug:slug>/matches/<int:number>/": "/api/v1/events/westport-open/matches/1/",
    "/leagues/<slug:slug>/picture.png": "/leagues/mondays/picture.png",
    "/leagues/<slug:slug>/nights/<int:pk>/picture.png": (
        "/leagues/mondays/nights/{night}/picture.png"
    ),
    "/events/": "/events/",
    "/players/": "/players/",
    "/players/ratings/": "/players/ratings/",
    "/players/<int:pk>-<slug:slug>/": "/players/{ann}-ann-a/",
    "/players/<int:pk>/picture.png": "/players/{ann}/picture.png",
    "/players/<int:pk>/against/<int:other>/": "/players/{ann}/against/{ben}/",
    "/leagues/": "/leagues/",
    "/leagues/<slug:slug>/": "/leagues/mondays/",
    "/leagues/<slug:slug>/calendar.ics": "/leagues/mondays/calendar.ics",
    "/leagues/<slug:slug>/players/<int:pk>/": "/leagues/mondays/players/{ann}/",
    "/leagues/<slug:slug>/nights/<int:pk>/": "/leagues/mondays/nights/{night}/",
    **{path: path for path in ("/embed/size.js", "/embed/nights/", "/embed/boards/")},
    "/embed/leagues/<slug:slug>/table/": "/embed/leagues/mondays/table/",
    "/embed/leagues/<slug:slug>/nights/": "/embed/leagues/mondays/nights/",
    "/embed/events/<slug:slug>/table/": "/embed/events/westport-open/table/",
    "/embed/events/<slug:slug>/boards/": "/embed/events/westport-open/boards/",
    "/records/": "/records/",
    "/honours/": "/honours/",
    "/yearbook/<int:year>/": "/yearbook/2026/",
    "/events/<slug:slug>/": EVENT,
    "/events/<slug:slug>/matches/": f"{EVENT}matches/",
    "/events/<slug:slug>/matches/<int:number>/": f"{EVENT}matches/1/",
    "/events/<slug:slug>/matches/<int:number>/picture.png": f"{EVENT}matches/1/picture.png",
    "/events/<slug:slug>/standings/": f"{EVENT}standings/",
    "/events/<slug:slug>/picture.png": f"{EVENT}picture.png",
    "/events/<slug:slug>/players/": f"{EVENT}players/",
    "/events/<slug:slug>/entries/<int:pk>/": f"{EVENT}entries/{{entry}}/",
    "/events/<slug:slug>/about/": f"{EVENT}about/",
    "/events/<slug:slug>/numbers/": f"{EVENT}numbers/",
    "/events/<slug:slug>/files/<str:name>": f"{EVENT}files/matches.csv",
    "/events/<slug:slug>/draw/": f"{EVENT}draw/",
}
# These too are for everybody: a bracket and chances, which the hall below has not, and what is kept for good.
ELSEWHERE = {
    "/events/<slug:slug>/bracket/",
    "/events/<slug:slug>/chances/",
    "/club/pictures/(?P<digest>[0-9a-f]{24})",
    "/club/icon-<slug:digest>/<slug:name>.png",
    r"/club/colour-(?P<colour>[0-9a-f]{6})\.css",
}
LIVE = (
    "/",
    "/events/<slug:slug>/",
    "/events/<slug:slug>/matches/",
    "/events/<slug:slug>/matches/<int:number>/",
    "/events/<slug:slug>/standings/",
    "/events/<slug:slug>/players/",
    "/events/<slug:slug>/entries/<int:pk>/",
    "/players/<int:pk>-<slug:slug>/",
    "/leagues/<slug:slug>/",
)


@scene
def hall(cast: Cast) -> DeskHall:
    hall = open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"])
    hall.publish((1, 2))
    league = open_league(by=cast.who("ann"), club=cast.club, name="Mondays")
    Enrolment.objects.create(league=league, player=Player.objects.get(name="Ann A"), kind="member")
    Night.objects.create(league=league, on=date(2027, 1, 4), at=time(19, 30))
    return hall


def address_of(route: str) -> str:
    ann, ben = (Player.objects.get(name=name).pk for name in ("Ann A", "Ben B"))
    entry = Entry.objects.get(players=ann).pk
    night = Night.objects.get().pk
    return PUBLIC[route].format(ann=ann, ben=ben, entry=entry, night=night)


@pytest.mark.parametrize("route", PUBLIC)
def test_a_public_page_is_kept_by_all_and_asks_whether_it_still_holds(
    hall: DeskHall, route: str
) -> None:
    page, other = (Client().get(address_of(route)) for _ in range(2))
    assert page.status_code == 200
    assert page["Cache-Control"] == "public, no-cache"
    assert "Cookie" in page["Vary"]
    assert not page.cookies
    assert questions_of(page.request["PATH_INFO"]) is not None
    assert page.getvalue() == other.getvalue(), "the same bytes for every stranger"


@pytest.mark.parametrize("route", PUBLIC)
def test_for_signed_in_users_the_same_page_is_never_cached(
    cast: Cast, hall: DeskHall, route: str
) -> None:
    page = cast.browser_of("ben").get(address_of(route))
    assert page["Cache-Control"] == "private, no-store"
    assert "Cookie" in page["Vary"]


@pytest.mark.parametrize("route", LIVE)
def test_the_changing_part_is_the_same_for_every_stranger(hall: DeskHall, route: str) -> None:
    page = Client().get(f"{address_of(route)}?fragment=live")
    assert page["Cache-Control"] == "public, no-cache"
    assert page.content.strip().startswith(b"<div")
    assert b'id="live"' in page.content


@pytest.mark.parametrize("route", LIVE)
def test_the_changing_part_does_not_depend_on_who_looks(
    cast: Cast, hall: DeskHall, route: str
) -> None:
    """The stream sends everybody what a stranger sees."""
    part = f"{address_of(route)}?fragment=live"
    assert cast.browser_of("ann").get(part).content == Client().get(part).content


def test_a_private_event_is_never_cached(cast: Cast, hall: DeskHall) -> None:
    Event.objects.update(visibility=Event.Visibility.PRIVATE)
    for browser in (Client(), cast.browser_of("ann")):
        assert browser.get(EVENT)["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize("name", ["account_login", "desk", "me", "health"])
def test_a_page_without_cache_rules_is_never_cached(cast: Cast, hall: DeskHall, name: str) -> None:
    for browser in (Client(), cast.browser_of("olga")):
        assert browser.get(reverse(name))["Cache-Control"] in {
            "private, no-store",
            "max-age=0, no-cache, no-store, must-revalidate, private",
        }


def test_every_public_page_has_a_row_here() -> None:
    ready = {
        route for route, pattern in all_routes().items() if hasattr(pattern.callback, "questions")
    }
    assert ready == set(PUBLIC) | ELSEWHERE
