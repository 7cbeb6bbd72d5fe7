"""From the desk to the boards: print labels, sign a tablet in and off."""

from base64 import b64encode

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import find_objections
from tests.browser.conftest import Watch
from tests.browser.phones.conftest import Hall, Phones
from tests.browser.phones.steps import expect_text, wait_until_ready
from tests.browser.steps import button, sign_in_once
from tests.served import Site

DESK = "/desk/events/millrace-open"
READ = """
async (seen) => {
    await import("/static/vendor/jsqr-1.4.0.js");
    const image = new Image();
    image.src = `data:image/png;base64,${seen}`;
    await image.decode();
    const { width, height } = image;
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const drawing = canvas.getContext("2d");
    drawing.drawImage(image, 0, 0);
    return globalThis.jsQR(drawing.getImageData(0, 0, width, height).data, width, height)?.data;
}
"""


def scan_code(code: Locator) -> str | None:
    """Decode a QR code from a screenshot of it; None if there is none."""
    read: str | None = code.page.evaluate(READ, b64encode(code.screenshot()).decode())
    return read


def test_a_label_is_printed_and_scanned(page: Page, site: Site, hall: Hall, phones: Phones) -> None:
    sign_in_once(page.context, site)
    page.goto(f"{site.url}{DESK}/phones/")
    page.get_by_role("link", name="Board labels").click()
    label = page.get_by_role("link", name="Open the label’s link for board 1", exact=True)
    address = label.get_attribute("href")
    assert address is not None

    phone = phones.open(address)
    expect_text(phone, "Board 1")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Who are you?")

    page.emulate_media(media="print")
    expect(label).to_be_visible()
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(page.get_by_role("navigation").first).to_be_hidden()
    assert scan_code(label) == address


@pytest.mark.long
def test_the_code_on_a_score_card_is_scanned(page: Page, site: Site, hall: Hall) -> None:
    sign_in_once(page.context, site)
    page.goto(f"{site.url}{DESK}/draw/")
    page.get_by_role("link", name="Print").first.click()
    code = page.locator(".score-cards footer a").first
    assert scan_code(code) == code.get_attribute("href")
    page.emulate_media(media="print")
    assert scan_code(code) == code.get_attribute("href")


@pytest.mark.long
def test_a_tablet_is_let_in_and_signed_off(
    page: Page, site: Site, hall: Hall, phones: Phones, watch: Watch
) -> None:
    sign_in_once(page.context, site)
    page.goto(f"{site.url}{DESK}/phones/")
    page.get_by_label("Label on the tablet").fill("The old one")
    button(page, "Add a tablet").click()
    address = page.get_by_label("The address", exact=True).input_value()
    assert find_objections(page) == []

    tablet = wait_until_ready(phones.open(address))
    expect_text(tablet, "You’re scoring for both sides")

    page.get_by_role("link", name="Done").click()
    expect_text(page, "The old one")
    watch.expect(404, 410)
    button(page, "Sign out tablet").click()
    expect_text(page, "The tablet at board 1 is signed out.")
    assert tablet.request.get(address).status == 404
