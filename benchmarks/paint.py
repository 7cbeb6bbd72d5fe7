"""Public pages on an old phone and a bad network: first paint, blocking, shift and bytes.

Run from the repository: ``python -m benchmarks.paint``. Chromium on a network of 400 kbit/s and
400 ms a round trip. The standings are asked for with the processor six times slower; their ratios
are to the page where a round is entered and to themselves without style sheet, fonts and scripts,
in turns, best of seven, since whatever else the machine does only adds to the time. Then each
public page is visited for the first time with the processor four times slower, three times: its
shift is the largest of the three, its blocking time (of each task what is beyond 50 ms) the least.
"""

import os
import tempfile
from pathlib import Path
from typing import NamedTuple

import django
from playwright.sync_api import Browser, sync_playwright

from benchmarks.hall import EVENT, STANDINGS
from benchmarks.phone import SLOW_3G, SLOWER
from tests.browser.chromium import find_chromium
from tests.served import Site, run_site

TURNS, VISITS = 7, 3
MOST_SECONDS, MOST_KB = 1.5, 90
SLOW = 4  # times, where blocking is measured
MOST_SHIFT, MOST_BLOCKING = 0.05, 0.2
MOST_OF_A_VISIT = {"front": 80, "entry": 80, "standings": MOST_KB}
PAGES = {
    "front": "/",
    "events": "/events/",
    "event": f"/events/{EVENT}/",
    "standings": STANDINGS,
    "matches": f"/events/{EVENT}/matches/",
    "league": "/leagues/winter-nights/",
    "leagues": "/leagues/",
    "player": "",  # the first one in the list of people
    "people": "/players/",
    "records": "/records/",
    "entry": "",  # a match of its own
}
NOTED = """
    window.shift = window.blocking = 0;
    const note = (type, add) => new PerformanceObserver((noted) =>
        noted.getEntries().forEach(add)).observe({ type, buffered: true });
    note("layout-shift", (each) => { if (!each.hadRecentInput) shift += each.value; });
    note("longtask", (each) => { blocking += Math.max(0, each.duration - 50); });
"""
FOUND = """
    () => [
        performance.getEntriesByName("first-contentful-paint")[0].startTime / 1000,
        blocking / 1000,
        shift,
        [...performance.getEntriesByType("resource"),
         ...performance.getEntriesByType("navigation")]
            .reduce((sum, each) => sum + each.transferSize, 0) / 1000,
    ]
"""
PAINT_SEEN = "() => performance.getEntriesByName('first-contentful-paint').length"
# All files are there, and two idle moments have passed: what comes late has come.
SETTLED = """
    async () => {
        await document.fonts.ready;
        for (const _ of [1, 2]) await new Promise((done) => requestIdleCallback(done));
    }
"""
KEPT = """
    () => !document.querySelector("[data-hand-over]") || performance
        .getEntriesByType("resource").some((each) => each.name.includes("hand-over"))
"""


class Visit(NamedTuple):
    painted: float  # seconds
    blocked: float
    shift: float
    kilobytes: float


def visit(browser: Browser, url: str, slower: int, *, bare: bool = False) -> Visit:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    if bare:
        context.route("**/static/**", lambda route: route.abort())
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_3G)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.add_init_script(NOTED)
    page.goto(url, wait_until="load", timeout=120_000)
    if not bare:
        page.wait_for_function(KEPT, timeout=60_000)
        page.evaluate(SETTLED)
    page.wait_for_function(PAINT_SEEN)
    found = Visit(*page.evaluate(FOUND))
    context.close()
    return found


def first_person(browser: Browser, site: Site) -> str:
    page = browser.new_page()
    page.goto(f"{site.url}/players/")
    found = page.locator("main a[href^='/players/'][href*='-']").first.get_attribute("href")
    page.close()
    assert found
    return found


def measure_standings(browser: Browser, standings: str, entry: str) -> None:
    turns = [
        (
            visit(browser, standings, SLOWER),
            visit(browser, standings, SLOWER, bare=True),
            visit(browser, entry, SLOWER),
        )
        for _ in range(TURNS)
    ]
    best, bare, at_board = (
        min(each.painted for each in asked) for asked in zip(*turns, strict=True)
    )
    print(
        f"standings: first painted after {best:.2f} s of {MOST_SECONDS} allowed,"
        f" {best / at_board:.2f} of the entry page's {at_board:.2f}"
        f" and {best / bare:.2f} of the {bare:.2f} of the page alone"
    )


def measure(site: Site) -> None:
    from tests.browser.phones.conftest import Hall  # rows, so after Django is set up

    entry = Hall(site).match().address(0)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        measure_standings(browser, site.url + STANDINGS, entry)
        asked = {name: site.url + path for name, path in PAGES.items()}
        asked |= {"player": site.url + first_person(browser, site), "entry": entry}
        print(f"{'first visit':12} painted  blocked  shift     kB")
        for name, url in asked.items():
            visits = [visit(browser, url, SLOW) for _ in range(VISITS)]
            painted, blocked = (min(each[at] for each in visits) for at in (0, 1))
            shift, weight = (max(each[at] for each in visits) for at in (2, 3))
            is_over = (
                shift > MOST_SHIFT
                or weight > MOST_OF_A_VISIT.get(name, weight)
                or (name == "entry" and blocked > MOST_BLOCKING)
            )
            print(
                f"{name:12} {painted:5.2f} s {blocked:6.2f} s {shift:6.3f} {weight:6.1f}"
                f"{'  past its bar' if is_over else ''}"
            )
        browser.close()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crokinole_site.settings")
    django.setup()
    with tempfile.TemporaryDirectory() as kept, run_site(Path(kept), demo=True) as here:
        measure(here)
