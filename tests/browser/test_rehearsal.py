"""An organiser has an event rehearsed by clicks, reads the report, and deletes the rehearsal."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import find_objections
from tests.browser.steps import button, leave_by, sign_in_once
from tests.served import Site

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def hall(played_site: Site) -> Site:
    return played_site


def test_a_planned_event_is_rehearsed(page: Page, hall: Site) -> None:
    sign_in_once(page.context, hall)
    page.goto(f"{hall.url}/desk/events/lantern-doubles/stages/")
    page.get_by_role("img", name="More").click()
    leave_by(page, page.get_by_role("link", name="Rehearse", exact=True))

    leave_by(page, button(page, "Rehearse"))
    expect(page.get_by_role("heading", name=re.compile("^Finished at"))).to_be_visible(
        timeout=60_000
    )
    expect(button(page, "Rehearse again")).to_be_visible()
    expect(page.locator("#report")).to_contain_text("Work for helpers")
    assert not find_objections(page)

    leave_by(page, page.get_by_role("link", name="View its pages"))
    expect(page.locator(".note").first).to_contain_text("nothing here counts")
    expect(page.get_by_role("heading", name="Podium")).to_be_visible()

    leave_by(page, page.get_by_role("link", name="Manage the rehearsal"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Lantern Doubles")
    leave_by(page, button(page, "Delete the rehearsal"))
    expect(page.locator("#report")).to_have_count(0)
    expect(button(page, "Rehearse")).to_be_visible()
