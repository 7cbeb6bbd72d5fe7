"""The entry page on an old phone and a bad network: bytes, time to be ready, time of a tap.

Chromium with its processor six times slower; a network of 400 kbit/s and 400 ms a round trip.
"""

import os
import statistics
import tempfile
from pathlib import Path
from typing import Any

import django
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tests.browser.chromium import find_chromium
from tests.served import Site, run_site

SLOW_3G = {
    "offline": False,
    "latency": 400,
    "downloadThroughput": 400_000 / 8,
    "uploadThroughput": 400_000 / 8,
}
SLOWER = 6
# Noted by the page itself: asking it from outside takes a slow processor a while.
READY = """
    new MutationObserver((_, noted) => {
        if (!document.querySelector('[data-part="panel"]:not([hidden])')) return;
        window.readyAt = performance.now();
        noted.disconnect();
    }).observe(document, { subtree: true, childList: true, attributes: true });
"""
LOADED = """
    () => ["source-sans", "hand-over"].every((name) =>
        performance.getEntriesByType("resource").some(
            (each) => each.name.includes(name) && each.responseEnd))
"""
TAP = """
    () => new Promise((done) => {
        const [won, tied] = document.querySelectorAll(".third");
        const third = won.getAttribute("aria-pressed") === "true" ? tied : won;
        const began = performance.now();
        third.click();
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
    })
"""


def slowed(browser: Browser) -> tuple[Page, CDPSession]:
    page = browser.new_context(viewport={"width": 390, "height": 700}).new_page()
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_3G)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return page, session


def visit(browser: Browser, address: str) -> dict[str, float]:
    """A first visit: what came over the wire until it was ready, and what a tap takes."""
    page, session = slowed(browser)
    wire: list[dict[str, Any]] = []
    session.on("Network.loadingFinished", lambda each: wire.append(each))
    page.add_init_script(READY)
    page.goto(address, wait_until="commit")
    page.wait_for_selector('[data-part="panel"]:not([hidden])', timeout=60_000)
    ready = page.evaluate("readyAt")
    until_ready = sum(each["encodedDataLength"] for each in wire)
    page.wait_for_function(LOADED, timeout=60_000)
    taps = [page.evaluate(TAP) for _ in range(9)]
    seen = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    found = {
        "seen": seen,
        "ready": ready,
        "bytes until ready": until_ready,
        "bytes in all": sum(each["encodedDataLength"] for each in wire),
        "tap": statistics.median(taps),
        "slowest tap": max(taps),
    }
    page.context.close()
    return found


def measure(site: Site) -> None:
    from tests.browser.phones.conftest import Hall  # rows, so after Django is set up

    hall = Hall(site)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        visits = [visit(browser, hall.match().address(0)) for _ in range(3)]
        browser.close()
    for name in visits[0]:
        value = statistics.median(each[name] for each in visits)
        is_bytes = "bytes" in name
        shown = f"{value / 1000:.1f} kB" if is_bytes else f"{value:.0f} ms"
        print(f"{name:<20}{shown:>10}")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crokinole_site.settings")
    django.setup()
    with tempfile.TemporaryDirectory() as kept, run_site(Path(kept), demo=True) as here:
        measure(here)
