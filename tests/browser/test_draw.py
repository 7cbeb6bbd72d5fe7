"""A draft in a browser: two change places by drag, by keyboard, and without JavaScript."""

from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import find_objections
from tests.browser.conftest import Watch
from tests.browser.steps import button, leave_by, sign_in_once
from tests.served import Site

pytestmark = pytest.mark.long

DRAW = "/desk/events/lantern-doubles/draw/"
Names = list[list[str]]
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.fixture(scope="module")
def hall(played_site: Site) -> Site:
    return played_site


@pytest.fixture
def draft(page: Page, hall: Site) -> Page:
    """The organiser's page of a draft: seven pairs, of which one has a bye."""
    sign_in_once(page.context, hall)
    draw_games(page, hall)
    return page


def draw_games(page: Page, hall: Site) -> None:
    page.goto(hall.url + DRAW)
    again = button(page, "Draw again")
    (again if again.count() else button(page, "Draw all games")).click()
    expect(page.get_by_text("Only the desk sees them.")).to_be_visible()


def drawn_names(page: Page) -> Names:
    """The names at each match, down the page."""
    return [line.locator(".chip").all_inner_texts() for line in page.locator(".drawn > li").all()]


def swap_names(before: Names, one: str, other: str) -> Names:
    trade = {one: other, other: one}
    return [[trade.get(name, name) for name in line] for line in before]


def test_one_is_dragged_onto_another(draft: Page) -> None:
    before = drawn_names(draft)
    one, other = before[0][0], before[2][1]
    draft.locator(".chip", has_text=one).drag_to(draft.locator(".chip", has_text=other))
    expect(draft.locator("#swap-news")).to_contain_text("The players are swapped.")
    assert drawn_names(draft) == swap_names(before, one, other)
    draft.get_by_role("button", name="Undo the swap").click()
    expect(draft.locator(".drawn > li").first.locator(".chip").first).to_have_text(one)
    assert drawn_names(draft) == before
    draft.reload()
    assert drawn_names(draft) == before


def test_a_player_with_a_bye_can_be_dragged_into_a_match(draft: Page) -> None:
    before = drawn_names(draft)
    [idle] = before[-1]
    one = before[1][1]
    draft.locator(".chip", has_text=idle).drag_to(draft.locator(".chip", has_text=one))
    expect(draft.locator("#swap-news")).to_contain_text("The players are swapped.")
    assert drawn_names(draft) == swap_names(before, idle, one)


def test_two_change_places_by_keyboard(draft: Page) -> None:
    before = drawn_names(draft)
    one, other = before[0][0], before[1][0]
    draft.locator(".chip", has_text=one).focus()
    draft.keyboard.press("Space")
    expect(draft.locator('.chip[aria-pressed="true"]')).to_have_text(one)
    expect(draft.locator("#swap-news")).to_contain_text("Now choose the player to swap with")
    expect(draft.locator(".chip", has_text=one)).to_be_focused()
    while draft.evaluate("document.activeElement.textContent.trim()") != other:
        draft.keyboard.press("Tab")
    draft.keyboard.press("Enter")
    expect(draft.locator("#swap-news")).to_contain_text("The players are swapped.")
    expect(draft.locator(".chip", has_text=other)).to_be_focused()
    assert drawn_names(draft) == swap_names(before, one, other)


def test_escape_puts_the_picked_one_down(draft: Page) -> None:
    before = drawn_names(draft)
    draft.locator(".chip").first.click()
    expect(draft.locator('.chip[aria-pressed="true"]')).to_have_count(1)
    draft.keyboard.press("Escape")
    expect(draft.locator('.chip[aria-pressed="true"]')).to_have_count(0)
    assert drawn_names(draft) == before


def test_two_laptops_swap_the_same_draft(
    draft: Page, browser: Browser, hall: Site, watch: Watch
) -> None:
    other = browser.new_context().new_page()
    sign_in_once(other.context, hall)
    other.goto(hall.url + DRAW)
    before = drawn_names(draft)
    one, two, three = before[0][0], before[1][0], before[2][0]
    other.locator(".chip", has_text=one).drag_to(other.locator(".chip", has_text=two))
    expect(other.locator("#swap-news")).to_contain_text("The players are swapped.")

    watch.expect(422)
    draft.locator(".chip", has_text=one).drag_to(draft.locator(".chip", has_text=three))
    expect(draft.locator("#swap-news")).to_contain_text("This draw has changed since")
    assert drawn_names(draft) == swap_names(before, one, two)
    other.context.close()


def test_without_javascript_two_change_places(page: Page, browser: Browser, hall: Site) -> None:
    sign_in_once(page.context, hall)
    draw_games(page, hall)
    plain = browser.new_context(
        java_script_enabled=False, storage_state=page.context.storage_state()
    ).new_page()
    plain.goto(hall.url + DRAW)
    before = drawn_names(plain)
    one, other = before[0][1], before[2][0]
    plain.locator(".chip", has_text=one).click()
    expect(plain.locator('.chip[aria-pressed="true"]')).to_have_text(one)
    leave_by(plain, plain.locator(".chip", has_text=other))
    expect(plain.locator("#swap-news")).to_contain_text("The players are swapped.")
    assert drawn_names(plain) == swap_names(before, one, other)
    plain.context.close()


def test_a_draft_is_within_reach_of_everybody(draft: Page) -> None:
    draft.locator(".chip").first.click()
    expect(draft.locator('.chip[aria-pressed="true"]')).to_have_count(1)
    draft.locator("summary", has_text="Why").first.click()
    for width in (320, 1280):
        draft.set_viewport_size({"width": width, "height": 800})
        wide, window = draft.evaluate("[document.scrollingElement.scrollWidth, window.innerWidth]")
        assert wide <= window
        for theme in THEMES:
            draft.emulate_media(color_scheme=theme, reduced_motion="reduce")
            assert find_objections(draft) == [], f"{theme}, {width}"


def test_a_printed_draft_has_the_names(draft: Page) -> None:
    draft.emulate_media(media="print")
    expect(draft.locator(".chip").first).to_be_visible()
    expect(button(draft, "Draw again")).to_be_hidden()
    expect(draft.locator("#how-to-swap")).to_be_hidden()
