"""The owner changes texts on a phone, and a cached page shows them at once."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import axe
from tests.browser.conftest import Watch
from tests.browser.steps import button, leave_by, sign_in
from tests.served import Site

pytestmark = pytest.mark.long

ABOUT = "/events/winter-nights-1/about/"


@pytest.fixture(scope="module")
def hall(own_site: Site) -> Site:
    return own_site


def test_texts_are_changed_on_a_phone_and_reset(page: Page, hall: Site, watch: Watch) -> None:
    browser = page.context.browser
    assert browser
    stranger = browser.new_page()
    stranger.goto(f"{hall.url}{ABOUT}")
    expect(stranger.get_by_text("A game is 4 rounds.").first).to_be_visible()

    page.set_viewport_size({"width": 390, "height": 844})
    sign_in(page, hall)
    page.goto(f"{hall.url}/desk/")
    leave_by(page, page.get_by_role("link", name="Texts", exact=True))
    leave_by(page, button(page, "Use these words").first)
    stranger.reload()
    expect(stranger.get_by_text("A frame is 4 ends.").first).to_be_visible()
    leave_by(page, button(page, "Remove these words").first)

    page.get_by_label("Words in the text").fill("who won the round")
    text = page.get_by_label("Who won the round?", exact=True)
    form = page.locator("form.card").filter(has=text)
    text.fill("Who won {it}?")
    watch.expect(422)
    leave_by(page, form.get_by_role("button", name="Save"))
    expect(page.get_by_text("This text can’t have {it}.").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert axe.find_objections(page) == []
    text.fill("Whose round was it?")
    leave_by(page, form.get_by_role("button", name="Save"))
    expect(text).to_have_value("Whose round was it?")
    assert axe.find_objections(page) == []
    leave_by(page, form.get_by_role("button", name="Reset"))
    stranger.reload()
    expect(stranger.get_by_text("A game is 4 rounds.").first).to_be_visible()
    stranger.close()
