"""The club's own texts: on its page, in previews of links, and in the file of the club."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from io import BytesIO

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from leagues.actions.data.import_club import import_club
from leagues.actions.log.undo import undo
from leagues.files.club_tables import TABLES
from leagues.forms.club.page import ClubPageForm
from leagues.models import Action, Club, ClubPage, ClubPicture, Event, Night
from leagues.reads.leagues.pages.coming_days import coming_days
from leagues.stages.calendar import CalendarRule
from tests.cast import Cast
from tests.leagues.club.club_pages import WORDS, add_photo, make_picture, put_logo, write_club_page
from tests.leagues.data.test_club_file import club_file
from tests.leagues.leagues.match_leagues import open_matches
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.play.desk_hall import open_hall

PAGES = ("players", "events", "leagues")
pytestmark = pytest.mark.django_db


def test_a_page_shows_the_club_its_venue_and_contacts(cast: Cast) -> None:
    write_club_page(cast.browser_of("ann"))

    page = Client().get("/club/").content.decode()

    assert "<p>Westport has shot discs since 1982.</p>" in page
    assert "<p>Guests are welcome.</p>" in page
    assert "Mondays at half past seven" in page
    assert "Legion hall" in page
    map_ = "https://www.openstreetmap.org/search?query=12+Mill+St%2C+Westport"
    assert f'href="{map_}"' in page
    assert 'href="mailto:hello@westport.example"' in page
    assert 'href="tel:5195550123"' in page


def test_the_page_names_the_days_on_which_the_club_plays(cast: Cast) -> None:
    mondays = Mondays.open(cast)
    league = mondays.league
    league.calendar = CalendarRule(
        weekday=0, at=time(19, 30), first=date(2026, 10, 5), last=date(2027, 4, 5)
    ).to_dict()
    league.save()
    last = mondays.night(3)
    last.on = date(2027, 4, 5)
    last.save()

    def shown(day: date) -> bool:
        with time_machine.travel(datetime.combine(day, time(12), UTC)):
            return "<b>Every Monday at 19:30</b>" in Client().get("/club/").text

    assert shown(date(2026, 11, 21))
    assert not shown(date(2027, 4, 6)), "its last night is over"
    Night.objects.filter(pk=last.pk).update(is_cancelled=True)
    assert not shown(date(2026, 11, 21)), "no night is left"
    last.save()
    league.event = open_hall(cast).event
    league.save()
    assert not shown(date(2026, 11, 21)), "weeks of matches are no evenings"


def test_the_front_page_leads_to_no_empty_page_of_the_club(cast: Cast) -> None:
    assert "Come and play" not in Client().get("/").text

    write_club_page(cast.browser_of("ann"))

    assert "Come and play" in Client().get("/").text


def test_an_event_that_is_on_leads_to_no_empty_page_of_the_club(cast: Cast) -> None:
    open_hall(cast)
    assert "Come and play" not in Client().get("/").text

    write_club_page(cast.browser_of("ann"))

    assert "Come and play" in Client().get("/").text


def test_the_page_counts_players_events_and_leagues_that_are_public(cast: Cast) -> None:
    assert 'class="figures small"' not in Client().get("/club/").text, "a new club has none"
    Mondays.open(cast).play(1, ("Ann", "Ben", 5, 3))
    open_matches(cast, {"": ("Ann", "Ben")})  # a league is not among the events

    shown = Client().get("/club/").text
    figures = shown.partition('class="figures small"')[2].partition("</dl>")[0]

    assert re.findall(r'href="/(\w+)/">(\d+)<', figures) == [*zip(PAGES, "212", strict=True)]


def test_the_page_lists_coming_days_from_the_calendar(cast: Cast) -> None:
    mondays = Mondays.open(cast)
    mondays.play(1, ("Ann", "Ben", 5, 3))
    night = mondays.night(2)
    night.place = "Upstairs"
    night.save()
    Event.objects.create(
        club=cast.club,
        name="Spring Open",
        slug="spring",
        starts_at=mondays.night(3).starts_at + timedelta(days=1),
    )
    with time_machine.travel(mondays.night(2).starts_at - timedelta(hours=3)):
        page = Client().get("/club/")
    days = page.context["coming_days"]
    assert [(each.title, each.where) for each in days] == [
        ("Mondays", "Upstairs"),
        ("Spring Open", ""),
    ]
    assert [each.starts_at.day for each in days] == [12, 20]
    assert [each.day for each in days[0].later] == [19]


def test_cancelled_and_private_nights_are_not_listed(cast: Cast) -> None:
    mondays = Mondays.open(cast)
    night = mondays.night(1)
    night.is_cancelled = True
    night.save()
    hidden = Mondays.open(cast).league
    hidden.visibility = Event.Visibility.PRIVATE
    hidden.save()
    with time_machine.travel(night.starts_at - timedelta(days=1)):
        days = coming_days(cast.club, timezone.now(), 6)
    assert [each.starts_at.day for each in days] == [12, 19]


def test_nothing_but_the_empty_board_where_nothing_was_written(cast: Cast) -> None:
    page = Client().get("/club/").content.decode()
    assert "board-picture" in page
    for heading in ("When to come", "Where", "Contact", "Photos"):
        assert f">{heading}</h2>" not in page


def test_what_is_written_is_no_html(cast: Cast) -> None:
    write_club_page(cast.browser_of("ann"), about="<script>alert(1)</script>")
    assert b"<script>alert" not in Client().get("/club/").content


def test_every_page_leads_to_it(cast: Cast) -> None:
    assert b'href="/club/"' in Client().get("/").content


def test_the_same_again_is_no_line_of_the_log(cast: Cast) -> None:
    write_club_page(cast.browser_of("ann"))
    write_club_page(cast.browser_of("ann"))
    assert Action.objects.filter(verb="change_club_page").count() == 1


def test_it_can_be_undone(cast: Cast) -> None:
    write_club_page(cast.browser_of("ann"))
    write_club_page(cast.browser_of("ann"), about="Gone", colour="#2c5f8a")

    undo(by=cast.who("ann"), action=Action.objects.filter(event=None).latest("pk"))

    assert ClubPage.objects.get().about == WORDS["about"]
    assert Club.objects.get(is_home=True).colour == ""


# --- Moving with the club --------------------------------------------------------------------


def test_it_goes_with_the_club_to_another_site(cast: Cast) -> None:
    ann = cast.browser_of("ann")
    write_club_page(ann, colour="#2c5f8a")
    put_logo(ann, make_picture())
    add_photo(ann, make_picture("JPEG"))
    before = list(ClubPicture.objects.order_by("pk").values("digest", "alt_text", "width"))
    data = [bytes(each.data) for each in ClubPicture.objects.order_by("pk")]
    packed = BytesIO(club_file())
    for model in reversed([table.model for table in TABLES]):
        model._base_manager.all().delete()

    import_club(packed)

    assert Club.objects.get(is_home=True).colour == "#2c5f8a"
    assert ClubPage.objects.get().about == WORDS["about"]
    after = ClubPicture.objects.order_by("pk")
    assert list(after.values("digest", "alt_text", "width")) == before
    assert [bytes(each.data) for each in after] == data


def test_the_desk_asks_for_everything_the_page_shows(cast: Cast) -> None:
    page = cast.browser_of("ann").get("/desk/club/").text

    for name in ClubPageForm(club=cast.club).fields:
        assert f'name="{name}"' in page
