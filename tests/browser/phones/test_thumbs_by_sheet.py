"""The buttons are within reach of the thumb by every rule sheet, not only in singles."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phones.conftest import Hall, Phones
from tests.browser.phones.steps import wait_until_ready
from tests.browser.phones.test_thumbs import ALL, boxes_of, in_reach, page_fits, resize, same_as

pytestmark = pytest.mark.long

SHEETS = [
    ("tournament-doubles", ""),
    ("workshop-100-doubles", ""),
    ("classic-twelve-two-against-one", ""),
    ("tournament-doubles", "shoot-out"),
]
WINDOWS = [(390, 664), (320, 568)]
WAYS = ("Result", "Totals", "Board")
# Where there is a keypad, the ways of entering are a scroll away within the panel.
PRESSED = ".third, [data-act=send], [data-act=undo]"


def lies_well(page: Page, what: str) -> None:
    assert page_fits(page), what
    assert in_reach(page, PRESSED), what
    _, top, _, high = boxes_of(page, "[data-act=send]")[0]
    window = page.viewport_size
    assert window
    assert top + high / 2 > window["height"] * 0.8, what


@pytest.mark.parametrize(("sheet", "match"), SHEETS)
def test_every_way_of_entering_is_within_reach(
    sheet: str, match: str, hall: Hall, phones: Phones
) -> None:
    with hall.playing_by(sheet, match=match):
        page = wait_until_ready(phones.open(hall.match().address(0)))
        for width, height in WINDOWS:
            resize(page, width, height)
            for way in WAYS:
                choice = page.get_by_role("button", name=way, exact=True)
                if choice.is_visible():
                    choice.click()
                lies_well(page, f"{sheet} {match}, {way} at {width} × {height}")


def test_a_shoot_out_is_entered_without_anything_moving(hall: Hall, phones: Phones) -> None:
    with hall.playing_by("tournament-doubles", match="shoot-out"):
        page = wait_until_ready(phones.open(hall.match().address(0)))
        resize(page, 320, 568)
        before = boxes_of(page, ALL)
        more = page.locator(".stepper button").nth(1)
        for _ in range(10):
            more.click()
        expect(page.locator("[data-act=send]")).to_have_text("Enter the 20s: 10–0")
        assert boxes_of(page, ALL) == same_as(before)
