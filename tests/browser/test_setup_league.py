"""Set up a league of Mondays from the front page, on a phone, as a first-time user."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import axe
from tests.browser.conftest import Watch
from tests.browser.steps import button, leave_by, sign_in_once
from tests.served import Site

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def hall(played_site: Site) -> Site:
    return played_site


def find_link(page: Page, name: str) -> Locator:
    return page.get_by_role("link", name=name, exact=True).first


def expect_screen(page: Page, question: str) -> None:
    """Expect the screen with this question, which must fit a phone and satisfy axe."""
    expect(page.get_by_role("heading", name=question, level=1)).to_be_visible()
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390, question
    assert axe.find_objections(page) == [], question


def test_a_stranger_makes_a_monday_league(page: Page, hall: Site, watch: Watch) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    sign_in_once(page.context, hall)
    page.goto(hall.url)
    leave_by(page, find_link(page, "Leagues"))
    leave_by(page, find_link(page, "Set up a league"))

    expect_screen(page, "What kind of league?")
    leave_by(page, page.get_by_role("button", name="Drop-in singles Everyone"))
    expect_screen(page, "When?")
    choose_mondays(page)
    nights = page.locator("#dates input[type=checkbox]")
    expect(nights).to_have_count(20)
    nights.nth(4).uncheck()
    leave_by(page, button(page, "Continue"))
    expect_screen(page, "Where?")
    page.get_by_label("Venue").fill("The Mill")
    leave_by(page, button(page, "Continue"))
    expect_screen(page, "Who?")
    page.get_by_label("Anyone who opens a link that I share").check()
    leave_by(page, button(page, "Continue"))
    expect_screen(page, "What is the format?")
    leave_by(page, button(page, "Continue"))
    expect_screen(page, "What counts?")
    leave_by(page, button(page, "Continue"))
    expect_screen(page, "Your league")
    expect(page.get_by_label("Name of the league")).to_have_value("Mondays")
    expect(page.get_by_text("Every Monday at 19:30")).to_be_visible()
    leave_by(page, button(page, "Open the league"))

    expect(page.get_by_text("Mondays is open, with 19 nights.")).to_be_visible()
    expect(page.get_by_role("heading", name="Join link")).to_be_visible()
    join = page.get_by_role("textbox", name="Join link address").input_value()
    assert f"{hall.url}/join/" in join
    a_player_joins(page, join)


def choose_mondays(page: Page) -> None:
    """Choose Monday as the weekday, and wait until the list of dates is renewed."""
    page.locator("#dates").evaluate("dates => dates.dataset.before = 'yes'")
    page.get_by_label("Weekday").select_option("Monday")
    expect(page.locator("#dates[data-before]")).to_have_count(0)


def a_player_joins(page: Page, address: str) -> None:
    """Join the league in a separate browser that is not signed in."""
    browser = page.context.browser
    assert browser
    phone = browser.new_page(viewport={"width": 390, "height": 844})
    phone.goto(address)
    expect_screen(phone, "Join Mondays")
    phone.get_by_label("Your name").fill("Ida Moss")
    leave_by(phone, button(phone, "Join"))
    expect(phone.get_by_text("You’re now a member of Mondays.")).to_be_visible()
    expect(phone.get_by_text("Are you coming?")).to_be_visible()
    phone.close()


def test_the_price_is_asked_only_where_dues_are_recorded(page: Page, hall: Site) -> None:
    sign_in_once(page.context, hall)
    page.goto(f"{hall.url}/desk/leagues/weekly-league/settings/")
    for name in ("price", "currency"):
        expect(page.locator(f"[name={name}]")).to_be_hidden()
    page.select_option("[name=dues]", "season")
    for name in ("price", "currency"):
        expect(page.locator(f"[name={name}]")).to_be_visible()
