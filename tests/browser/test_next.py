"""The phone's page after a match: it follows the desk, and the phone is notified even while no
page is open.
"""

import json
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from django.core.signing import Signer
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, expect

from leagues.access.phone_passes import Chose, Pass, WayIn
from tests.browser.axe import find_objections
from tests.browser.chromium import find_whole
from tests.browser.conftest import Watch
from tests.browser.steps import sign_in_once
from tests.leagues.phones.push.service import PushService, push_service
from tests.served import Site, copy_of, run_site

pytestmark = pytest.mark.xdist_group("next")  # they share one site

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}

CALLED = """
    SELECT match.id, match.number, board.number FROM leagues_match AS match
    JOIN leagues_event AS event ON event.id = match.event_id
    JOIN leagues_board AS board ON board.id = match.board_id
    WHERE match.state = 'called' AND event.slug = 'millrace-open' LIMIT 1
"""

# No browser in tests has a push service; this makes it subscribe to the test's service.
SUBSCRIBES = """
    PushManager.prototype.subscribe = function () {
      localStorage.subscribed = "yes";
      return this.getSubscription();
    };
    PushManager.prototype.getSubscription = async function () {
      return localStorage.subscribed ? { toJSON: () => (%s) } : null;
    };
"""


@pytest.fixture(scope="module")
def browser(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any]
) -> Iterator[Browser]:
    """A full Chromium, because the headless shell shows no notifications."""
    whole = os.environ.get("CHROMIUM") or find_whole()
    with browser_type.launch(**{**browser_type_launch_args, "executable_path": whole}) as browser:
        yield browser


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with push_service() as service:
        yield service


@pytest.fixture(scope="module")
def hall(
    club: Path, tmp_path_factory: pytest.TempPathFactory, service: PushService
) -> Iterator[Site]:
    """A separate demo club, whose notifications go to the test's push service."""
    data_dir = copy_of(club, tmp_path_factory.mktemp("next"))
    with run_site(data_dir, demo=True, PUSH_SERVICES=service.origin) as site:
        yield site


@dataclass(frozen=True)
class Called:
    """A match that is called to its board and has no rounds yet."""

    pk: int
    number: int
    board: int

    def next_page(self, site: Site, seat: int | Chose) -> str:
        held = Pass(WayIn.CODE, self.pk, self.pk, seat)
        secret = (site.data_dir / "secret-key").read_text().strip()
        signed = Signer(key=secret, salt="leagues.passes", sep=".").sign(held.plain)
        return f"{site.url}/play/{signed}/next/"


@pytest.fixture
def called(hall: Site) -> Called:
    with closing(sqlite3.connect(hall.data_dir / "twenties.sqlite3")) as rows:
        [found] = rows.execute(CALLED).fetchall()
    return Called(*found)


@pytest.fixture
def phone(browser: Browser, watch: Watch) -> Iterator[Page]:
    context = browser.new_context(**PHONE)
    page = context.new_page()
    watch.follow(page)
    yield page
    context.close()


@pytest.fixture
def desk(page: Page, hall: Site, called: Called) -> Page:
    """The organiser's laptop, at the page of that match."""
    sign_in_once(page.context, hall)
    page.goto(f"{hall.url}/desk/events/millrace-open/matches/{called.number}/")
    return page


def let_the_demo_send(desk: Page, hall: Site) -> None:
    """Press the owner's button: the people of the demo have made-up addresses."""
    page = desk.context.new_page()
    page.goto(f"{hall.url}/desk/mail/")
    page.get_by_role("button", name="Send from this site").click()
    expect(page.get_by_text("This site now sends messages")).to_be_visible()
    page.close()


def put_back_and_call(desk: Page, board: int, until: Any) -> None:
    desk.get_by_role("button", name="Undo the call").click()
    until()
    desk.get_by_role("combobox", name="Board", exact=True).select_option(label=f"Board {board}")
    desk.get_by_role("button", name=re.compile("^Call")).click()


@pytest.mark.long
def test_the_page_after_a_match_follows_the_desk(
    phone: Page, desk: Page, hall: Site, called: Called
) -> None:
    phone.goto(called.next_page(hall, seat=0))
    what = phone.locator(".next")
    expect(what).to_contain_text("Your board is ready")
    expect(what).to_contain_text(f"Board {called.board}")
    expect(phone.locator("tr.own")).to_be_visible()
    phone.get_by_role("link", name="Full table").focus()
    phone.evaluate("window.scrollTo(0, 300); window.stillHere = true")

    def waits() -> None:
        expect(what).to_contain_text("Next for you")

    put_back_and_call(desk, called.board, waits)

    expect(what).to_contain_text("Your board is ready")
    expect(phone.locator("#day-said")).to_contain_text(f"Your board is ready Board {called.board}")
    expect(phone.get_by_role("link", name="Full table")).to_be_focused()
    assert phone.evaluate("[window.scrollY, window.stillHere]") == [300, True]


@pytest.mark.rare
@pytest.mark.long
def test_a_player_who_chose_their_name_is_not_asked_again(
    phone: Page, hall: Site, called: Called
) -> None:
    phone.goto(called.next_page(hall, Chose.EVERYBODY))
    expect(phone.get_by_role("heading", name="Who are you?")).to_be_visible()
    choice = phone.locator("[data-who]").last
    name = choice.inner_text()
    choice.click()
    expect(phone.get_by_role("heading", level=1)).to_have_text(name)

    phone.goto(called.next_page(hall, Chose.EVERYBODY))
    expect(phone.get_by_role("heading", level=1)).to_have_text(name)
    phone.get_by_role("link", name="Not you?").click()
    expect(phone.get_by_role("heading", name="Who are you?")).to_be_visible()


@pytest.mark.rare
@pytest.mark.long
def test_the_page_is_within_everybodys_reach(phone: Page, hall: Site, called: Called) -> None:
    phone.goto(called.next_page(hall, seat=0))
    troubles = []
    for width in (320, 390):
        phone.set_viewport_size({"width": width, "height": 800})
        for theme in ("light", "dark"):
            phone.emulate_media(color_scheme=theme, reduced_motion="reduce")
            troubles += find_objections(phone)
        wide = phone.evaluate("document.scrollingElement.scrollWidth")
        assert wide <= width, f"{wide} px wide at {width} px"
    assert not troubles, "\n".join(troubles)


LOOKS = """async () => {
    const worker = await navigator.serviceWorker.getRegistration("/");
    for (let look = 0; look < 50; look++) {
        const shown = await worker.getNotifications();
        if (shown.length) return shown.map(({ title, body }) => ({ title, body }));
        await new Promise((done) => setTimeout(done, 100));
    }
    return null;
}"""
PATIENCE = 60  # seconds; a busy machine is slow, which proves nothing


def shown_by_the_worker(phone: Page, payload: Any) -> Any:
    """The notifications a phone shows after its service worker got this push message."""
    worker = phone.context.new_cdp_session(phone)
    registered: list[Any] = []
    worker.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda news: registered.extend(news["registrations"]),
    )
    worker.send("ServiceWorker.enable")
    late = monotonic() + PATIENCE
    while not registered and monotonic() < late:
        phone.evaluate("'the news arrives while the page is asked anything'")
    [here] = {
        each["registrationId"]
        for each in registered
        if each["scopeURL"].removesuffix("/").count("/") == 2
    }
    origin = phone.evaluate("location.origin")
    message = {"origin": origin, "registrationId": here, "data": json.dumps(payload)}
    while monotonic() < late:
        # Once in a while Chromium loses one on its way to the worker.
        worker.send("ServiceWorker.deliverPushMessage", message)
        if shown := phone.evaluate(LOOKS):
            return shown
    raise AssertionError("the worker showed nothing")


def test_a_phone_is_notified_that_its_board_is_ready(
    context: BrowserContext,
    phone: Page,
    desk: Page,
    hall: Site,
    called: Called,
    service: PushService,
) -> None:
    browser = service.browser("phone")
    phone.context.grant_permissions(["notifications"], origin=hall.url)
    phone.add_init_script(SUBSCRIBES % json.dumps(browser.as_json))
    phone.goto(called.next_page(hall, seat=0))

    phone.get_by_role("button", name="Notify me when called").click()
    expect(phone.get_by_text("This phone notifies you")).to_be_visible()
    phone.reload()
    expect(phone.get_by_text("This phone notifies you")).to_be_visible()

    let_the_demo_send(desk, hall)
    what = phone.locator(".next")
    put_back_and_call(desk, called.board, lambda: expect(what).to_contain_text("Next for you"))
    expect(what).to_contain_text("Your board is ready")
    [notification] = service.messages_to(browser)
    assert re.match(rf"Board {called.board} is ready: you play \w+", notification["title"])

    assert shown_by_the_worker(phone, notification) == [
        {"title": notification["title"], "body": "Millrace Open"}
    ]

    phone.get_by_role("button", name="Stop", exact=True).click()
    expect(phone.get_by_role("button", name="Notify me when called")).to_be_visible()
