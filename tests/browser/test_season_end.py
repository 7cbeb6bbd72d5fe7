"""The end of a season at the desk: who would play the finals, legible on every screen."""

import pytest
from playwright.sync_api import Page

from tests.browser import axe
from tests.browser.conftest import Watch
from tests.browser.steps import button, sign_in_once
from tests.served import Site

pytestmark = pytest.mark.long

FINALS = "/desk/leagues/winter-nights/end/finals/"
LINES = """lines => lines.map(line => {
    const name = document.createRange();
    name.selectNodeContents(line.querySelector("span + span"));
    const own = name.getBoundingClientRect();
    const tick = line.querySelector("label").getBoundingClientRect();
    return {rows: new Set([...name.getClientRects()].map(each => each.top)).size,
            apart: own.right <= tick.left || own.bottom <= tick.top};
})"""


def test_names_of_the_finals_are_written_across(page: Page, site: Site, watch: Watch) -> None:
    sign_in_once(page.context, site)
    page.goto(site.url + FINALS)
    button(page, "Show who plays").click()
    page.locator("#field-title").wait_for()
    for wide in (390, 1280, 1920):
        page.set_viewport_size({"width": wide, "height": 844})
        found = page.locator(".ranked > li").evaluate_all(LINES)
        assert found
        assert all(each["rows"] <= 4 and each["apart"] for each in found), (wide, found)
        assert page.evaluate("document.documentElement.scrollWidth") <= wide
    page.evaluate("scrollTo(0, 0)")  # nothing half below the bar
    assert axe.find_objections(page) == []
