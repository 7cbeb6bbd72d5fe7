"""Correcting a card and undoing it, in a browser: the consequences show while typing."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Watch
from tests.browser.steps import sign_in_once
from tests.served import Site

OPEN = "/desk/events/millrace-open"


def test_a_correction_from_typing_to_undoing(page: Page, site: Site, watch: Watch) -> None:
    watch.expect(422)
    sign_in_once(page.context, site)
    page.goto(f"{site.url}{OPEN}/matches/1/correct/")
    first = page.get_by_label("Round 1", exact=True)
    before = first.input_value()
    turned = "2-0" if before.startswith("0") else "0-2"

    first.fill(turned)
    expect(page.locator("#follows")).to_contain_text("The match is")

    page.get_by_role("button", name="Save the correction").click()
    expect(page.get_by_role("main")).to_contain_text("Give a reason")
    expect(page.get_by_label("Round 1", exact=True)).to_have_value(turned)

    page.get_by_label("Reason").fill("sides mixed up")
    page.get_by_role("button", name="Save the correction").click()
    expect(page).to_have_url(re.compile(r"/matches/1/reports/$"))
    expect(page.get_by_role("main")).to_contain_text("sides mixed up")

    page.get_by_role("link", name="The log of this match").click()
    page.get_by_role("link", name=re.compile("^Undo … Corrected match 1")).click()
    expect(page.get_by_role("main")).to_contain_text("Restores the card")
    page.get_by_role("button", name="Undo it").click()
    expect(page.get_by_role("main")).to_contain_text("Undid: Corrected match 1")

    page.goto(f"{site.url}{OPEN}/matches/1/correct/")
    expect(page.get_by_label("Round 1", exact=True)).to_have_value(before)
