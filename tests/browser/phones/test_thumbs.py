"""The buttons of the entry page are within reach of the thumb and do not move, on every phone."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phones.conftest import Hall, Phones
from tests.browser.phones.steps import (
    choose_result,
    enter_result,
    expect_question,
    round_items,
    wait_until_ready,
)
from tests.examples import rare_but

pytestmark = pytest.mark.long

PRESSED = ".third, .stepper button, [data-act=send], [data-act=undo], [data-act=way]"
ALL = ".panel button:not([data-part=unread])"
# A window as low as a phone of 2016 leaves it, and of our day.
UPRIGHT = [(390, 664), (390, 844), (375, 667), (320, 568)]
ON_THE_SIDE = [(844, 340), (667, 331)]
BOXES = """
    (all) => all.filter((each) => each.offsetParent).map((each) => {
        const { left, top, width, height } = each.getBoundingClientRect();
        return [left, top, width, height].map(Math.round);
    })
"""
# In the window, and hit where a thumb would press it.
IN_REACH = """
    (all) => all.filter((each) => each.offsetParent).every((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return top >= 0 && bottom <= innerHeight && each.contains(hit);
    })
"""
TOP = "(all) => all[0].getBoundingClientRect().top"
# Whether a card takes a touch at the moment at which it arrives.
TAKES_TOUCH_AT_ONCE = """
    (news) => {
        window.asSoonAsThere = new Promise((tell) => {
            new MutationObserver((_, seen) => {
                const button = news.querySelector("button");
                if (!button) return;
                seen.disconnect();
                tell(getComputedStyle(button).pointerEvents);
            }).observe(news, { childList: true });
        });
    }
"""
CUT = "(all) => all.filter((each) => each.scrollHeight > each.clientHeight + 5).length"


def boxes_of(page: Page, selector: str = PRESSED) -> list[list[int]]:
    boxes: list[list[int]] = page.locator(selector).evaluate_all(BOXES)
    return boxes


def same_as(boxes: list[list[int]]) -> list[Any]:
    """These boxes, to be compared with a tolerance of one pixel for rounding."""
    return [pytest.approx(box, abs=1) for box in boxes]


def in_reach(page: Page, selector: str) -> bool:
    """Whether the element is on top and can be tapped, once all animations have ended."""
    page.evaluate("Promise.allSettled(document.getAnimations().map((a) => a.finished))")
    return bool(page.locator(selector).evaluate_all(IN_REACH))


def page_fits(page: Page) -> bool:
    return bool(page.evaluate("document.scrollingElement.scrollWidth <= window.innerWidth"))


def wait_for_layout(page: Page) -> None:
    """Wait until the page has measured its new window or letter size."""
    page.evaluate("new Promise((is) => requestAnimationFrame(() => setTimeout(is)))")


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    wait_for_layout(page)


def scroll_to_the_top(page: Page) -> None:
    """Scroll to the top, and wait for what scrolling shows or hides."""
    page.evaluate("scrollTo(0, 0); document.querySelector('.panel').scrollTo(0, 0)")
    wait_for_layout(page)


@contextmanager
def letter_size(page: Page, size: int) -> Iterator[None]:
    """Set the browser's default letter size for a while, as its reader can."""
    reader = page.context.new_cdp_session(page)

    def ask_for(pixels: int) -> None:
        sizes = {"standard": pixels, "fixed": pixels}
        reader.send("Page.setFontSizes", {"fontSizes": sizes})
        expect(page.locator("html")).to_have_css("font-size", f"{pixels}px")
        wait_for_layout(page)

    ask_for(size)
    yield
    ask_for(16)
    reader.detach()


def open_both_phones(hall: Hall, phones: Phones) -> tuple[Page, Page, Any]:
    """Open the phones of both sides of a match; no round is entered yet."""
    hall.trust("both")
    sitting = hall.match()
    ann, ben = (wait_until_ready(phones.open(sitting.address(seat))) for seat in (0, 1))
    return ann, ben, sitting


def tap(page: Page, selector: str, at: int = 0) -> None:
    """Tap an element without scrolling it into view, as a finger does."""
    x, y, wide, high = boxes_of(page, selector)[at]
    page.touchscreen.tap(x + wide / 2, y + high / 2)


@pytest.mark.rare
def test_nothing_that_arrives_moves_what_is_pressed(hall: Hall, phones: Phones) -> None:
    ann, ben, _ = open_both_phones(hall, phones)
    for page in (ann, ben):
        window = page.viewport_size
        assert window
        _, top, _, high = boxes_of(page, "[data-act=send]")[0]
        assert top + high / 2 > window["height"] * 0.6, "in the lower half"
        assert all(y > window["height"] * 0.4 for _, y, _, _ in boxes_of(page))
    before = boxes_of(ann)
    tap(ben, ".third", 0)
    tap(ben, "[data-act=send]")
    expect_question(ann, "has entered round 1")
    assert boxes_of(ann) == same_as(before)
    tap(ann, ".third", 0)
    tap(ann, "[data-act=send]")
    card = ann.locator(".card")
    expect(card).to_contain_text("You disagree")
    expect(card.locator("p").first).to_be_in_viewport()
    expect_question(ann, "Enter round 2")
    assert boxes_of(ann) == same_as(before)
    # Everything above the panel can still be read to its end.
    ann.evaluate("scrollTo(0, document.body.scrollHeight)")
    ann.locator(".more a").first.click(trial=True)
    assert boxes_of(ann) == same_as(before)


@pytest.mark.parametrize("way", rare_but(["Result", "Board", "Totals"], "Board"))
def test_every_way_of_entering_stays_where_it_is(hall: Hall, phones: Phones, way: str) -> None:
    """Nothing was tapped yet: that is when a thumb is on its way."""
    ann, ben, _ = open_both_phones(hall, phones)
    ann.get_by_role("button", name=way, exact=True).click()
    scroll_to_the_top(ann)
    before = boxes_of(ann, ALL)
    enter_result(ben, "I won")
    expect_question(ann, "has entered round 1")
    assert boxes_of(ann, ALL) == same_as(before)

    ann.get_by_role("button", name="Result", exact=True).click()
    enter_result(ann, "I won")
    expect_question(ann, "Enter round 2")
    expect(ann.locator(".card")).to_contain_text("You disagree")
    ann.get_by_role("button", name=way, exact=True).click()
    expect(
        ann.locator("[data-part=unread], .card p:first-child").locator("visible=true").first
    ).to_be_in_viewport(ratio=1)
    nothing_to_tell = all_boxes(ann)
    before = boxes_of(ann, ALL)
    without_a_network(ann)
    assert boxes_of(ann, ALL) == same_as(before), "as it arrives"
    ann.context.set_offline(False)
    expect(ann.locator("[data-part=kept]")).to_be_hidden()
    assert boxes_of(ann, ALL) == same_as(before), "as it goes"
    without_a_network(ann)
    for window, boxes in all_boxes(ann).items():
        assert boxes == same_as(nothing_to_tell[window]), window


def all_boxes(page: Page) -> dict[str, list[list[int]]]:
    """The boxes of all buttons, in every window and with letters of every size."""
    boxes = {}
    for size in (16, 24, 32):
        with letter_size(page, size):
            for width, height in [*ON_THE_SIDE, *UPRIGHT]:
                window = f"{width} × {height}, {size}"
                resize(page, width, height)
                scroll_to_the_top(page)
                boxes[window] = boxes_of(page, ALL)
                assert in_reach(page, "[data-act=send]"), window
    return boxes


def without_a_network(page: Page) -> None:
    """Take the network away, and wait until the page shows its note about that."""
    page.context.set_offline(True)
    expect(page.locator("[data-part=kept]")).to_be_visible()


@pytest.mark.rare
def test_a_board_that_is_being_filled_is_not_pushed_away(hall: Hall, phones: Phones) -> None:
    ann, ben, _ = open_both_phones(hall, phones)
    tap(ann, ".third", 0)
    tap(ann, "[data-act=send]")
    expect_question(ann, "Enter round 2")
    ann.get_by_role("button", name="Board", exact=True).click()
    ann.locator(".zone[data-zone='3']").click(position={"x": 20, "y": 180})
    top = ann.locator(".board").evaluate_all(TOP)
    tap(ben, ".third", 0)
    tap(ben, "[data-act=send]")
    expect(ann.locator(".card")).to_contain_text("You disagree")
    assert ann.locator(".board").evaluate_all(TOP) == pytest.approx(top, abs=1)
    # It is out of sight, so its first words are beside the round's name.
    expect(ann.locator(".card")).not_to_be_in_viewport(ratio=0.5)
    ann.get_by_role("button", name="You disagree on round 1").click()
    expect(ann.locator(".card p:first-child")).to_be_in_viewport(ratio=1)


@pytest.mark.rare
def test_what_has_just_arrived_takes_no_touch_meant_for_another(hall: Hall, phones: Phones) -> None:
    ann, ben, _ = open_both_phones(hall, phones)
    enter_result(ann, "I won")
    expect_question(ann, "Enter round 2")
    ann.locator("[data-part=news]").evaluate(TAKES_TOUCH_AT_ONCE)
    enter_result(ben, "I won")
    assert ann.evaluate("asSoonAsThere") == "none"
    ann.locator(".card").get_by_role("button", name="Accept 0–2").click()
    expect(ann.locator(".card")).to_contain_text("You accept 0–2")


@pytest.mark.rare
def test_by_how_much_opens_nothing_that_pushes_who_won(hall: Hall, phones: Phones) -> None:
    with hall.playing_by("conventional-singles"):
        page = wait_until_ready(phones.open(hall.match().address(0)))
        page.get_by_role("button", name="Result", exact=True).click()
        for width, height in [*UPRIGHT, *ON_THE_SIDE]:
            resize(page, width, height)
            scroll_to_the_top(page)
            before = boxes_of(page, ALL)
            page.locator(".third").first.click()
            for _ in range(2):
                page.locator("[data-key='7']").click()
            expect(page.locator("[data-part=wrong]")).to_contain_text("77 isn’t possible")
            for _ in range(3):
                page.locator("[data-act=undo]").click()
            scroll_to_the_top(page)
            assert boxes_of(page, ALL) == same_as(before), f"{width} × {height}"


def test_the_end_is_confirmed_under_the_thumb(hall: Hall, phones: Phones) -> None:
    ann, ben, _ = open_both_phones(hall, phones)
    for _ in range(4):
        for page, third in ((ann, 0), (ben, 2)):
            page.locator(".third").nth(third).click()
            page.locator("[data-act=send]").click()
    acts = ".end button, .end a"
    expect(ann.get_by_role("button", name="Yes, 8–0 is right")).to_be_visible()
    nothing_to_tell = {}
    for window in UPRIGHT:
        resize(ann, *window)
        scroll_to_the_top(ann)
        nothing_to_tell[window] = boxes_of(ann, acts)
        tops = [top for _, top, _, _ in nothing_to_tell[window]]
        assert all(top > window[1] * 0.4 for top in tops), window
        assert in_reach(ann, acts), window
    without_a_network(ann)
    for window in UPRIGHT:
        resize(ann, *window)
        scroll_to_the_top(ann)
        assert boxes_of(ann, acts) == same_as(nothing_to_tell[window]), window


def test_names_are_whole_in_large_letters_on_the_smallest_phone(hall: Hall, phones: Phones) -> None:
    page = wait_until_ready(phones.open(hall.match().address(0)))
    long = ["Maximiliana Schwarzenberger", "Jean-Baptiste Tremblay"]
    page.locator(".sides .name").evaluate_all(
        "(all, names) => all.forEach((each, at) => { each.firstChild.data = names[at]; })", long
    )
    resize(page, 320, 568)
    for size in (16, 24, 32):
        with letter_size(page, size):
            assert page.locator(".sides .name").evaluate_all(CUT) == 0, size
            assert page_fits(page)


def test_every_size_of_phone_shows_whole_rows(hall: Hall, phones: Phones) -> None:
    page = wait_until_ready(phones.open(hall.match().address(0)))
    for width, height in [*UPRIGHT, *ON_THE_SIDE]:
        resize(page, width, height)
        scroll_to_the_top(page)
        window = f"{width} × {height}"
        expect(page.locator(".third").first).to_be_in_viewport(ratio=1)
        assert in_reach(page, ".third"), window
        assert in_reach(page, ".stepper button"), window
        assert in_reach(page, "[data-act=send]"), window
        assert in_reach(page, ".sides .points"), window
        assert page_fits(page), window
        tops = {top for _, top, _, _ in boxes_of(page, ".stepper button")}
        assert len(tops) == 1, f"{window}: the steppers stand side by side"


def test_large_letters_break_nothing(hall: Hall, phones: Phones) -> None:
    page = wait_until_ready(phones.open(hall.match().address(0)))
    for size in (24, 32):
        with letter_size(page, size):
            for way in ("Result", "Board", "Totals"):
                page.get_by_role("button", name=way, exact=True).click()
                assert page_fits(page), f"{way} in letters of {size} px"
                assert in_reach(page, "[data-act=send]")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for way in ("Result", "Board", "Totals"):
        page.get_by_role("button", name=way, exact=True).click()
        assert page_fits(page), f"{way} in a page twice as large"


def test_what_is_chosen_shows_in_the_readers_own_colours(hall: Hall, phones: Phones) -> None:
    page = wait_until_ready(phones.open(hall.match().address(0)))
    choose_result(page, "I won")
    ground = "(all) => all.map((each) => getComputedStyle(each).backgroundColor)"
    for kind in (".third", "[data-act=way]"):
        for colours in ("none", "active"):
            page.emulate_media(forced_colors=colours)
            chosen, *others = page.locator(kind).evaluate_all(ground)
            assert chosen not in others, f"{kind}, forced colours: {colours}"
            assert len(set(others)) == 1
    expect(round_items(page)).to_have_count(0)
