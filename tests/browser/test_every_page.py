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
LARGE = (24, 32)  # letters at 150 and 200 %
RULES: dict[Literal["light", "dark"], tuple[str, ...]] = {
    "light": (),  # all of them
    "dark": ("color-contrast",),
}
# A theme changes colours alone, so dark is asked for once a page: what everybody reads on a
# phone and, in the organiser's turn, in a wide window; the desk in a wide window.
DARK_AT = {"stranger": 320, "organiser": 1280}
# A screen moves on by itself, and has tests of its own; a draw's paper is a file to keep.
LEAVE_ALONE = {"account_logout", "player_link", "draw_paper", "club_file_download"} | {
    *("screen", "league-screen", "overlay_board"),
    *("event_download", "league_download", "player_download", "people_download"),
    *("own_data", "own_data_by_link", "club_download", "night_download"),
}
OF_A_KIND = 2  # pages of one address pattern that are looked at


def kind_of(path: str) -> str:
    """The name of its address pattern; empty for files, and for pictures, around which Chromium
    lays a page with styles of its own."""
    try:
        return "" if path.endswith(".png") else resolve(path).view_name
    except Resolver404:
        return ""


def walk(
    page: Page, site: Site, *, start: str = "/", within: str = "/"
) -> Iterator[tuple[str, bool]]:
    """Visit pages breadth first, a few of each kind, and name each while it is open.

    The first of its kind is told apart: all that is slow is asked of it alone.
    """
    waiting, seen, kinds = [start], {start}, Counter[str]()
    while waiting:
        path = waiting.pop(0)
        kind = kind_of(urlsplit(path).path)
        if not kind or kind in LEAVE_ALONE or kinds[kind] >= OF_A_KIND:
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
            if link not in seen and link.startswith(within):
                seen.add(link)
                waiting.append(link)


def troubles_on(page: Page, path: str, *, dark_at: int) -> list[str]:
    """What axe objects to, and what does not fit."""
    found = []
    for width in reversed(WIDTHS):
        page.set_viewport_size({"width": width, "height": 800})
        for theme, rules in RULES.items():
            if theme == "dark" and width != dark_at:
                continue
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            where = f"{path} ({theme}, {width} px)"
            found += [f"{where} {trouble}" for trouble in objections(page, rules)]
        found += too_wide(page, path)
    return found + too_wide_in_large_letters(page, path)


def too_wide_in_large_letters(page: Page, path: str) -> list[str]:
    """As a phone shows it whose reader has asked for larger letters."""
    found = []
    page.set_viewport_size({"width": 390, "height": 800})
    reader = page.context.new_cdp_session(page)
    for size in (*LARGE, 16):
        sizes = {"standard": size, "fixed": size}
        reader.send("Page.setFontSizes", {"fontSizes": sizes})
        found += too_wide(page, f"{path} in letters of {size} px")
    reader.detach()
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
        troubles += (
            troubles_on(page, path, dark_at=DARK_AT[who])
            if is_first
            else too_wide(page, path)
        )
        # axe tries inline styles, which our own policy refuses: not the page's doing.
        watch.troubles.clear()

    assert not troubles, "\n".join(troubles)
    assert visited > 10, "the walk found hardly any page"
