"""A newcomer sets up a club and runs an event of 12, only by what the pages show."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import find_objections
from tests.browser.conftest import Watch
from tests.browser.steps import button, leave_by
from tests.served import Site, copy_of, run_site

pytestmark = pytest.mark.long

TWELVE = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ida", "Jon", "Kim", "Leo")


@pytest.fixture
def site(bare: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    data_dir = copy_of(bare, tmp_path_factory.mktemp("site"))
    with run_site(data_dir, demo=False) as site:
        yield site


def find_link(page: Page, name: str) -> Locator:
    return page.get_by_role("main").get_by_role("link", name=name, exact=True).first


def follow_next(page: Page, label: str) -> None:
    """Follow the page's link to the next step."""
    step = page.locator(".next-step")
    expect(step).to_contain_text(label)
    leave_by(page, step.get_by_role("link"))


def at_step(page: Page, label: str) -> None:
    expect(page.locator('.steps [aria-current="step"]')).to_contain_text(label)


def check_screen(page: Page) -> None:
    """Assert that axe finds nothing and that the page fits a phone of 390 px.

    The window is high: whatever lies beneath a bar that stays in sight can be scrolled from there.
    """
    page.set_viewport_size({"width": 390, "height": 2400})
    assert find_objections(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 390


def set_up(page: Page, site: Site) -> None:
    page.goto(site.url)
    page.get_by_label("One-time code").fill(site.find_in_terminal(r"one-time code:\s+(\S+)"))
    button(page, "Continue").click()
    page.get_by_label("Name of the club").fill("Mill Race")
    page.get_by_label("Your e-mail address").fill("owner@example.org")
    page.get_by_label("Your password").fill("a long enough password")
    leave_by(page, button(page, "Set up the club"))


def test_a_newcomer_starts_an_event_of_twelve(page: Page, site: Site, watch: Watch) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    set_up(page, site)
    leave_by(page, find_link(page, "Plan an event"))
    check_screen(page)
    leave_by(page, find_link(page, "See an example"))
    expect(page.get_by_label("Expected number of players")).to_have_value("12")
    page.get_by_text("Which rule sheet do we play?").click()
    expect(page.get_by_text("a game has four rounds")).to_be_visible()
    check_screen(page)
    leave_by(page, button(page, "Plan this event"))

    at_step(page, "Enter people")
    follow_next(page, "Enter people")
    leave_by(page, find_link(page, "Enter a list"))
    page.get_by_role("textbox", name="The list").fill("\n".join(TWELVE))
    leave_by(page, button(page, "Check the list"))
    leave_by(page, button(page, "Enter ticked people"))
    expect(page.get_by_text("12 entries added.")).to_be_visible()

    at_step(page, "Draw")
    check_screen(page)
    leave_by(page, page.locator("header nav").get_by_role("link", name="Desk"))
    follow_next(page, "12 are entered. Nothing is drawn yet.")
    leave_by(page, button(page, "Draw all games"))
    at_step(page, "Publish the draw")
    check_screen(page)
    leave_by(page, button(page, "Publish game 1"))
    at_step(page, "Start")
    follow_next(page, "Start when people are here")
    leave_by(page, button(page, "Start the event"))

    expect(page.get_by_text("Club night has started.")).to_be_visible()
    at_step(page, "Enter results")
    button(page, "Call them").click()
    page.get_by_label("Board number").fill("1")
    button(page, "Open").click()
    page.get_by_label("Rounds, one per line").fill("2 0\n2 0\n0 2\n1 1")
    button(page, "Save the card").click()
    expect(page.get_by_text("1 of 6 played")).to_be_visible()
    check_screen(page)


def test_a_newcomer_opens_a_league_with_the_default_settings(
    page: Page, site: Site, watch: Watch
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    set_up(page, site)
    page.goto(f"{site.url}/desk/")
    page.get_by_text("An event or a league?").click()
    expect(page.get_by_text("A league is a season of nights")).to_be_visible()
    check_screen(page)
    leave_by(page, find_link(page, "Set up a league"))
    expect(page.get_by_text("For a first league, choose drop-in singles")).to_be_visible()
    check_screen(page)
    leave_by(page, page.get_by_role("button", name="Drop-in singles").first)
    for screen in ("When?", "Where?"):
        expect(page.get_by_role("heading", level=1)).to_have_text(screen)
        leave_by(page, button(page, "Continue"))
    page.get_by_text("Who is a member of a league?").click()
    check_screen(page)
    leave_by(page, button(page, "Finish with these settings"))
    expect(page.locator(".next-step")).to_contain_text("mark who is here")
    check_screen(page)
