"""Matches of a league are moved to another week, with a mouse and with the keyboard."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import axe
from tests.browser.conftest import Watch
from tests.browser.steps import leave_by, sign_in_once
from tests.served import Site

pytestmark = pytest.mark.long

MATCHES = "/desk/leagues/pairs-league/matches/"


def empty_weeks(page: Page) -> Locator:
    """The weeks to catch up in, without matches, so that a move causes no clash."""
    return page.locator("[data-week]").filter(has_text="No matches to play")


def drag_match(page: Page, grip: Locator, onto: Locator) -> None:
    """Drag a match by its handle to a week in view, as a mouse does."""
    onto.scroll_into_view_if_needed()
    grip.scroll_into_view_if_needed()
    start, end = grip.bounding_box(), onto.locator("legend").bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + 40, end["y"] + end["height"] / 2, steps=8)
    expect(onto).to_have_class("over")
    page.mouse.up()


def test_a_match_is_dragged_to_another_week_and_moved_back_by_keys(
    page: Page, played_site: Site, watch: Watch
) -> None:
    # High enough for both weeks, since the page moves on near its edges while a match is held.
    page.set_viewport_size({"width": 1280, "height": 2400})
    sign_in_once(page.context, played_site)
    page.goto(played_site.url + MATCHES)
    assert axe.find_objections(page) == []
    expect(page.locator(".grip").first).to_be_hidden()
    expect(empty_weeks(page).first).to_be_hidden()
    page.get_by_label("Move matches").check()
    assert axe.find_objections(page) == []

    target, before = empty_weeks(page).last, empty_weeks(page).nth(-2)
    last, last_but_one = (each.get_attribute("data-week") for each in (target, before))
    match = page.locator("[data-match]").first
    moved = match.get_attribute("id")
    with page.expect_navigation():
        drag_match(page, match.locator(".grip"), target)
    here = page.locator(f'[data-week="{last}"] #{moved}')
    expect(here).to_be_visible()
    expect(here.locator(".grip")).to_be_visible()  # there may be more to move

    # Enter takes the handle, an arrow goes to the week before, Escape leaves it where it is.
    grip = here.locator(".grip")
    grip.press("Enter")
    expect(grip).to_have_attribute("aria-pressed", "true")
    grip.press("ArrowUp")
    expect(page.locator(f'[data-week="{last_but_one}"]')).to_have_class("over")
    grip.press("Escape")
    expect(grip).to_have_attribute("aria-pressed", "false")
    expect(page.locator("[data-week].over")).to_have_count(0)
    expect(page.get_by_text("Not moved")).to_be_attached()

    grip.press("Enter")
    grip.press("ArrowUp")
    with page.expect_navigation():
        grip.press("Enter")
    expect(page.locator(f'[data-week="{last_but_one}"] #{moved}')).to_be_visible()

    leave_by(page, page.get_by_role("link", name="Undo …").first)
