"""A night of a league on its host's phone: four taps to the first match, then the table."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watch
from tests.browser.steps import button, leave_by, sign_in_once
from tests.served import Site

pytestmark = pytest.mark.long

LEAGUE = "/leagues/winter-nights/"


@pytest.fixture(scope="module")
def hall(played_site: Site) -> Site:
    return played_site


def test_a_night_in_four_taps_and_to_the_table(page: Page, hall: Site, watch: Watch) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    sign_in_once(page.context, hall)
    page.goto(f"{hall.url}/desk{LEAGUE}nights/{next_night(page, hall)}/tonight/")
    leave_by(page, button(page, "Tick last night’s players (12)"))  # faces
    expect(page.locator("#here-count")).to_contain_text("12 here · 6 boards")
    one_more_tap_is_kept(page)
    leave_by(page, button(page, "Draw"))
    expect(page.get_by_text("Game 1", exact=True)).to_be_visible()
    leave_by(page, button(page, "Start"))
    expect(page.get_by_text("Tonight, game 1")).to_be_visible()

    watch.expect(422)
    leave_by(page, button(page, "End the night"))
    leave_by(page, button(page, "End the night anyway"))
    expect(page.get_by_role("heading", name="Changes in the table")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="The table").click()
    expect(page.get_by_role("heading", name="Winter nights").first).to_be_visible()


def next_night(page: Page, hall: Site) -> str:
    """The night after the one that is on."""
    page.goto(f"{hall.url}{LEAGUE}")
    found = page.locator("li[id^=night-]:has(.badge.now) + li").get_attribute("id")
    assert found
    return found.removeprefix("night-")


def one_more_tap_is_kept(page: Page) -> None:
    """Two quick taps on a player's face are both stored: here, then not here."""
    face = page.locator(".faces label", has=page.locator("input:not(:checked)")).first
    name = (face.locator(".name").text_content() or "").split("\n")[0].strip()
    mine = page.locator(".faces label", has_text=name)
    for many in ("13 here", "12 here"):
        mine.click()
        expect(page.locator("#here-count")).to_contain_text(many)
