"""What search engines find: each language of a page, when an event is, a picture of each list."""

import json
import re
from datetime import date, time
from typing import Any

import pytest
from django.test import Client

from leagues.actions.leagues.settings import open_league
from leagues.live.asgi import Scope
from leagues.live.page_cache import key_of
from leagues.models import Event, League, Night, Player
from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.leagues.site.test_public import read_page
from tests.scenes import scene

pytestmark = pytest.mark.django_db
DATA = re.compile(r'<script type="application/ld\+json">(.*?)</script>')
STANDINGS = "/events/westport-open/standings/"


@scene
def hall(cast: Cast) -> DeskHall:
    hall = open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"], place="The Mill")
    hall.publish((1, 2), (3, 4))
    league = open_league(by=cast.who("ann"), club=cast.club, name="Mondays")
    Night.objects.create(league=league, on=date(2027, 1, 4), at=time(19, 30))
    return hall


def described(path: str) -> Any:
    found = DATA.search(read_page(path))
    return json.loads(found[1]) if found else None


def test_an_address_may_ask_for_a_language(hall: DeskHall) -> None:
    page = Client(HTTP_ACCEPT_LANGUAGE="de").get(f"{STANDINGS}?lang=fr")
    assert page["Content-Language"] == "fr"
    assert "Classement" in page.content.decode()
    assert Client().get(f"{STANDINGS}?lang=xx")["Content-Language"] == "en"


def test_the_asked_language_counts_more_than_the_chosen_one(hall: DeskHall) -> None:
    browser = Client()
    browser.cookies["language"] = "de"
    assert browser.get(f"{STANDINGS}?lang=fr")["Content-Language"] == "fr"
    assert browser.get(STANDINGS)["Content-Language"] == "de"


def test_a_choice_on_the_language_page_counts_more_than_the_address_it_came_from(
    hall: DeskHall,
) -> None:
    browser = Client(HTTP_REFERER=f"http://testserver{STANDINGS}?lang=fr&part=1")
    assert f'value="{STANDINGS}?part=1"' in browser.get("/language/").content.decode()


def test_a_kept_page_is_the_one_in_the_asked_language(hall: DeskHall) -> None:
    def key(query: bytes, wanted: bytes) -> Any:
        scope: Scope = {
            "method": "GET",
            "path": STANDINGS,
            "query_string": query,
            "headers": [(b"host", b"testserver"), (b"accept-language", wanted)],
        }
        return key_of(scope, "en")

    assert key(b"lang=fr", b"de") == key(b"", b"fr") != key(b"", b"de")
    assert key(b"lang=nonsense", b"de") == key(b"", b"de")


def test_a_page_leads_to_itself_in_each_language(hall: DeskHall) -> None:
    for asked in (STANDINGS, f"{STANDINGS}?lang=fr"):
        page = read_page(asked)
        here = f"http://testserver{STANDINGS}"
        assert f'<link rel="canonical" href="{here}">' in page
        assert f'hreflang="fr" href="{here}?lang=fr"' in page
        assert f'hreflang="x-default" href="{here}"' in page


def test_an_event_is_described_with_its_day_and_venue_and_without_names(hall: DeskHall) -> None:
    Player.objects.update(is_minor=True)
    found = described("/events/westport-open/")
    assert found["@type"] == "SportsEvent"
    assert found["name"] == "Westport Open"
    assert found["location"]["name"] == "The Mill"
    assert found["startDate"].startswith("2026-11-21T")
    assert not [name for name in ("Ann", "Ben", "Cy", "Di D") if name in json.dumps(found)]


def test_a_cancelled_night_is_described_as_cancelled(hall: DeskHall) -> None:
    night = Night.objects.get()
    path = f"/leagues/mondays/nights/{night.pk}/"
    assert described(path)["eventStatus"] == "https://schema.org/EventScheduled"
    Night.objects.update(is_cancelled=True)
    found = described(path)
    assert found["eventStatus"] == "https://schema.org/EventCancelled"
    assert found["startDate"] == "2027-01-04T19:30:00-05:00"


def test_what_is_not_listed_is_not_described(hall: DeskHall) -> None:
    Event.objects.update(visibility="unlisted")
    League.objects.update(visibility="unlisted")
    assert described("/events/westport-open/") is None
    assert described(f"/leagues/mondays/nights/{Night.objects.get().pk}/") is None


def test_a_name_cannot_end_the_description(hall: DeskHall) -> None:
    Event.objects.update(name="</script><b>Open & more")
    assert described("/events/westport-open/")["name"] == "</script><b>Open & more"


@pytest.mark.parametrize(
    "path",
    ["/events/", "/players/", "/players/ratings/", "/records/", "/leagues/", "/honours/"],
)
def test_every_list_of_the_club_has_a_picture_where_its_link_is_shared(
    hall: DeskHall, path: str
) -> None:
    page = read_page(path)
    assert '<meta property="og:image" content="http://testserver/picture.png">' in page
    assert f'<link rel="canonical" href="http://testserver{path}">' in page
