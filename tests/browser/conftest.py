"""Fixtures of browser tests: console errors, failed and outside requests fail a test."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, Response, expect

from tests.browser.axe import touched
from tests.browser.chromium import find_chromium
from tests.browser.words import give_long_names
from tests.served import Site, copy_of, run_site

# Playwright's driver reads this when the first test asks for it.
os.environ["NODE_OPTIONS"] = f"--require {Path(__file__).parent / 'smoke/firefox_esr.js'}"

expect.set_options(timeout=20_000)  # a busy machine is slow, which proves nothing


# Longest of all: begun last, it would keep one worker long after the others.
FIRST = "test_every_page.py"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests that use ``own_site`` in one worker for each file, so that it starts once."""
    items.sort(key=lambda item: item.path.name != FIRST)
    for item in items:
        if "own_site" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {
        **browser_type_launch_args,
        "executable_path": find_chromium(),
        "args": [
            "--no-sandbox",
            "--disable-background-networking",
            "--accept-lang=en-GB",  # a date is written as there
        ],
    }


@pytest.fixture(scope="session")
def site(club: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The demo club, served, for tests that change nothing in it."""
    yield from demo_club(club, tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="session")
def played_site(club: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A demo club for tests that play in an event or a league where no other test does."""
    yield from demo_club(club, tmp_path_factory.mktemp("played"))


@pytest.fixture(scope="session")
def long_names(club: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The demo club with long names, for tests that change nothing in it."""
    data_dir = copy_of(club, tmp_path_factory.mktemp("long-names"))
    with run_site(give_long_names(data_dir), demo=True) as site:
        yield site


@pytest.fixture(scope="module")
def own_site(club: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A separate demo club for one test file, which may change it."""
    yield from demo_club(club, tmp_path_factory.mktemp("own"))


def demo_club(club: Path, data_dir: Path) -> Iterator[Site]:
    with run_site(copy_of(club, data_dir), demo=True) as site:
        yield site


@pytest.fixture(scope="session")
def base_url() -> None:
    """Empty: tests give whole addresses, because several sites may run at once."""


# What axe itself makes a page say: it tries inline styles.
FROM_AXE = "inline style"


class Watch:
    """The errors of a page while a test used it."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.troubles: list[str] = []
        self.expected: set[int] = set()

    def expect(self, *statuses: int) -> None:
        """Expect answers with these statuses in this test, such as 422 for a form with errors."""
        self.expected.update(statuses)

    def follow(self, page: Page) -> None:
        page.on("console", lambda message: self.console(page, message))
        page.on("framenavigated", lambda _: touched.discard(page))
        page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        page.on("request", self.request)
        page.on("requestfailed", self.failed)
        page.on("response", self.response)

    def console(self, page: Page, message: ConsoleMessage) -> None:
        if message.type not in {"error", "warning"}:
            return
        if page in touched and FROM_AXE in message.text:
            return
        if any(f"status of {status}" in message.text for status in self.expected):
            return
        # A request that failed; whether it was only cut short, ``failed`` knows.
        words = ("htmx:afterRequest", "htmx:sendError", "htmx:sendAbort")
        if message.text.startswith(words):
            return
        self.troubles.append(f"console: {message.text} {message.location['url']}")

    def request(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme in {"data", "blob"}:
            return
        if f"{address.scheme}://{address.netloc}" != self.origin:
            self.troubles.append(f"outside request: {request.url}")

    def failed(self, request: Request) -> None:
        # Leaving a page cancels what it was still loading, which is no failure.
        if request.failure != "net::ERR_ABORTED":
            self.troubles.append(f"failed request: {request.url} {request.failure}")

    def response(self, response: Response) -> None:
        if response.status >= 400 and response.status not in self.expected:
            self.troubles.append(f"{response.status}: {response.url}")


# The fixtures that serve a test's page. A file that changes data uses one that is not shared.
SITES = ("long_names", "own_site", "played_site", "hall", "site")


@pytest.fixture
def watch(request: pytest.FixtureRequest) -> Iterator[Watch]:
    named = next((each for each in SITES if each in request.fixturenames), "site")
    watch = Watch(request.getfixturevalue(named).url)
    yield watch
    assert watch.troubles == []


@pytest.fixture
def page(context: BrowserContext, watch: Watch) -> Page:
    page = context.new_page()
    watch.follow(page)
    return page
