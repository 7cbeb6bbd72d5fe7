"""Pages for feed readers and search engines: the news feed, the site map, robots.txt."""

import xml.etree.ElementTree as ET
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from leagues.actions.advance.finish import finish_event
from leagues.actions.leagues.season.closing import close_league
from leagues.models import Action, Event, League, Player
from tests.cast import Cast
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.play.desk_hall import NOON, open_hall
from tests.leagues.site.test_public import finish_match
from tests.scenes import scene

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"
MAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


def read_news() -> list[tuple[str, str]]:
    """Title and text of every piece of news, the latest first."""
    answer = Client().get("/news.atom")
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = ET.fromstring(answer.content)
    return [
        (str(entry.findtext(f"{ATOM}title")), entry.findtext(f"{ATOM}summary") or "")
        for entry in feed.findall(f"{ATOM}entry")
    ]


@scene
def mondays(cast: Cast) -> Mondays:
    made = Mondays.open(cast, "Annabel Tremblay", "Ben")
    Player.objects.filter(name="Annabel Tremblay").update(is_minor=True, family_name="Tremblay")
    made.play(1, ("Annabel Tremblay", "Ben", 6, 2))
    return made


def test_a_finished_night_is_news_with_the_leader(mondays: Mondays) -> None:
    with time_machine.travel(datetime(2026, 11, 1, tzinfo=UTC)):
        assert read_news() == [
            ("Mondays, Monday 5 October", "In the lead after night 1: Annabel T.")
        ]
        text = Client().get("/news.atom").content.decode()
    assert "Tremblay" not in text
    assert f"http://testserver/leagues/mondays/nights/{mondays.night(1).pk}/" in text


def test_a_season_that_is_closed_is_news_with_its_champion(mondays: Mondays) -> None:
    mondays.play(2, ("Ben", "Annabel Tremblay", 8, 0))
    mondays.play(3, ("Ben", "Annabel Tremblay", 8, 0))
    close_league(by=mondays.cast.who("ann"), league=mondays.league)

    assert read_news()[0] == ("Mondays is finished", "Champion: Ben")


@time_machine.travel(NOON)
def test_an_event_is_news_when_it_is_announced_and_when_it_is_over(cast: Cast) -> None:
    hall = open_hall(cast, names=["Ann A", "Ben B"], place="The Mill")
    assert [title for title, _text in read_news()] == ["Coming up: Westport Open"]
    [match] = hall.publish((1, 2)).matches.all()
    finish_match(match, (6, 2))
    finish_event(by=hall.by, event=hall.event)

    assert read_news()[0] == ("Westport Open is finished", "Won by Ann A")


def test_an_event_was_over_when_it_was_finished_whatever_was_done_to_it_later(cast: Cast) -> None:
    hall = open_hall(cast, names=["Ann A", "Ben B"])
    [match] = hall.publish((1, 2)).matches.all()
    finish_match(match, (6, 2))
    finish_event(by=hall.by, event=hall.event)
    before = Client().get("/news.atom").content
    with time_machine.travel(timezone.now() + timedelta(days=1), tick=False):
        Action.objects.create(club=cast.club, event=hall.event, verb="say")
        Event.objects.get(pk=hall.event.pk).touch()
        after = Client().get("/news.atom").content

    assert after == before


def test_what_is_not_listed_is_no_news_and_on_no_map(mondays: Mondays) -> None:
    open_hall(mondays.cast, names=["Ann A", "Ben B"])
    Event.objects.update(visibility="unlisted")
    League.objects.update(visibility="unlisted")

    assert read_news() == []
    assert not any("/events/w" in each or "mondays" in each for each in mapped_addresses())


def mapped_addresses() -> list[str]:
    found = ET.fromstring(Client().get("/sitemap.xml").content)
    return [str(each.text) for each in found.iter(f"{MAP}loc")]


@pytest.mark.long
def test_the_map_has_every_listed_page_and_each_of_them_is_there(mondays: Mondays) -> None:
    open_hall(mondays.cast, names=["Ann A", "Ben B"])
    found = mapped_addresses()

    assert "http://testserver/events/westport-open/" in found
    assert "http://testserver/leagues/mondays/" in found
    assert not any("/players/" in each for each in found)
    for each in found:
        assert Client().get(each.removeprefix("http://testserver")).status_code == 200


def test_robots_leave_ways_in_alone_and_find_the_map(cast: Cast) -> None:
    text = Client().get("/robots.txt").content.decode().splitlines()

    assert text[0] == "User-agent: *"
    assert {"Disallow: /me/", "Disallow: /desk/", "Disallow: /calendar/"} <= set(text)
    assert text[-1] == "Sitemap: http://testserver/sitemap.xml"


def test_pages_name_the_feed(cast: Cast) -> None:
    page = Client().get("/players/").content.decode()

    assert 'type="application/atom+xml"' in page
    assert 'href="/news.atom"' in page


def test_where_nothing_is_new_the_feed_stays_the_same(cast: Cast) -> None:
    feeds = set()
    for minute in (1, 2):
        with time_machine.travel(datetime(2026, 11, 1, 12, minute, tzinfo=UTC)):
            assert read_news() == []
            feeds.add(Client().get("/news.atom").content)
    assert len(feeds) == 1
