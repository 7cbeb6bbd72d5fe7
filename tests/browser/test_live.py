"""Several pages open while scores come in: rows move, and the reader's place on the page stays."""

import re
import sqlite3
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import Watch
from tests.browser.steps import sign_in_once
from tests.faults.live_hall import Desk, Entered, open_desk
from tests.served import Site, while_stopped

LIVE = "#live"
KEEPS_STILL = """
    () => {
        const open = [...document.querySelectorAll("#live summary")].at(-1);
        open.closest("tr").dataset.kept = "same element";
        open.click();
        open.focus();
        scrollTo(0, 300);
        return scrollY;
    }
"""


@pytest.fixture(scope="module")
def hall(own_site: Site) -> Iterator[Desk]:
    """One desk for all tests of this file, because starting it costs more than they do."""
    with open_desk(own_site) as opened:
        yield opened


def expect_revision(page: Page, entered: Entered) -> None:
    expect(page.locator(LIVE)).to_have_attribute("data-revision", str(entered.revision))


def set_visibility(site: Site, event: str, visibility: str) -> None:
    with sqlite3.connect(site.data_dir / "twenties.sqlite3", timeout=20) as rows:
        rows.execute(
            "UPDATE leagues_event SET visibility = ?, revision = revision + 1 WHERE slug = ?",
            [visibility, event],
        )


def open_page(context: BrowserContext, watch: Watch, address: str) -> Page:
    page = context.new_page()
    watch.follow(page)
    page.goto(address)
    return page


def test_every_open_page_shows_each_result_without_being_touched(
    own_site: Site, hall: Desk, context: BrowserContext, watch: Watch
) -> None:
    first = hall.enter()
    event = f"{own_site.url}/events/{first.event}/"
    pages = [open_page(context, watch, f"{event}{part}") for part in ("", "standings/", "matches/")]
    for _ in range(3):
        entered = hall.enter()
        for page in pages:
            expect_revision(page, entered)


def test_the_reader_keeps_place_focus_and_what_was_open(
    own_site: Site, hall: Desk, page: Page
) -> None:
    page.set_viewport_size({"width": 390, "height": 500})
    first = hall.enter()
    page.goto(f"{own_site.url}/events/{first.event}/standings/")
    expect_revision(page, first)
    above = page.evaluate(KEEPS_STILL)
    expect_revision(page, hall.enter())
    assert page.evaluate("document.activeElement.closest('details').open")
    assert page.evaluate("scrollY") == above


@pytest.mark.long
def test_their_row_stays_theirs_when_a_result_comes_in(
    own_site: Site, hall: Desk, page: Page
) -> None:
    event = f"{own_site.url}/events/{hall.enter().event}"
    page.goto(f"{event}/players/")
    page.locator("#live .list > li").last.get_by_role("link").first.click()
    page.get_by_role("button", name="That’s me").click()
    page.goto(f"{event}/standings/")
    own = page.locator("tr.line.own")
    own.locator("summary").click()

    expect_revision(page, hall.enter())

    expect(own).to_have_count(1)
    expect(own.locator(".you")).to_have_count(1)
    expect(own.locator("details")).to_have_attribute("open", "")


FAKE_EVENT_SOURCE = """
    window.EventSource = class extends EventTarget {
        static OPEN = 1;
        static CLOSED = 2;
        readyState = 1;
        constructor() { super(); window.stream = this; }
        close() {}
    };
    window.changes = (change) => {
        const live = document.getElementById("live").cloneNode(true);
        live.dataset.revision = Number(live.dataset.revision) + 1;
        change(live);
        stream.dispatchEvent(new MessageEvent("fragment", { data: live.outerHTML }));
    };
    window.tops = () => Object.fromEntries([...document.querySelectorAll("tr.line")]
        .map((row) => [row.id, Math.round(row.getBoundingClientRect().top)]));
"""
LAST_COMES_FIRST = """(live) => {
    const lines = live.querySelectorAll("tr.line");
    lines[0].before(lines[lines.length - 1]);
}"""


def open_with_fake_news(page: Page, site: Site) -> None:
    """Open the standings, half way down, with an ``EventSource`` that the test controls."""
    page.set_viewport_size({"width": 390, "height": 600})
    page.add_init_script(FAKE_EVENT_SOURCE)
    page.goto(f"{site.url}/events/weekly-league/standings/")
    page.wait_for_function("() => window.stream")
    page.evaluate("document.querySelectorAll('tr.line')[6].scrollIntoView()")


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["no-preference", "reduce"])
def test_standings_stay_under_the_eyes_of_their_reader(
    own_site: Site, page: Page, scheme: str
) -> None:
    page.emulate_media(reduced_motion=scheme)  # type: ignore[arg-type]
    open_with_fake_news(page, own_site)
    before = page.evaluate("tops()")
    read = [row for row, top in before.items() if 0 <= top < 500]

    page.evaluate(
        f"""changes((live) => {{
            const said = document.createElement("p");
            said.append(..."a long announcement above ".repeat(20));
            live.prepend(said);
            ({LAST_COMES_FIRST})(live);
        }})"""
    )
    page.evaluate("document.getAnimations().forEach((each) => each.finish())")

    after = page.evaluate("tops()")
    assert len(read) > 3
    assert [after[row] - before[row] for row in read] == pytest.approx([0] * len(read), abs=1)


@pytest.mark.long
def test_the_row_with_the_focus_stays_where_it_is(own_site: Site, page: Page) -> None:
    open_with_fake_news(page, own_site)
    row = page.locator("tr.line").nth(9)
    row.locator("summary").focus()
    before = row.evaluate("row => [row.id, row.getBoundingClientRect().top]")

    page.evaluate(
        """changes((live) => {
            const lines = live.querySelectorAll("tr.line");
            lines[5].before(lines[9]);
        })"""
    )
    page.evaluate("document.getAnimations().forEach((each) => each.finish())")

    focused = "document.activeElement.closest('tr')"
    assert page.evaluate(f"{focused}.id") == before[0]
    top = page.evaluate(f"{focused}.getBoundingClientRect().top")
    assert top == pytest.approx(before[1], abs=1)


@pytest.mark.rare
@pytest.mark.long
def test_rows_on_their_way_cover_what_they_pass(own_site: Site, page: Page) -> None:
    open_with_fake_news(page, own_site)
    page.emulate_media(reduced_motion="no-preference")

    grounds, climbing, falling, marked = page.evaluate(
        f"""() => {{
            changes({LAST_COMES_FIRST});
            const moving = [...document.querySelectorAll("tr.line.moving")];
            const style = (part) => getComputedStyle(part);
            return [
                moving.flatMap((row) => [...row.cells].map((cell) => style(cell).backgroundColor)),
                moving.filter((row) => row.matches(".rising")).map((row) => style(row).zIndex),
                moving.filter((row) => !row.matches(".rising")).map((row) => style(row).zIndex),
                [...document.querySelectorAll("tr.line.changed")].map((row) => row.matches(".rising")),
            ];
        }}"""
    )

    assert len(grounds) > 50
    assert all(ground.startswith("rgb(") for ground in grounds), set(grounds)
    assert climbing == ["2"]
    assert set(falling) == {"1"}
    assert marked == [True], "who falls is not marked"


LISTENS = """() => {
    window.told = [];
    const said = document.getElementById("live-said");
    new MutationObserver(() => said.textContent && told.push(said.textContent))
        .observe(said, { childList: true });
}"""


def finish_one(hall: Desk, site: Site, pages: list[Page]) -> str:
    """Enter rounds until a match is finished, and return its result as a pattern.

    Each round must be shown before the next is entered.
    """
    while True:
        entered = hall.enter()
        for page in pages:
            expect_revision(page, entered)
        with sqlite3.connect(site.data_dir / "twenties.sqlite3", timeout=20) as rows:
            found = rows.execute(OVER, [entered.event, entered.match]).fetchone()
        if found:
            one, other = found
            return rf"^Match {entered.match} final: \S.* {one}–{other} \S.*$"


OVER = """
    SELECT one.points, other.points FROM leagues_match AS match
    JOIN leagues_event AS event ON event.id = match.event_id AND event.slug = ?
    JOIN leagues_matchside AS one ON one.match_id = match.id AND one.seat = 0
    JOIN leagues_matchside AS other ON other.match_id = match.id AND other.seat = 1
    WHERE match.number = ? AND match.state = 'finished'
"""


@pytest.mark.rare
@pytest.mark.long
def test_a_result_is_announced_once_politely_and_as_a_fact(
    own_site: Site, hall: Desk, context: BrowserContext, watch: Watch
) -> None:
    first = hall.enter()
    sign_in_once(context, own_site)
    event = f"events/{first.event}/"
    public = [
        open_page(context, watch, f"{own_site.url}/{event}{part}")
        for part in ("", "matches/", "standings/")
    ]
    at_desk = open_page(context, watch, f"{own_site.url}/desk/{event}play/")
    pages = [*public, at_desk]
    for page in pages:
        page.evaluate(LISTENS)

    sentence = finish_one(hall, own_site, public)

    for page in pages:
        live_region = page.locator("#live-said")
        expect(live_region).to_have_text(re.compile(sentence))
        expect(live_region).to_have_attribute("role", "status")
        announced = page.evaluate("told")
        assert len(announced) == 1, f"a round is not told, and a result once: {page.url}"


@pytest.mark.long
def test_a_page_that_lost_the_site_shows_it_and_recovers_by_itself(
    own_site: Site, hall: Desk, browser: Browser
) -> None:
    page = browser.new_page()
    page.clock.install()
    first = hall.enter()
    page.goto(f"{own_site.url}/events/{first.event}/standings/")
    expect_revision(page, first)
    with while_stopped(own_site):
        page.clock.fast_forward(10_000)
        expect(page.locator("#not-connected")).to_be_visible()
        missed = hall.enter()
    expect(page.locator("#not-connected")).to_be_hidden()
    expect_revision(page, missed)
    page.close()


@pytest.mark.rare
@pytest.mark.long
def test_without_a_stream_the_page_asks_by_itself(
    own_site: Site, hall: Desk, page: Page, watch: Watch
) -> None:
    watch.expect(404)
    page.route("**/*fragment=stream*", lambda route: route.fulfill(status=404))
    first = hall.enter()
    page.goto(f"{own_site.url}/events/{first.event}/standings/")
    expect_revision(page, hall.enter())
    expect(page.locator("#not-connected")).to_be_hidden()


# The page's clock only moves when a test moves it, and its timers of over a second never fire.
STILL = """
    performance.now = () => window.at ?? 1000;
    const often = setInterval;
    setInterval = (act, every) => often(act, every > 1000 ? 1e9 : every);
"""


@pytest.mark.long
def test_a_page_shows_at_once_that_no_news_comes_and_the_site_does_not_answer(
    own_site: Site, hall: Desk, page: Page, watch: Watch
) -> None:
    watch.expect(503)
    first = hall.enter()
    page.add_init_script(STILL)
    page.route(
        "**/*fragment=stream*",
        lambda route: route.fulfill(
            content_type="text/event-stream", body="retry: 600000\nevent: disconnected\ndata: .\n\n"
        ),
    )
    page.route("**/*fragment=live*", lambda route: route.fulfill(status=503))
    with page.expect_response("**/*fragment=live*"):
        page.goto(f"{own_site.url}/events/{first.event}/standings/")
    page.evaluate("window.at = 2500")
    expect(page.locator("#not-connected")).to_be_visible()


@pytest.mark.rare
@pytest.mark.long
def test_an_organiser_watches_a_private_event_by_asking(
    own_site: Site, hall: Desk, page: Page, watch: Watch
) -> None:
    watch.expect(404)  # the page may ask for its stream once more before it is renewed
    first = hall.enter()
    sign_in_once(page.context, own_site)
    page.goto(f"{own_site.url}/events/{first.event}/standings/")
    set_visibility(own_site, first.event, "private")
    page.reload()
    try:
        expect(page.locator("#live[data-live]")).to_have_count(0)
        expect_revision(page, hall.enter())
    finally:
        set_visibility(own_site, first.event, "public")
