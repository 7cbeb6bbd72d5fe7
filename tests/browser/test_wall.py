"""The wall: two screens, and the remote that controls them."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Route, expect

from tests.browser.axe import find_objections
from tests.browser.steps import sign_in_once
from tests.served import Site, while_stopped

FULL_HD = {"width": 1920, "height": 1080}
ULTRA_HD = {"width": 3840, "height": 2160}
EVENT = "millrace-open"


@pytest.fixture(scope="module")
def hall(played_site: Site) -> Site:
    return played_site


@pytest.fixture
def desk(browser: Browser, hall: Site) -> Iterator[Page]:
    """The remote, on the organiser's laptop."""
    with browser.new_context() as laptop:
        page = laptop.new_page()
        sign_in_once(page.context, hall)
        page.goto(f"{hall.url}/desk/events/{EVENT}/screens/")
        yield page


def hang_screen(laptop: BrowserContext, site: Site, event: str = EVENT) -> Page:
    """Open a browser on the wall, which shows its code by itself."""
    screen = laptop.new_page()
    screen.clock.install()  # it goes on as clocks do, and a test may put it forward
    screen.goto(f"{site.url}/screen/{event}/")
    expect(screen.locator(".wall-middle > [aria-label]")).to_be_visible()
    return screen


def take_on(desk: Page, screen: Page, name: str) -> None:
    code = screen.locator(".wall-middle > [aria-label]").get_attribute("aria-label")
    desk.get_by_label("Code on the screen").fill(str(code).lower())
    desk.get_by_label("Where it hangs").fill(name)
    desk.get_by_role("button", name="Add this screen").click()
    # A second attempt finds the screen of the first, with the same name.
    expect(desk.get_by_role("heading", name=name).last).to_be_visible()
    expect(screen.locator(".wall > header")).to_be_visible()


def press_view(desk: Page, section: str, view: str) -> None:
    part = desk.get_by_role("region", name=section)
    part.get_by_role("button", name=view, exact=True).first.click()
    expect(part.get_by_role("button", name=view, exact=True).first).to_have_attribute(
        "aria-pressed", "true"
    )


def test_one_remote_for_two_screens(browser: Browser, hall: Site, desk: Page) -> None:
    with (
        browser.new_context(viewport=FULL_HD) as one,  # type: ignore[arg-type]
        browser.new_context(viewport=ULTRA_HD) as other,  # type: ignore[arg-type]
    ):
        bar, stage = hang_screen(one, hall), hang_screen(other, hall)
        take_on(desk, bar, "Bar")
        take_on(desk, stage, "Stage")

        press_view(desk, "On all screens", "Standings")
        for screen in (bar, stage):
            expect(screen.locator("[data-view=standings]")).to_be_visible()
            assert find_objections(screen) == []

        card = desk.locator(".tiles > li", has=desk.get_by_role("heading", name="Bar"))
        card.get_by_role("button", name="Matches of the draw").click()
        expect(bar.locator("[data-view=pairings]")).to_be_visible()
        expect(stage.locator("[data-view=standings]")).to_be_visible()

        desk.get_by_role("button", name="Show screen names").click()
        expect(bar.locator(".wall > p:last-child")).to_have_text("Bar")
        expect(stage.locator(".wall > p:last-child")).to_have_text("Stage")

        desk.get_by_role("button", name="Remove Stage").click()
        expect(stage.locator(".wall-middle > [aria-label]")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("size", [FULL_HD, ULTRA_HD], ids=["1080p", "4K"])
def test_the_matches_of_a_night_take_the_whole_width_and_cut_no_name(
    size: dict[str, int], browser: Browser, hall: Site, desk: Page
) -> None:
    event = "winter-nights-7"
    desk.goto(f"{hall.url}/desk/events/{event}/screens/")
    with browser.new_context(viewport=size) as laptop:  # type: ignore[arg-type]
        screen = hang_screen(laptop, hall, event)
        take_on(desk, screen, f"Night of {size['height']}")
        press_view(desk, "On all screens", "Matches of the draw")
        row = screen.locator("[data-view=pairings] [data-pages].laid li")
        expect(row.first).to_be_visible()

        wide, high = row.first.evaluate("it => [it.clientWidth, it.closest('ol').clientHeight]")
        letters = row.first.evaluate("it => parseFloat(getComputedStyle(it).fontSize)")
        cut = row.locator(".name, .against").evaluate_all(
            "all => all.filter(it => it.scrollWidth > it.clientWidth + 1).length"
        )
        assert wide > 0.9 * size["width"]
        assert high > 0.6 * size["height"]
        assert letters > 0.036 * size["height"]
        assert cut == 0


@pytest.mark.long
def test_a_bracket_takes_the_width_of_the_wall_and_cuts_no_name(
    browser: Browser, hall: Site, desk: Page
) -> None:
    desk.goto(f"{hall.url}/desk/events/harvest-cup/screens/")
    with browser.new_context(viewport=FULL_HD) as laptop:  # type: ignore[arg-type]
        screen = hang_screen(laptop, hall, "harvest-cup")
        take_on(desk, screen, "Stage")
        press_view(desk, "On all screens", "Bracket")
        bracket = screen.locator("[data-fit]").first
        expect(bracket.get_by_text("Semi-final")).to_be_visible()

        box = bracket.bounding_box()
        names = bracket.locator(".name")
        assert box
        assert box["width"] > 0.9 * FULL_HD["width"]
        assert names.count() == 6
        assert names.evaluate_all("all => all.every(it => it.scrollWidth <= it.clientWidth)")


@pytest.mark.long
def test_a_coming_event_has_its_day_in_the_board_s_hole(
    browser: Browser, hall: Site, desk: Page
) -> None:
    desk.goto(f"{hall.url}/desk/events/lantern-doubles/screens/")
    with browser.new_context(viewport=FULL_HD) as laptop:  # type: ignore[arg-type]
        screen = hang_screen(laptop, hall, "lantern-doubles")
        take_on(desk, screen, "Door")
        expect(screen.locator(".half text")).to_have_text(re.compile(r"^\d+$"))
        wood, frame = (
            screen.locator(part).first.evaluate("it => getComputedStyle(it).fill")
            for part in (".half .zone", ".half polygon")
        )
        assert wood != frame
        assert screen.evaluate("document.documentElement.scrollHeight <= innerHeight")


def two_hundred(route: Route) -> None:
    """The same screen with two hundred names."""
    try:
        answer = route.fetch()
    except Error:  # the screen was taken down before the answer
        return None
    if answer.status != 200:
        return route.fulfill(response=answer)
    rows = "".join(
        f'<li><span class="board">{n}</span><span class="name">Featherstonehaugh, M. {n}</span>'
        f'<span class="against">Bo {n}</span></li>'
        for n in range(200)
    )
    head, tail = answer.text().split("<ol>", 1)
    body = f"{head}<ol>{rows}</ol>{tail.split('</ol>', 1)[1]}"
    return route.fulfill(response=answer, body=body)


@pytest.mark.long
@pytest.mark.parametrize("size", [FULL_HD, ULTRA_HD], ids=["1080p", "4K"])
def test_two_hundred_names_are_turned_over_without_a_scroll_bar(
    size: dict[str, int], browser: Browser, hall: Site, desk: Page
) -> None:
    with browser.new_context(viewport=size) as laptop:  # type: ignore[arg-type]
        screen = hang_screen(laptop, hall)
        screen.route("**/now/*", two_hundred)
        take_on(desk, screen, f"Wall of {size['height']}")
        press_view(desk, "On all screens", "Matches of the draw")
        expect(screen.locator("#pages")).to_have_text(re.compile(r"^\d+ / \d+$"))

        expect(screen.locator("[data-pages] > div .name")).to_have_count(200)
        pages = screen.evaluate(  # each shown for it: another may have its turn
            """() => [...document.querySelectorAll("[data-pages] > div")].map((page) => {
                 const was = page.hidden;
                 page.hidden = false;
                 const cut = [...page.querySelectorAll("li :is(.name, .against)")].map(
                   (part) => part.scrollWidth - part.clientWidth);
                 const measured = [page.scrollHeight - page.clientHeight, Math.max(...cut)];
                 page.hidden = was;
                 return measured;
               })"""
        )
        assert max(over for over, _ in pages) <= 1
        assert max(cut for _, cut in pages) <= 1
        assert screen.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.rare
@pytest.mark.long
def test_a_screen_that_lost_its_place_waits_until_the_site_has_one_again(
    browser: Browser, hall: Site, desk: Page
) -> None:
    """A proxy without a site behind it answers: an error page would never ask again."""
    with browser.new_context(viewport=FULL_HD) as laptop:  # type: ignore[arg-type]
        screen = hang_screen(laptop, hall)
        take_on(desk, screen, "Balcony")
        page = re.compile(rf"/screen/{EVENT}/$")
        asked: list[Route] = []

        def no_site(route: Route) -> None:
            asked.append(route)
            route.fulfill(status=502, body="Bad gateway")

        screen.route(page, no_site)
        desk.get_by_role("button", name="Remove Balcony").click()
        expect(screen.get_by_text("Not connected")).to_be_visible()
        expect(screen.locator(".wall > header")).to_have_count(0)
        assert asked
        screen.unroute(page)
        expect(screen.locator(".wall-middle > [aria-label]")).to_be_visible()


@pytest.mark.rare
@pytest.mark.long
def test_a_screen_shows_when_it_is_not_connected_and_recovers(
    browser: Browser, hall: Site, desk: Page
) -> None:
    with browser.new_context(viewport=FULL_HD) as laptop:  # type: ignore[arg-type]
        screen = hang_screen(laptop, hall)
        take_on(desk, screen, "Lobby")
        with while_stopped(hall):
            screen.clock.fast_forward(10_000)
            lost = screen.get_by_text("Not connected")
            expect(lost).to_be_visible()
            padding = lost.evaluate("line => parseFloat(getComputedStyle(line).paddingTop)")
            assert padding >= 8
            expect(screen.locator(".wall > header")).to_be_visible()
        expect(screen.get_by_text("Not connected")).to_be_hidden()
        expect(screen.locator(".wall > header")).to_be_visible()
