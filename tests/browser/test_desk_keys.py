"""Keyboard shortcuts of an event's desk: they move the focus, and press no button."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import find_objections
from tests.browser.steps import sign_in_once
from tests.served import Site

pytestmark = pytest.mark.long

OPEN = "/desk/events/millrace-open/"
DOUBLES = "/desk/events/lantern-doubles/"


@pytest.fixture(scope="module")
def hall(played_site: Site) -> Site:
    return played_site


@pytest.fixture
def organiser(page: Page, hall: Site) -> Page:
    sign_in_once(page.context, hall)
    return page


def test_from_any_page_to_the_boards_number(organiser: Page, hall: Site) -> None:
    organiser.goto(f"{hall.url}{OPEN}people/")
    organiser.keyboard.press("b")
    expect(organiser.get_by_label("Board number")).to_be_focused()

    organiser.keyboard.type("12")
    organiser.keyboard.type("b")
    organiser.keyboard.type("?")
    expect(organiser.get_by_label("Board number")).to_have_value("12b?")
    expect(organiser.locator("#keys")).to_be_hidden()

    organiser.keyboard.press("Escape")
    organiser.keyboard.press("?")
    expect(organiser.locator("#keys")).to_be_visible()


def test_what_is_needed_one_after_another(organiser: Page, hall: Site) -> None:
    organiser.goto(f"{hall.url}{OPEN}people/")
    organiser.keyboard.press("n")
    needed = organiser.locator(".blockers :is(a.button, button)")
    expect(needed.first).to_be_focused()

    many = needed.count()
    assert many > 1
    for at in [*range(1, many), 0]:
        organiser.keyboard.press("n")
        expect(needed.nth(at)).to_be_focused()


def test_to_the_draw_and_what_is_to_be_published(organiser: Page, hall: Site) -> None:
    organiser.goto(f"{hall.url}{DOUBLES}people/")
    organiser.keyboard.press("d")
    draw = organiser.locator("#draw")
    expect(draw).to_be_focused()

    if draw.inner_text().strip() != "Draw again":
        organiser.keyboard.press("Enter")
        expect(organiser.get_by_text("Only the desk sees them.")).to_be_visible()
    organiser.keyboard.press("p")
    expect(organiser.locator("#publish")).to_be_focused()
    expect(organiser.locator("#publish")).to_contain_text("Publish")
    assert "Published" not in organiser.locator("main").inner_text()


def test_a_list_of_the_keys_and_a_way_to_switch_them_off(organiser: Page, hall: Site) -> None:
    organiser.goto(f"{hall.url}{OPEN}people/")
    organiser.keyboard.press("?")
    keys = organiser.get_by_role("dialog", name="Keys")
    expect(keys).to_be_visible()
    assert find_objections(organiser) == []

    keys.get_by_label("Use these keys on this device").uncheck()
    keys.get_by_role("button", name="Close").click()
    organiser.reload()
    organiser.keyboard.press("?")
    organiser.keyboard.press("d")
    expect(keys).to_be_hidden()
    expect(organiser).to_have_url(f"{hall.url}{OPEN}people/")

    organiser.get_by_role("button", name="Show keyboard shortcuts").click()
    keys.get_by_label("Use these keys on this device").check()
    organiser.keyboard.press("Escape")
    organiser.keyboard.press("d")
    expect(organiser).to_have_url(f"{hall.url}{OPEN}draw/#draw")


def test_the_way_to_the_keys_is_quiet_and_at_the_foot(organiser: Page, hall: Site) -> None:
    organiser.set_viewport_size({"width": 1440, "height": 900})
    for path in ("people/", "log/"):
        organiser.goto(f"{hall.url}{OPEN}{path}")
        button = organiser.get_by_role("button", name="Show keyboard shortcuts").bounding_box()
        foot = organiser.locator("body > footer").bounding_box()
        assert button
        assert foot
        assert 0 <= foot["y"] - button["y"] - button["height"] <= 16, path


def test_the_keys_are_listed_from_a_card_too(organiser: Page, hall: Site) -> None:
    organiser.goto(f"{hall.url}{OPEN}play/card/?board=1")

    expect(organiser.get_by_text("Enter: next round.")).to_be_visible()
    expect(organiser.get_by_role("button", name="Show keyboard shortcuts")).to_be_visible()
