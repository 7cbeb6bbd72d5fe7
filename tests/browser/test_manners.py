"""How pages behave: errors, waiting, no network, themes, keyboard, no JavaScript."""

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import Watch
from tests.browser.steps import button, organiser_address, organiser_password, sign_in
from tests.served import Site

pytestmark = pytest.mark.long


def test_errors_stand_beside_their_fields_and_the_summary_has_the_focus(
    page: Page, site: Site, watch: Watch
) -> None:
    watch.expect(422)
    sign_in(page, site)
    page.goto(f"{site.url}/desk/people/add/")
    button(page, "Add").click()

    summary = page.get_by_role("alert")
    expect(summary).to_be_focused()
    wrong = page.locator("[aria-invalid=true]").first
    expect(wrong).to_have_accessible_description(re.compile("required"))
    summary.get_by_role("link").first.click()
    expect(wrong).to_be_focused()


def test_a_button_that_was_pressed_works_and_sends_once(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/accounts/login/code/")
    # A network that never answers: the page has sent its form, and stays.
    page.evaluate(
        """() => {
            window.sent = 0;
            window.addEventListener("submit", (event) => {
                if (!event.defaultPrevented) window.sent += 1;
                event.preventDefault();
            });
        }"""
    )
    page.get_by_label("E-mail").fill("nobody@example.org")
    send = button(page, "Ask for a code")
    expect(send).not_to_have_attribute("aria-busy", "true")
    send.click()
    expect(send).to_have_attribute("aria-busy", "true")
    page.get_by_label("E-mail").press("Enter")
    assert page.evaluate("window.sent") == 1


def test_a_page_shows_when_it_is_not_connected(
    page: Page, context: BrowserContext, site: Site
) -> None:
    page.goto(site.url)
    mark = page.get_by_text("Not connected")
    expect(mark).to_be_hidden()
    context.set_offline(True)
    expect(mark).to_be_visible()
    context.set_offline(False)
    expect(mark).to_be_hidden()


def test_the_theme_one_chose_is_kept(page: Page, site: Site) -> None:
    def ground() -> str:
        return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))

    page.emulate_media(color_scheme="light")
    page.goto(site.url)
    light = ground()
    page.get_by_role("button", name="Dark").click()
    assert ground() != light
    page.goto(f"{site.url}/players/")
    assert ground() != light
    expect(page.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Same as device").click()
    assert ground() == light


def test_the_keyboard_alone_goes_everywhere(page: Page, site: Site) -> None:
    page.goto(site.url)
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()

    page.goto(site.url)
    links = ("Skip to content", "Millrace Crokinole Club")
    for name in (*links, "Events", "Leagues", "Players"):
        page.keyboard.press("Tab")
        here = page.locator(":focus")
        expect(here).to_have_accessible_name(name)
        assert here.evaluate("link => getComputedStyle(link).outlineStyle") != "none"
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Players")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/", "On now"),
        ("/events/weekly-league/", "In the lead"),
        ("/events/weekly-league/standings/", "Places are decided by"),
    ],
)
def test_reading_needs_no_javascript(browser: Browser, site: Site, path: str, text: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site.url + path)
    expect(page.get_by_role("main")).to_contain_text(text)
    expect(page.get_by_text("Not connected")).to_be_hidden()
    context.close()


def test_signing_in_needs_no_javascript(browser: Browser, site: Site) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site.url}/accounts/login/")
    page.get_by_label("E-mail").fill(organiser_address(site))
    page.get_by_label("Password", exact=True).fill(organiser_password(site))
    button(page, "Sign in").click()
    expect(page.get_by_role("link", name="You")).to_be_visible()
    context.close()


def test_a_page_fits_with_letters_twice_as_large(page: Page, site: Site) -> None:
    """A window of 1280 px at 200 % has 640 px for the page."""
    page.set_viewport_size({"width": 640, "height": 400})
    for path in ("/", "/events/weekly-league/standings/", "/accounts/login/"):
        page.goto(site.url + path)
        assert page.evaluate("document.scrollingElement.scrollWidth") <= 640
        expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_a_page_of_an_event_is_dark_before_its_scripts_have_come(
    page: Page, site: Site, watch: Watch
) -> None:
    page.emulate_media(color_scheme="light")
    page.goto(site.url)
    page.get_by_role("button", name="Dark").click()
    page.route(
        "**/js/theme*.js", lambda route: route.fulfill(content_type="text/javascript", body="")
    )
    page.goto(f"{site.url}/events/millrace-open/standings/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
