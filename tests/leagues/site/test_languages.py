"""The language of a page: the user's choice, else the browser's, else the club's; never that of
the request before.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils.translation import activate, get_language, override

from crokinole_site.periodic_jobs import run_jobs, run_once
from leagues.access.languages import speak_to
from leagues.access.roles import who_is
from leagues.actions.club.language import change_club_language
from leagues.actions.people.links import mail_link
from leagues.dates import date_format
from leagues.live.page_cache import key_of
from leagues.models import Action, Club, Mail, Player, User
from tests.cast import Cast, Page
from tests.leagues.live.stand_ins import visit
from tests.leagues.play.desk_hall import NOON, open_hall
from tests.leagues.site.speaking import some_words, three_languages

__all__ = ["some_words", "three_languages"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("three_languages")]

GERMAN = {"accept-language": "de-AT,de;q=0.9,en;q=0.5"}
HUNGARIAN = {"accept-language": "hu"}
KLINGON = {"accept-language": "tlh"}
IN = {"en": "Events", "de": "Veranstaltungen", "hu": "Események"}


def language_of_page(page: Page) -> str:
    """The language that a page declares; its text must be in it."""
    text = page.content.decode()
    [code] = [code for code in IN if f'<html lang="{code}"' in text]
    assert IN[code] in text
    return code


def set_club_language(code: str) -> None:
    Club.objects.update(language=code)


# --- Who chooses ---------------------------------------------------------------------------


def test_a_stranger_is_answered_as_their_browser_asks(cast: Cast) -> None:
    browser = Client()
    page = browser.get("/events/", headers=GERMAN)
    assert language_of_page(page) == "de"
    assert page["Content-Language"] == "de"
    assert {"Accept-Language", "Cookie"} <= set(page["Vary"].split(", "))


def test_who_asks_for_no_language_of_ours_gets_the_clubs(cast: Cast) -> None:
    set_club_language("hu")
    for headers in (KLINGON, {}):
        assert language_of_page(Client().get("/events/", headers=headers)) == "hu"


def test_what_a_person_chose_comes_before_what_their_browser_asks(cast: Cast) -> None:
    browser = Client()
    answer = browser.post("/language/", {"language": "hu", "back": "/events/"}, headers=GERMAN)
    assert answer["Location"] == "/events/"
    page = browser.get("/events/", headers=GERMAN)
    assert language_of_page(page) == "hu"
    assert page["Cache-Control"] == "public, no-cache", "the language is in its key"


def test_the_desk_shows_a_sample_in_the_language_of_the_hall(cast: Cast) -> None:
    set_club_language("de")
    olga = cast.browser_of("olga")
    olga.post("/language/", {"language": "hu"})
    page = olga.get("/desk/language/")
    assert page.context["sample"]["text"] == "Das Turnier auf deinem Handy"
    assert '<ul class="list" lang="de">' in page.text


def test_an_account_is_answered_as_it_chose_on_another_device(cast: Cast) -> None:
    cast.browser_of("ben").post("/language/", {"language": "hu"})
    elsewhere = cast.browser_of("ben")
    assert language_of_page(elsewhere.get("/events/", headers=GERMAN)) == "hu"
    assert elsewhere.cookies["language"].value == "hu", "its streams ask by it too"
    assert User.objects.get(pk=cast.ben.pk).language == "hu"
    assert Player.objects.get(name="Ben Ito").language == "hu"


def test_a_personal_link_is_answered_as_its_player_chose(cast: Cast) -> None:
    here = f"/me/{cast.cats_token}/"
    Client().post("/language/", {"language": "de", "back": here})
    assert Player.objects.get(name="Cat van der Berg").language == "de"
    elsewhere = Client()
    assert 'lang="de"' in elsewhere.get(here).content.decode()
    assert language_of_page(elsewhere.get("/events/")) == "de"


def test_the_page_of_languages_leads_back_to_where_one_was(cast: Cast) -> None:
    def back_of(referer: str) -> str:
        page = Client().get("/language/", headers={"referer": referer})
        return str(page.context["back"])

    assert back_of("http://testserver/events/?past=1") == "/events/?past=1"
    assert back_of("http://testserver/players/?letter=&lang=de") == "/players/?letter="
    assert back_of("https://evil.example/events/") == "/"
    assert back_of("http://testserver/language/") == "/"


def test_the_language_that_is_spoken_is_ticked(cast: Cast) -> None:
    page = Client().get("/language/", headers={"accept-language": "de"}).content.decode()
    assert re.findall(r'aria-current="true">(\w+) <svg', page) == ["Deutsch"]


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example/", "", "x"])
def test_it_leads_to_no_other_site(cast: Cast, back: str) -> None:
    answer = Client().post("/language/", {"language": "de", "back": back})
    assert answer["Location"] == "/"


def test_a_language_that_is_none_is_refused(cast: Cast) -> None:
    browser = Client()
    assert browser.post("/language/", {"language": "xx"}).status_code == 422
    assert "language" not in browser.cookies


# --- No leak -------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/events/", "/events/westport-open/standings/"])
def test_each_answer_is_in_its_own_language(cast: Cast, path: str) -> None:
    open_hall(cast, names=["Ann", "Ben"])
    browser = Client()
    for headers, code in ((GERMAN, "de"), ({}, "en"), (HUNGARIAN, "hu"), ({}, "en")):
        assert f'<html lang="{code}"' in browser.get(path, headers=headers).content.decode()


def test_a_kept_page_is_of_one_language(cast: Cast) -> None:
    german = key_of(visit(accept_language="de-AT,de;q=0.9"), "hu")
    assert german
    assert german.language == "de"
    assert german == key_of(visit(accept_language="de"), "hu")
    assert german == key_of(visit(cookie="language=de", accept_language="en"), "hu")
    assert german == key_of(visit(cookie="csrftoken=1; language=de"), "hu")
    assert german != key_of(visit(accept_language="en"), "hu")
    nobodys = key_of(visit(accept_language="tlh"), "hu")
    assert nobodys
    assert nobodys.language == "hu"
    invented = key_of(visit(cookie="language=xx"), "hu")
    assert invented == nobodys, "nobody makes up new pages"


def test_programs_are_answered_in_english(cast: Cast) -> None:
    set_club_language("de")
    found = key_of(visit("/api/v1/events/", accept_language="de"), "de")
    assert found
    assert found.language == "en"
    assert Client().get("/api/v1/events/", headers=GERMAN)["Content-Language"] == "en"


def test_what_time_brings_about_is_in_the_clubs_language(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken: list[str | None] = []
    monkeypatch.setattr(
        f"{run_once.__module__}.{run_jobs.__name__}", lambda now: spoken.append(get_language())
    )
    monkeypatch.setattr(f"{run_once.__module__}.close_old_connections", lambda: None)
    set_club_language("hu")
    activate("de")  # as in a thread that has just answered a request in German
    run_once()
    assert spoken == ["hu"]
    assert get_language() == "de"


# --- The club's ----------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/screen/westport-open/", "/overlay/westport-open/boards/1/"])
def test_the_wall_is_in_the_clubs_language(cast: Cast, path: str) -> None:
    open_hall(cast, names=["Ann", "Ben"])
    set_club_language("hu")
    browser = Client()
    browser.cookies["language"] = "de"
    page = browser.get(path, headers=GERMAN)
    assert page["Content-Language"] == "hu"
    assert '<html lang="hu"' in page.content.decode()


def test_paper_is_in_the_clubs_language(cast: Cast) -> None:
    open_hall(cast, names=["Ann", "Ben"])
    set_club_language("hu")
    labels = cast.browser_of("ann").get("/desk/events/westport-open/phones/labels/", headers=GERMAN)
    assert labels["Content-Language"] == "hu"


def test_the_owner_chooses_the_clubs_language(cast: Cast) -> None:
    browser = cast.browser_of("olga")
    assert browser.post("/desk/language/", {"language": "de"}).status_code == 302
    assert Club.objects.get(is_home=True).language == "de"
    assert language_of_page(Client().get("/events/")) == "de"
    log = browser.get("/desk/log/", headers={"accept-language": "en"}).content.decode()
    assert "Deutsch" in log


def test_the_same_language_again_is_no_news(cast: Cast) -> None:
    club = Club.objects.get(is_home=True)
    change_club_language(by=who_is(cast.olga), club=club, language="en")
    assert not Action.objects.filter(verb="change_club_language").exists()


# --- What is sent --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "accounts", "subject"),
    [
        ("", "", "Oldalad itt: Westport Crokinole Club"),
        ("de", "", "Deine Seite bei Westport Crokinole Club"),
        ("de", "en", "Your page at Westport Crokinole Club"),
    ],
)
def test_mail_is_in_the_receivers_language_else_the_clubs(
    cast: Cast, settings: Page, players: str, accounts: str, subject: str
) -> None:
    settings.SENDS_EMAIL = True
    set_club_language("hu")
    User.objects.filter(pk=cast.ben.pk).update(language=accounts)
    Player.objects.filter(user=cast.ben).update(language=players)
    ben = Player.objects.get(user=cast.ben)
    mail_link(by=who_is(cast.ann), player=ben, site="https://club.example")
    assert Mail.objects.get().subject == subject
    assert get_language() == "en", "whoever sends it reads on in theirs"


# --- English dates -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("browser", "club", "american"),
    [
        ("en-CA,fr;q=0.5", "en", True),
        ("en-US", "de", True),
        ("en-GB,en;q=0.9", "en-us", False),
        ("en-AU", "en-us", False),
        ("en", "en-us", True),
        ("en", "en", False),
        ("tlh", "en-us", True),
    ],
)
def test_english_dates_are_of_the_browsers_region_else_of_the_clubs(
    cast: Cast, browser: str, club: str, american: bool
) -> None:
    set_club_language(club)
    hall = open_hall(cast)
    answer = Client().get(f"/events/{hall.event.slug}/about/", headers={"accept-language": browser})
    day = hall.event.starts_at
    written = f"{day:%a}, {day:%b} {day.day}" if american else f"{day:%a} {day.day} {day:%b}"
    assert written in answer.content.decode()
    assert answer["Content-Language"] == "en"


def test_a_page_is_kept_once_for_each_way_to_write_english_dates() -> None:
    kept = {
        header: key_of(visit(accept_language=header), "en-us")
        for header in ("en-CA", "en-US", "en", "en-GB", "en-AU")
    }
    assert kept["en-CA"] == kept["en-US"] == kept["en"]
    assert kept["en-GB"] == kept["en-AU"] != kept["en"]


def test_what_is_sent_has_the_dates_of_its_receiver(cast: Cast) -> None:
    set_club_language("en-us")
    cat = Player.objects.get(name__startswith="Cat")
    with speak_to(cat):
        assert date_format(NOON, "D j M").startswith(f"{NOON:%a}, {NOON:%b} ")
    cat.language = "hu"
    with speak_to(cat):
        assert get_language() == "hu"


def test_an_owner_chooses_how_the_clubs_english_writes_dates(cast: Cast) -> None:
    olga = cast.browser_of("olga")
    page = olga.get("/desk/language/").content.decode()
    assert "December 1, 7:30 pm" in page
    olga.post("/desk/language/", {"language": "en-us"})
    assert Club.objects.get(is_home=True).language == "en-us"
    log = olga.get("/desk/log/").content.decode()
    assert "English (US, Canada)" in log
    again = olga.get("/desk/language/").content.decode()
    assert re.search(r'value="en-us"\s+selected', again)


def test_no_page_knows_the_second_english_as_a_language(cast: Cast) -> None:
    set_club_language("en-us")
    assert cast.browser_of("olga").get("/desk/texts/?language=en-us").status_code == 200
    page = Client().get("/language/").content.decode()
    assert "en-us" not in page
    assert Client().post("/language/", {"language": "en-us"}).status_code == 422


def test_no_address_is_translated_so_all_languages_share_one_list() -> None:
    def list_routes(patterns: Iterable[Any]) -> Iterator[Any]:
        for each in patterns:
            yield vars(each.pattern).get("_route", vars(each.pattern).get("_regex"))
            yield from list_routes(getattr(each, "url_patterns", ()))

    resolver: Any = get_resolver()
    assert {type(route) for route in list_routes(resolver.url_patterns)} == {str}

    from crokinole_site.wsgi import share_addresses

    with override("en"):
        reverse("home")
        share_addresses(resolver)
    with override("hu"):
        assert reverse("home") == "/"
    assert resolver._reverse_dict["hu"] is resolver._reverse_dict["en"]
