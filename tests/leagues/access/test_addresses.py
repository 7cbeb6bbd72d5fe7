"""Addresses in QR codes, on labels and in links: reachable by others, or a hint what to set."""

import re
from collections.abc import Callable

import pytest
from django.core import mail
from django.test import Client, RequestFactory
from pytest_django import Settings

from leagues.access import addresses
from leagues.access.addresses import absolute_address, site_address
from leagues.actions.screens.screens import open_screen, pair_screen
from leagues.models import Board, Event, PersonalLink, Player
from tests.cast import Cast, Page
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.scenes import scene

HALL = "192.168.1.20"


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Callable[[str | None], None]:
    """A function that sets this computer's address in the local network (None: offline)."""

    def join(address: str | None) -> None:
        monkeypatch.setattr(addresses, "hall_address", lambda: address)

    join(HALL)
    return join


@pytest.fixture
def site(settings: Settings) -> Settings:
    """The settings as ``make run HOST=0.0.0.0`` makes them."""
    settings.HOST, settings.PORT, settings.HTTPS = "0.0.0.0", "8000", False
    settings.BASE_URL = ""
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "laptop", HALL]
    return settings


def asked_at(host: str) -> str:
    return site_address(RequestFactory().get("/", headers={"host": host}))


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "laptop:8000"])
def test_at_this_computer_it_is_the_address_in_the_hall(
    host: str, site: Settings, network: object
) -> None:
    assert asked_at(host) == f"http://{HALL}:8000"


def test_a_visitor_from_outside_is_answered_with_the_host_they_used(
    site: Settings, network: object
) -> None:
    site.ALLOWED_HOSTS = ["club.example", "10.0.0.7", "[fd00::2]"]
    assert asked_at("club.example") == "http://club.example"
    assert asked_at("10.0.0.7:8000") == "http://10.0.0.7:8000"
    assert asked_at("[fd00::2]:8000") == "http://[fd00::2]:8000"


def test_a_set_base_url_is_used_everywhere(site: Settings, network: object) -> None:
    site.BASE_URL = "https://club.example"
    for host in ("localhost:8000", f"{HALL}:8000"):
        assert asked_at(host) == "https://club.example"
    asked = RequestFactory().get("/", headers={"host": "localhost"})
    assert absolute_address(asked, "/players/7-zoë/") == (
        "https://club.example/players/7-zo%C3%AB/"
    )


def test_a_site_that_listens_only_to_this_computer_has_no_address(
    site: Settings, network: object
) -> None:
    for alone in ("127.0.0.1", "::1", "localhost"):
        site.HOST = alone
        assert asked_at("localhost:8000") == ""
        assert asked_at("laptop:8000") == "http://laptop:8000", "a proxy has the name"


def test_a_computer_without_a_network_has_no_address(
    site: Settings, network: Callable[[str | None], None]
) -> None:
    network(None)
    assert asked_at("localhost:8000") == ""


def test_an_address_that_came_after_the_start_is_not_given_out(
    site: Settings, network: Callable[[str | None], None]
) -> None:
    network("10.9.8.7")
    assert asked_at("localhost:8000") == ""


def test_a_site_that_listens_at_one_address_tells_that(site: Settings, network: object) -> None:
    site.HOST, site.HTTPS, site.PORT = "fd00::2", True, "8443"
    site.ALLOWED_HOSTS.append("[fd00::2]")
    assert asked_at("laptop") == "https://[fd00::2]:8443"


def test_a_container_does_not_know_the_address_of_its_computer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("container", "docker")
    assert addresses.hall_address() is None


# --- On the pages -------------------------------------------------------------------------


@scene
def hall(cast: Cast) -> DeskHall:
    return open_hall(cast)


@pytest.fixture
def alone(site: Settings) -> None:
    site.HOST = "127.0.0.1"


Opens = Callable[[DeskHall, Cast, Client], Page]
DESK = "/desk/events/westport-open"
AT_HOME = {"host": "localhost:8000"}


def open_labels(hall: DeskHall, cast: Cast, browser: Client) -> Page:
    return browser.get(f"{DESK}/phones/labels/", headers=AT_HOME)


def open_cards(hall: DeskHall, cast: Cast, browser: Client) -> Page:
    found = hall.publish((1, 2))
    return browser.get(f"{DESK}/rounds/{found.pk}/cards/", headers=AT_HOME)


def open_tablet(hall: DeskHall, cast: Cast, browser: Client) -> Page:
    board = Board.objects.first()
    assert board is not None
    return browser.post(f"{DESK}/phones/", {"board": board.pk}, headers=AT_HOME)


def personal_link(hall: DeskHall, cast: Cast, browser: Client) -> Page:
    return browser.post(f"/desk/people/{cast.cat_plays.pk}/link/", headers=AT_HOME)


def open_invitation(hall: DeskHall, cast: Cast, browser: Client) -> Page:
    asked = {"role": "scorer", "email": ""}
    return cast.browser_of("olga").post("/desk/helpers/", asked, headers=AT_HOME)


def open_registration(hall: DeskHall, cast: Cast, browser: Client) -> Page:
    Event.objects.update(takes_entries=True, state=Event.State.PLANNED)
    return browser.get(f"{DESK}/people/registration/", headers=AT_HOME)


def open_screens(hall: DeskHall, cast: Cast, browser: Client) -> Page:
    return browser.get(f"{DESK}/screens/", headers=AT_HOME)


PAGES = [
    open_labels,
    open_cards,
    open_tablet,
    personal_link,
    open_invitation,
    open_registration,
    open_screens,
]
WITH_A_CODE = {
    open_labels,
    open_cards,
    open_tablet,
    personal_link,
    open_invitation,
    open_registration,
}
TO_COPY = {open_tablet, personal_link, open_invitation, open_registration}


@pytest.mark.django_db
@pytest.mark.parametrize("opens", PAGES)
def test_a_page_passes_on_the_address_in_the_hall(
    opens: Opens, hall: DeskHall, cast: Cast, site: Settings, network: object
) -> None:
    page = opens(hall, cast, cast.browser_of("ann"))
    html = page.content.decode()

    assert page.status_code == 200
    assert f"http://{HALL}:8000/" in html
    assert "localhost" not in html
    assert ('class="qr"' in html) == (opens in WITH_A_CODE)
    assert ("data-copies" in html and "data-shares" in html) == (opens in TO_COPY)
    assert "BASE_URL" not in html


@pytest.mark.django_db
@pytest.mark.parametrize("opens", PAGES)
def test_a_page_without_an_address_leads_to_who_can_change_it(
    opens: Opens, hall: DeskHall, cast: Cast, alone: None
) -> None:
    page = opens(hall, cast, cast.browser_of("ann"))
    html = page.content.decode()

    assert page.status_code == 200
    assert "on the Server page" in html
    assert "BASE_URL" not in html
    assert "localhost" not in html
    assert 'class="qr"' not in html
    if opens is not open_cards:
        assert re.search("Open (it|a screen) on this computer", html)
    for named, text in re.findall(r'<a\b[^>]*aria-label="([^"]*)"[^>]*>([^<]+)</a>', html):
        assert text.strip() in named, "a link is spoken to by its text (WCAG 2.5.3)"


@pytest.mark.django_db
def test_only_the_servers_page_names_what_to_set(cast: Cast, alone: None) -> None:
    page = cast.browser_of("olga").get("/desk/server/", headers=AT_HOME).content.decode()

    reach = page.split('id="reach"')[1]
    assert "BASE_URL=https://club.example" in reach
    assert "EMAIL_URL=smtp://" in reach


@pytest.mark.django_db
def test_a_letter_that_leads_nowhere_is_not_sent(hall: DeskHall, cast: Cast, alone: None) -> None:
    olga = cast.browser_of("olga")
    asked = {"role": "scorer", "email": "new@example.org"}

    page = olga.post("/desk/helpers/", asked, headers=AT_HOME)

    assert page.status_code == 422
    assert "Change it on the Server page" in page.content.decode()
    assert mail.outbox == []
    assert not cast.club.invitations.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["links/", "{cat}/link/mail/"])
def test_where_no_link_is_made_the_page_explains_what_to_do(
    hall: DeskHall, cast: Cast, site: Settings, alone: None, address: str
) -> None:
    Player.objects.filter(pk=cast.cat_plays.pk).update(email="cat@example.org")
    site.SENDS_EMAIL = True
    path = f"/desk/people/{address.format(cat=cast.cat_plays.pk)}"
    links = PersonalLink.objects.count()

    page = cast.browser_of("olga").post(
        path, {"player": cast.cat_plays.pk}, headers=AT_HOME, follow=True
    )

    assert "An owner can change it on the Server page." in page.content.decode()
    assert PersonalLink.objects.count() == links


@pytest.mark.django_db
def test_the_wall_leads_phones_to_the_hall_or_nowhere(
    hall: DeskHall, cast: Cast, site: Settings, network: object
) -> None:
    opened = open_screen(event=hall.event)
    code = str(opened.screen.code)
    pair_screen(by=hall.by, event=hall.event, code=code, name="Door")
    browser = Client()
    browser.cookies["screen"] = opened.token
    wall = f"/screen/{hall.event.slug}/"

    html = browser.get(wall, headers=AT_HOME).content.decode()
    assert f"http://{HALL}:8000/events/{hall.event.slug}/" in html
    assert 'class="qr"' in html

    site.HOST = "127.0.0.1"
    html = browser.get(wall, headers=AT_HOME).content.decode()
    assert "localhost" not in html
    assert 'class="qr"' not in html


@pytest.mark.django_db
def test_links_in_letters_lead_to_the_hall(cast: Cast, site: Settings, network: object) -> None:
    Client().post("/accounts/password/reset/", {"email": "ben@example.org"}, headers=AT_HOME)
    [letter] = mail.outbox
    [found] = re.findall(r"http\S+/accounts/password/reset/\S+", str(letter.body))
    assert found.startswith(f"http://{HALL}:8000/accounts/")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("host", "leads_to"),
    [
        ("club.example", "http://club.example/"),
        ("club.example:8000", "http://club.example:8000/"),
        ("club.example:6666", "http://club.example/"),
    ],
)
def test_a_visitor_chooses_no_port_for_links_in_letters(
    cast: Cast, site: Settings, host: str, leads_to: str
) -> None:
    site.ALLOWED_HOSTS = ["club.example"]
    asked = {"email": "ben@example.org"}
    Client().post("/accounts/password/reset/", asked, headers={"Host": host})
    [letter] = mail.outbox
    [found] = re.findall(r"http\S+/accounts/password/reset/\S+", str(letter.body))
    assert found.startswith(f"{leads_to}accounts/")


@pytest.mark.django_db
def test_letters_are_from_the_club(cast: Cast, site: Settings) -> None:
    site.BASE_URL, site.ALLOWED_HOSTS = "https://club.example", ["testserver"]
    Client().post("/accounts/password/reset/", {"email": "ben@example.org"})
    [letter] = mail.outbox
    content = str(letter.body)
    assert "at Westport Crokinole Club" in content
    assert "https://club.example" in content
    assert "testserver" not in content
