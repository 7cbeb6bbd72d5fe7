"""The owner gives the club's own words on a phone, and a page that was kept says them at once."""

from __future__ import annotations

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


def test_words_are_given_on_a_phone_and_taken_back(
    page: Page, hall: Site, watch: Watch
) -> None:
    browser = page.context.browser
    assert browser
    stranger = browser.new_page()
    stranger.goto(f"{hall.url}{ABOUT}")
    expect(stranger.get_by_text("A game is 4 rounds.").first).to_be_visible()

    page.set_viewport_size({"width": 390, "height": 844})
    sign_in(page, hall)
    page.goto(f"{hall.url}/desk/")
    leave_by(page, page.get_by_role("link", name="Words", exact=True))
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert axe.objections(page) == []
    page.get_by_label("round", exact=True).fill("end")
    expect(
        page.get_by_text("Nobody has reported an end of this match.")
    ).to_be_visible()

    watch.expect(422)
    leave_by(page, button(page, "Save"))
    expect(page.get_by_label("rounds", exact=True)).to_have_value("ends")
    assert axe.objections(page) == []
    leave_by(page, button(page, "Save"))
    expect(page.get_by_text("Saved.", exact=True)).to_be_visible()
    stranger.reload()
    expect(stranger.get_by_text("A game is 4 ends.").first).to_be_visible()

    page.goto(f"{hall.url}/desk/words/?language=en")
    page.get_by_label("round", exact=True).fill("")
    page.get_by_label("rounds", exact=True).fill("")
    leave_by(page, button(page, "Save"))
    stranger.reload()
    expect(stranger.get_by_text("A game is 4 rounds.").first).to_be_visible()
    stranger.close()
