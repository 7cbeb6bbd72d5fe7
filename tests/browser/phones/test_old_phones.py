"""The pages as iOS 15.4 and Chrome 99 show them, with newer features removed."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import Watch
from tests.browser.phones.conftest import PHONE, Hall
from tests.browser.phones.steps import (
    enter_result,
    expect_points,
    expect_question,
    wait_until_ready,
)
from tests.old_browsers import as_read
from tests.served import Site

pytestmark = pytest.mark.long

# What those browsers' scripts don't have.
FORGET = """
    for (const [owner, names] of [
        [HTMLFormElement.prototype, ["requestSubmit"]],
        [AbortSignal, ["timeout", "any"]],
        [Array.prototype, ["toSorted", "toReversed", "toSpliced", "with"]],
        [Object, ["groupBy"]], [Promise, ["withResolvers", "try"]], [URL, ["canParse"]],
        [Element.prototype, ["checkVisibility"]],
        [Navigator.prototype, ["wakeLock", "userActivation", "serviceWorker"]],
        [Document.prototype, ["startViewTransition"]],
    ]) for (const name of names) delete owner[name];
"""
# Pairs of neighbours in a row that touch or overlap, by their text.
TOGETHER = """
    (all) => all.map((each) => {
        const words = document.createRange();
        words.selectNodeContents(each);
        const { left, right } = words.getBoundingClientRect();
        const { top, bottom } = each.getBoundingClientRect(); // a third line is cut off
        return { left, right, top, bottom };
    }).filter((box, at, boxes) => {
        const next = boxes[at + 1];
        return next && next.top < box.bottom && box.top < next.bottom
            && next.left < box.right + 4 && box.left < next.right + 4;
    }).length
"""
# What is wider than the room it has, and shows it.
SPILLS = """
    (all) => all.filter((each) =>
        each.scrollWidth > each.clientWidth + 1 && each.clientWidth
        && getComputedStyle(each).overflowX === "visible"
    ).map((each) => each.textContent.trim())
"""

CARRIED = re.compile("(?<=<style>).*?(?=</style>)", re.DOTALL)


@pytest.fixture
def old_phone(browser: Browser, watch: Watch) -> Iterator[Page]:
    # A page that carries its style allows that style and no other.
    context = browser.new_context(**PHONE, bypass_csp=True)  # type: ignore[arg-type]
    context.add_init_script(FORGET)

    def read(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=as_read(answer.text()))

    def read_carried(route: Route) -> None:
        if route.request.resource_type != "document":
            route.continue_()  # a stream has no end that could be waited for
            return
        answer = route.fetch()
        page = CARRIED.sub(lambda found: as_read(found[0]), answer.text())
        route.fulfill(response=answer, body=page)

    context.route("**/*.css", read)
    context.route(re.compile("/events/[^?]*/$"), read_carried)
    page = context.new_page()
    watch.follow(page)
    yield page
    context.close()


def assert_fits(page: Page) -> None:
    wide, window = page.evaluate("[document.scrollingElement.scrollWidth, window.innerWidth]")
    assert wide <= window


def test_a_round_is_entered_and_the_board_is_round(old_phone: Page, hall: Hall) -> None:
    page = old_phone
    page.goto(hall.match().address(0))
    wait_until_ready(page)
    page.get_by_role("button", name="Board", exact=True).click()
    for ring in (3, 2, 1):  # 5, 10 and 15
        zone = page.locator(f".zone[data-zone='{ring}']")
        expect(zone).not_to_have_css("fill", "rgb(0, 0, 0)")
        box = zone.bounding_box()
        assert box
        assert box["width"] == pytest.approx(box["height"], abs=1)
    frame = page.locator(".board").bounding_box()
    assert frame
    assert 300 <= frame["width"] <= 390
    assert page.locator(".name").evaluate_all(SPILLS) == []
    assert page.locator(".side .name, .side .points").evaluate_all(TOGETHER) == 0
    assert_fits(page)
    page.get_by_role("button", name="Result", exact=True).click()
    enter_result(page, "I won", twenties=2)
    expect_points(page, 2, 0)
    expect_question(page, "Enter round 2")
    assert_fits(page)


def test_tables_and_brackets_are_read(old_phone: Page, site: Site) -> None:
    page = old_phone
    page.goto(f"{site.url}/events/millrace-open/standings/")
    assert_fits(page)
    page.locator(".tabs summary").click()
    assert page.locator(".tabs a").evaluate_all(TOGETHER) == 0
    assert_fits(page)
    page.locator(".tabs summary").click()
    assert page.locator("header nav a").evaluate_all(TOGETHER) == 0
    cells = page.locator("tr.line").first.locator("th, td")
    assert cells.evaluate_all(TOGETHER) == 0
    assert page.locator(".who").evaluate_all(SPILLS) == []
    # What is last on the page is not under the bar.
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    foot, bar = (
        page.locator(each).bounding_box() for each in ("body > footer > div", "body > header nav")
    )
    assert foot
    assert bar
    assert foot["y"] + foot["height"] <= bar["y"] + 1
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 700})
        page.goto(f"{site.url}/events/harvest-cup/bracket/")
        assert_fits(page)
        columns = page.locator(".tree section").evaluate_all(
            "all => all.map((each) => each.offsetWidth)"
        )
        assert len(columns) >= 2
        assert min(columns) >= 150
        assert page.locator(".tree .name").evaluate_all(SPILLS) == []


def test_dark_is_dark(old_phone: Page, site: Site) -> None:
    old_phone.emulate_media(color_scheme="dark")
    old_phone.goto(site.url)
    expect(old_phone.locator("body")).to_have_css("background-color", "rgb(30, 22, 17)")
