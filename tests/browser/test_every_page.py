"""Every page that links lead to: readable, within the screen, without errors, no name broken."""

import html
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Literal
from urllib.error import HTTPError
from urllib.parse import urljoin, urlsplit
from urllib.request import Request, urlopen

import pytest
from django.urls import Resolver404, resolve
from playwright.sync_api import Page, expect

from tests.browser.axe import find_objections
from tests.browser.conftest import Watch
from tests.browser.repeated import leave_out_repeated
from tests.browser.steps import sign_in
from tests.browser.test_every_control import covered_on
from tests.browser.words import WIDTHS, broken_on_paper, broken_words
from tests.examples import rare_but
from tests.served import Site

pytestmark = pytest.mark.long

NARROW, WIDE = 320, 1280
LARGE = (24, 32)  # letters at 150 and 200 %
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
# A screen changes by itself and is tested elsewhere; ``draw_paper`` is a download.
LEAVE_ALONE = {"account_logout", "player_link", "draw_paper", "club_file_download"} | {
    *("screen", "league-screen", "overlay_board"),
    *("event_download", "league_download", "player_download", "people_download"),
    *("own_data", "club_download", "night_download"),
    "membership_download",
}
OF_A_KIND = 2  # pages of one address pattern that are read


# Kinds that no link leads to, and those that differ from others of their kind by what fills them.
NOT_LINKED = (
    *("/embed/boards/", "/embed/events/millrace-open/boards/"),
    *("/embed/events/millrace-open/table/", "/embed/leagues/box-league/table/"),
    *("/leagues/box-league/", "/leagues/pairs-league/", "/events/harvest-cup/"),
    *("/leagues/team-league/", "/leagues/ladder/", "/leagues/any-evening/"),
    *("/events/harvest-cup/matches/", "/events/harvest-cup/bracket/"),
)
# As a player sees them who has picked their name: their row, and a bar while it is out of sight.
PICKED = ("/events/millrace-open/standings/", "/events/millrace-open/matches/")


def kind_of(path: str) -> str:
    """The name of the URL pattern of a path; empty for files and pictures.

    Chromium shows a picture in a page with its own styles, which is not ours to test.
    """
    try:
        return "" if path.endswith((".png", ".ics")) else resolve(path).view_name
    except Resolver404:
        return ""


def walk_pages(
    page: Page, site: Site, *, start: str = "/", within: str = "/", public: bool = True
) -> Iterator[str]:
    """Visit pages breadth first, and name each while it is open.

    Of each address pattern that is the first page, and a second one that has an element of a
    kind that none before it had. Without the ``public`` ones, it leaves out in the same way what
    strangers are shown.
    """
    waiting, seen, kinds, elements = [start], {start}, Counter[str](), set[str]()
    while waiting:
        path = waiting.pop(0)
        kind = kind_of(urlsplit(path).path)
        if not kind or kind in LEAVE_ALONE or kinds[kind] >= OF_A_KIND:
            continue
        kinds[kind] += 1
        asks_again = public or path.startswith("/desk/")
        for_strangers = "" if asks_again else shown_to_strangers(site.url + path)
        elements |= elements_of(for_strangers)
        text = ""
        if for_strangers or kinds[kind] > 1:
            text = read_page(page, site.url + path)
        if not elements_of(text) <= elements or not (for_strangers or kinds[kind] > 1):
            answer = page.goto(site.url + path)
            assert answer is not None
            if not is_page(answer.headers):
                continue
            text = answer.text()
            elements |= elements_of(text)
            yield path
        for link in links_on(text, site.url + path):
            if link not in seen and link.startswith(within):
                seen.add(link)
                waiting.append(link)


LINK = re.compile(r'<a\b[^>]*\bhref="([^"#]+)')
TAG = re.compile(r"<([a-z][\w-]*)([^>]*)>")
COMPARED = re.compile(
    r'\b(?:class|role|type)="[^"]*"|\baria-\w+="(?:true|false|page|\w+ending)"|\bdisabled\b'
)
HTML = {"Accept": "text/html", "Accept-Language": "en"}


def links_on(text: str, address: str) -> Iterator[str]:
    """The links of a page to the same site."""
    here = urlsplit(address)
    for href in LINK.findall(text):
        to = urlsplit(urljoin(address, html.unescape(href)))
        if (to.scheme, to.netloc) == (here.scheme, here.netloc):
            yield to.path + (f"?{to.query}" if to.query else "")


def elements_of(text: str) -> set[str]:
    """The kinds of element on a page, by the attributes that styles and axe use, without texts."""
    return {
        f"{name} {' '.join(COMPARED.findall(attributes))}"
        for name, attributes in set(TAG.findall(text))
    }


def read_page(page: Page, address: str) -> str:
    """The text of a page, without opening it."""
    answer = page.request.get(address, headers=HTML)
    assert answer.ok, f"{answer.status}: {address}"
    return answer.text() if is_page(answer.headers) else ""


def shown_to_strangers(address: str) -> str:
    """The text of a page as a stranger sees it; empty if they are redirected."""
    request = Request(address, headers=HTML)
    with suppress(HTTPError), urlopen(request) as answer:
        if answer.url == address and is_page(answer.headers):
            return str(answer.read().decode())
    return ""


def is_page(headers: Mapping[str, str]) -> bool:
    return "text/html" in headers.get("content-type", "")


def troubles_on(page: Page, path: str) -> list[str]:
    """Parts that do not fit, and objections of axe. The window is wide before and after."""
    found = too_wide(page, path) + too_wide_in_large_letters(page, path)
    found += words_broken_on(page, path)
    set_width(page, NARROW)
    found += too_wide(page, path)
    leave_out_repeated(page)
    for width in (NARROW, WIDE):
        set_width(page, width)
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            where = f"{path} ({theme}, {width} px)"
            found += [f"{where} {trouble}" for trouble in find_objections(page)]
    page.emulate_media(color_scheme="light")
    return found


def words_broken_on(page: Page, path: str) -> list[str]:
    found = broken_on_paper(page, path)
    for width in WIDTHS:
        set_width(page, width)
        found += broken_words(page, path)
    return found


def set_width(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 768})


def too_wide_in_large_letters(page: Page, path: str) -> list[str]:
    """What is too wide when the browser's default letters are larger."""
    found = []
    set_width(page, 390)
    reader = page.context.new_cdp_session(page)
    for size in (*LARGE, 16):
        sizes = {"standard": size, "fixed": size}
        reader.send("Page.setFontSizes", {"fontSizes": sizes})
        found += too_wide(page, f"{path} in letters of {size} px")
    reader.detach()
    return found


def too_wide(page: Page, path: str) -> list[str]:
    wide, window = page.evaluate("[document.scrollingElement.scrollWidth, window.innerWidth]")
    return [f"{path} is {wide} px wide at {window} px"] if wide > window else []


def pick_the_last(page: Page, address: str) -> None:
    """Mark the last player of the page as the phone's owner: their row is out of sight."""
    set_width(page, WIDE)
    page.goto(address)
    page.evaluate(
        """() => {
          const pk = [...document.querySelectorAll("[data-players]")].at(-1).dataset.players;
          localStorage.setItem("me", JSON.stringify({ pk: pk.split(" ")[0] }));
        }"""
    )
    page.reload()
    expect(page.locator("#me-bar")).to_be_visible()


@pytest.mark.parametrize("who", rare_but(["stranger", "organiser"], "stranger"))
def test_every_page_is_within_reach_of_everybody(
    who: str, page: Page, long_names: Site, watch: Watch
) -> None:
    site = long_names
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    set_width(page, WIDE)
    if who == "organiser":
        sign_in(page, site)
    visited, troubles = 0, []
    for path in walk_pages(page, site, public=who == "stranger"):
        visited += 1
        troubles += [f"{path} {trouble}" for trouble in watch.troubles]
        troubles += troubles_on(page, path)
        if path.startswith("/desk/"):
            troubles += covered_on(page, path)
        # axe tries inline styles, which our own policy refuses: not the page's doing.
        watch.troubles.clear()

    if who == "stranger":
        for path in NOT_LINKED:
            page.goto(site.url + path)
            troubles += troubles_on(page, path)
        for path in PICKED:
            pick_the_last(page, site.url + path)
            found = troubles_on(page, f"{path}, name picked,")
            # The bar with the reader's place covers whichever row ends there, which scrolls.
            troubles += [each for each in found if "partially obscured" not in each]

    assert not troubles, "\n".join(troubles)
    assert visited > 10, "the walk found hardly any page"
