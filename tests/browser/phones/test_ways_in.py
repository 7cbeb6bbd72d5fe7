"""From the desk to the boards: labels are printed, a tablet is let in and signed off."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.axe import objections
from tests.browser.conftest import Watch
from tests.browser.phones.conftest import Hall, Phones
from tests.browser.phones.steps import ready, says
from tests.browser.steps import button, sign_in
from tests.served import Site

DESK = "/desk/events/millrace-open"


def test_a_label_is_printed_and_scanned(
    page: Page, site: Site, hall: Hall, phones: Phones
) -> None:
    sign_in(page, site)
    page.goto(f"{site.url}{DESK}/phones/")
    page.get_by_role("link", name="Board labels").click()
    label = page.get_by_role("link", name="Open what the label of board 1 opens")
    address = label.get_attribute("href")
    assert address is not None

    phone = phones.open(address)
    says(phone, "Board 1")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Who are you?")

    page.emulate_media(media="print")
    expect(label).to_be_visible()
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(page.get_by_role("navigation").first).to_be_hidden()


def test_a_tablet_is_let_in_and_signed_off(
    page: Page, site: Site, hall: Hall, phones: Phones, watch: Watch
) -> None:
    sign_in(page, site)
    page.goto(f"{site.url}{DESK}/phones/")
    page.get_by_label("What is written on the tablet").fill("The old one")
    button(page, "Let a tablet in").click()
    address = page.get_by_label("The address", exact=True).input_value()
    assert objections(page) == []

    tablet = ready(phones.open(address))
    says(tablet, "You score for both sides")

    page.get_by_role("link", name="Done").click()
    says(page, "The old one")
    watch.expect(404, 410)
    button(page, "Sign off").click()
    says(page, "The tablet at board 1 is signed off.")
    assert tablet.request.get(address).status == 404
