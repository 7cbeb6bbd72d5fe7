"""Nothing moves on a public page when its letters and its scripts arrive late."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route

from tests.served import Site

pytestmark = pytest.mark.long

MOST = 0.05
LATE = re.compile(r"\.woff2$|/js/(?!theme)[^/]*\.js$")  # theme.js comes before anything is painted
NOTED = """
    window.shift = 0;
    window.moved = [];
    new PerformanceObserver((noted) => noted.getEntries().forEach((each) => {
        window.shift += each.value;
        window.moved.push(...each.sources.map(({ node }) => node?.textContent.trim().slice(0, 40)));
    })).observe({ type: "layout-shift", buffered: true });
"""
PAINT_SEEN = "() => performance.getEntriesByName('first-contentful-paint').length"
PAINTED = """
    () => new Promise((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))
"""
PATHS = (
    *("/", "/events/", "/players/", "/records/", "/leagues/"),
    *("/events/millrace-open/", "/events/millrace-open/matches/"),
    *("/events/millrace-open/standings/", "/events/harvest-cup/"),
    *(f"/leagues/{kind}/" for kind in ("winter-nights", "ladder", "team-league")),
)


class Late:
    """Letters and scripts that arrive when the page has been painted without them."""

    def __init__(self, context: BrowserContext) -> None:
        self.waiting: list[Route] | None = []
        context.route(LATE, self.hold)

    def hold(self, route: Route) -> None:
        if self.waiting is None:
            route.continue_()
        else:
            self.waiting.append(route)

    def arrive(self) -> None:
        waiting, self.waiting = self.waiting or [], None
        for route in waiting:
            route.continue_()


@pytest.fixture
def late(browser: Browser) -> Iterator[tuple[Page, Late]]:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.add_init_script(NOTED)
    yield page, Late(context)
    context.close()


@pytest.mark.parametrize("path", PATHS)
def test_nothing_moves_when_letters_and_scripts_come_late(
    late: tuple[Page, Late], site: Site, path: str
) -> None:
    page, files = late
    page.goto(site.url + path, wait_until="commit")
    page.wait_for_function(PAINT_SEEN)
    page.evaluate(PAINTED)
    assert files.waiting
    files.arrive()
    page.wait_for_load_state()
    page.evaluate("document.fonts.ready.then(() => null)")
    page.evaluate(PAINTED)
    shift, moved = page.evaluate("[shift, moved]")
    assert shift <= MOST, moved
