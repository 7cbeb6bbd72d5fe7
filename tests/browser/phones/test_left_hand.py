"""The left-handed layout puts the most used buttons at the left."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.phones.conftest import Hall, Phones
from tests.browser.phones.steps import enter_result, round_items, wait_until_ready

pytestmark = pytest.mark.long

SEND, UNDO = "[data-act=send]", "[data-act=undo]"
MORE, LESS = ".stepper [data-by='1']", ".stepper [data-by='-1']"


def left_of(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box is not None, selector
    return box["x"]


def left_hand_button(page: Page) -> Locator:
    return page.get_by_role("button", name="Left-handed")


def is_left(page: Page) -> bool:
    """Whether the layout is mirrored: the most used button is left of its neighbour."""
    sides = {left_of(page, SEND) < left_of(page, UNDO), left_of(page, MORE) < left_of(page, LESS)}
    assert len(sides) == 1, "all or none of it is mirrored"
    return sides.pop()


def test_the_buttons_change_sides_and_stay_there(hall: Hall, phones: Phones) -> None:
    page = wait_until_ready(phones.open(hall.match().address(0)))
    assert not is_left(page)
    left_hand_button(page).click()
    expect(left_hand_button(page)).to_have_attribute("aria-pressed", "true")
    assert is_left(page)
    page.reload()
    wait_until_ready(page)
    assert is_left(page), "this browser remembers it"
    enter_result(page, "I won")
    expect(round_items(page)).to_have_count(1)
    left_hand_button(page).click()
    assert not is_left(page)


def test_the_keypad_keeps_its_order_and_moves_its_fives(hall: Hall, phones: Phones) -> None:
    page = wait_until_ready(phones.open(hall.match().address(0)))
    page.get_by_role("button", name="Totals").click()
    left_hand_button(page).click()
    keys = [left_of(page, f"[data-key='{key}']") for key in ("more", "1", "2", "3")]
    assert keys == sorted(keys)
    assert left_of(page, "[data-key='0']") == pytest.approx(left_of(page, "[data-key='7']"), abs=1)


def test_in_landscape_the_panel_is_at_the_left(hall: Hall, phones: Phones) -> None:
    page = wait_until_ready(phones.open(hall.match().address(0)))
    page.set_viewport_size({"width": 844, "height": 340})
    assert left_of(page, ".panel") > 300
    left_hand_button(page).click()
    assert left_of(page, ".panel") == 0
    assert left_of(page, ".sides") > 400


@pytest.mark.rare
def test_the_left_hand_switch_also_works_beside_light_and_dark(hall: Hall, phones: Phones) -> None:
    page = phones.open(hall.match().address(0))
    page.goto(page.url.split("/play/")[0])
    left_hand_button(page).click()
    page.go_back()
    assert is_left(wait_until_ready(page))
