"""The standings page on an old phone and a bad network: bytes, and when it is first painted.

Run from the repository: ``python -m benchmarks.paint``. Chromium with its processor six times
slower and a network of 400 kbit/s and 400 ms a round trip. The ratios are to the page where a
round is entered and to the standings without style sheet, fonts and scripts, in the same run:
asked in turns, best of seven, since whatever else the machine does only adds to the time.
"""

import os
import tempfile
from pathlib import Path

import django
from playwright.sync_api import Browser, sync_playwright

from benchmarks.hall import STANDINGS
from benchmarks.phone import SLOW_3G, SLOWER
from tests.browser.chromium import find_chromium
from tests.served import Site, run_site

TURNS = 7
MOST_SECONDS, MOST_KB = 1.5, 90
PAINTED = """
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0
"""
WEIGHT = """
    () => [...performance.getEntriesByType("resource"),
           ...performance.getEntriesByType("navigation")]
        .reduce((sum, each) => sum + each.transferSize, 0)
"""


def painted(browser: Browser, url: str, *, bare: bool) -> tuple[float, float]:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    if bare:
        context.route("**/static/**", lambda route: route.abort())
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_3G)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(url, wait_until="load", timeout=120_000)
    page.wait_for_function(PAINTED)
    found = page.evaluate(PAINTED), page.evaluate(WEIGHT)
    context.close()
    return found


def measure(site: Site) -> None:
    from tests.browser.phones.conftest import Hall  # rows, so after Django is set up

    standings, entry = site.url + STANDINGS, Hall(site).match().address(0)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        turns = [
            (
                painted(browser, standings, bare=False),
                painted(browser, standings, bare=True),
                painted(browser, entry, bare=False),
            )
            for _ in range(TURNS)
        ]
        browser.close()
    (first, weight), (bare, _), (at_board, _) = (min(each) for each in zip(*turns, strict=True))
    print(
        f"standings: first painted after {first / 1000:.2f} s of {MOST_SECONDS} allowed,"
        f" {first / at_board:.2f} of the entry page's {at_board / 1000:.2f}"
        f" and {first / bare:.2f} of the {bare / 1000:.2f} of the page alone;"
        f" {weight / 1000:.0f} kB of {MOST_KB}"
    )


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crokinole_site.settings")
    django.setup()
    with tempfile.TemporaryDirectory() as kept, run_site(Path(kept), demo=True) as here:
        measure(here)
