"""Every page anybody can reach by links: readable, within the screen, without errors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal
from urllib.parse import urljoin, urlsplit

import pytest
from django.urls import Resolver404, resolve
from playwright.sync_api import Page

from tests.browser.axe import objections
from tests.browser.conftest import Watch
from tests.browser.steps import sign_in
from tests.served import Site

WIDTHS = (320, 1280)
RULES: dict[Literal["light", "dark"], tuple[str, ...]] = {
    "light": (),  # all of them
    "dark": ("color-contrast",),
}
# A screen moves on by itself, and has tests of its own.
LEAVE_ALONE = {"account_logout", "player_link", "screen", "overlay_board"}
OF_A_KIND = 2  # pages of one address pattern that are looked at


def walk(page: Page, site: Site) -> Iterator[tuple[str, bool]]:
    """Visit pages breadth first, a few of each kind, and name each while it is open.

    The first of its kind is told apart: all that is slow is asked of it alone.
    """
    waiting, seen, kinds = ["/"], {"/"}, Counter[str]()
    while waiting:
        path = waiting.pop(0)
        try:
            kind = resolve(urlsplit(path).path).view_name
        except Resolver404:
            continue  # a file, not a page
        if kind in LEAVE_ALONE or kinds[kind] >= OF_A_KIND:
            continue
        kinds[kind] += 1
        answer = page.goto(site.url + path)
        assert answer is not None
        if "text/html" not in answer.headers.get("content-type", ""):
            continue
        yield path, kinds[kind] == 1
        for href in page.eval_on_selector_all("a[href]", "all => all.map(a => a.href)"):
            address = urlsplit(urljoin(site.url, href))
            if f"{address.scheme}://{address.netloc}" != site.url:
                continue
            link = address.path + (f"?{address.query}" if address.query else "")
            if link not in seen:
                seen.add(link)
                waiting.append(link)


def troubles_on(page: Page, path: str) -> list[str]:
    """What axe objects to. A theme changes colours alone: dark is asked about those."""
    found = []
    for width in reversed(WIDTHS):
        page.set_viewport_size({"width": width, "height": 800})
        for theme, rules in RULES.items():
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            where = f"{path} ({theme}, {width} px)"
            found += [f"{where} {trouble}" for trouble in objections(page, rules)]
        found += too_wide(page, path)
    return found


def too_wide(page: Page, path: str) -> list[str]:
    wide, window = page.evaluate(
        "[document.scrollingElement.scrollWidth, window.innerWidth]"
    )
    return [f"{path} is {wide} px wide at {window} px"] if wide > window else []


@pytest.mark.parametrize("who", ["stranger", "organiser"])
def test_every_page_is_within_reach_of_everybody(
    who: str, page: Page, site: Site, watch: Watch
) -> None:
    if who == "organiser":
        sign_in(page, site)
    visited, troubles = 0, []
    for path, is_first in walk(page, site):
        visited += 1
        troubles += [f"{path} {trouble}" for trouble in watch.troubles]
        troubles += troubles_on(page, path) if is_first else too_wide(page, path)
        # axe tries inline styles, which our own policy refuses: not the page's doing.
        watch.troubles.clear()

    assert not troubles, "\n".join(troubles)
    assert visited > 10, "the walk found hardly any page"
