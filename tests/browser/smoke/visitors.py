"""The steps of the smoke tests, in Firefox and in WebKit."""

import json
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from socket import create_connection
from tempfile import TemporaryDirectory
from typing import Any, Protocol
from urllib.error import URLError
from urllib.request import Request, urlopen

from playwright.sync_api import Page, Playwright, expect

from tests.browser.smoke.install import find_firefox, find_minibrowser
from tests.served import free_port

PHONE = {"width": 390, "height": 700}
PATIENCE = 20_000  # ms; a busy machine is slow, which proves nothing


class Visitor(Protocol):
    def open(self, address: str) -> None: ...
    def click(self, selector: str) -> None: ...
    def fill(self, selector: str, text: str) -> None: ...
    def sees(self, selector: str, words: str) -> None:
        """Wait until the element is there and has this text."""
        ...

    def asks(self, question: str) -> Any:
        """The value of a script in the page."""
        ...


# --- Firefox, by Playwright -------------------------------------------------------------


@dataclass
class InFirefox:
    page: Page

    def open(self, address: str) -> None:
        self.page.goto(address)

    def click(self, selector: str) -> None:
        self.page.locator(selector).first.click()

    def fill(self, selector: str, text: str) -> None:
        self.page.locator(selector).fill(text)

    def sees(self, selector: str, words: str) -> None:
        expect(self.page.locator(selector).first).to_contain_text(words)

    def asks(self, question: str) -> Any:
        return self.page.evaluate(question)


@contextmanager
def open_firefox(playwright: Playwright) -> Iterator[Visitor]:
    with playwright.firefox.launch(
        channel="moz-firefox", executable_path=find_firefox()
    ) as browser:
        yield InFirefox(browser.new_page(viewport=PHONE))  # type: ignore[arg-type]


# --- WebKit, by WebDriver: few words over HTTP --------------------------------------------

HERE = """
    const [selector, words, done] = arguments;
    const until = performance.now() + 500;
    const look = () => {
        const found = document.querySelector(selector);
        if (found && found.textContent.replace(/\\s+/g, " ").includes(words)) done(true);
        else if (performance.now() > until) done(false);
        else setTimeout(look, 50);
    };
    look();
"""
LEFT = "before the unload event"  # the page was left while it was looked at


@dataclass
class InWebKit:
    session: str

    def open(self, address: str) -> None:
        send_command(f"{self.session}/url", url=address)

    def click(self, selector: str) -> None:
        send_command(f"{self._element(selector)}/click")

    def fill(self, selector: str, text: str) -> None:
        element = self._element(selector)
        send_command(f"{element}/clear")
        send_command(f"{element}/value", text=text)

    def sees(self, selector: str, words: str) -> None:
        until = time.monotonic() + PATIENCE / 1000
        while not self._shows(selector, words):
            assert time.monotonic() < until, f"{selector} does not say {words!r}"

    def _shows(self, selector: str, words: str) -> bool:
        look = {"script": HERE, "args": [selector, words]}
        try:
            return bool(send_command(f"{self.session}/execute/async", **look))
        except AssertionError as refused:
            if LEFT not in str(refused):
                raise
            return False

    def asks(self, question: str) -> Any:
        script = f"return {question}"
        return send_command(f"{self.session}/execute/sync", script=script, args=[])

    def _element(self, selector: str) -> str:
        self.sees(selector, "")
        found = {"using": "css selector", "value": selector}
        (key,) = send_command(f"{self.session}/element", **found).values()
        return f"{self.session}/element/{key}"


def send_command(address: str, **what: Any) -> Any:
    headers = {"Content-Type": "application/json"}
    body = json.dumps(what).encode()
    try:
        with urlopen(Request(address, body, headers), timeout=60) as answer:
            return json.load(answer)["value"]
    except URLError as refused:
        why = refused.read().decode() if hasattr(refused, "read") else str(refused)
        raise AssertionError(f"{address} {what}: {why}") from refused


@contextmanager
def open_webkit() -> Iterator[Visitor]:
    """MiniBrowser of WebKitGTK, on a virtual display."""
    browser = find_minibrowser()
    assert browser, "make browsers"
    port = free_port()
    with TemporaryDirectory(ignore_cleanup_errors=True) as home, open_screen() as display:
        kept = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"), home)
        driver = subprocess.Popen(
            ["WebKitWebDriver", f"--port={port}"],
            env={**os.environ, **kept, "DISPLAY": display},
            stderr=subprocess.DEVNULL,
        )
        try:
            wait_until_listening(driver, port)
            yield from _open_session(f"http://127.0.0.1:{port}/session", browser)
        finally:
            driver.terminate()
            driver.wait(timeout=20)


def wait_until_listening(driver: subprocess.Popen[bytes], port: int) -> None:
    """Wait until the driver listens at its port, or has ended."""
    while True:
        try:
            create_connection(("127.0.0.1", port)).close()
            return
        except ConnectionRefusedError:
            with suppress(subprocess.TimeoutExpired):
                raise AssertionError(f"ended with {driver.wait(timeout=0.1)}") from None


def _open_session(address: str, browser: str) -> Iterator[Visitor]:
    options = {"binary": browser, "args": ["--automation"]}
    wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
    session = send_command(address, capabilities=wanted)
    here = f"{address}/{session['sessionId']}"
    send_command(f"{here}/timeouts", script=PATIENCE, pageLoad=PATIENCE)
    send_command(f"{here}/window/rect", **PHONE)
    try:
        yield InWebKit(here)
    finally:
        urlopen(Request(here, method="DELETE"), timeout=60).close()


@contextmanager
def open_screen() -> Iterator[str]:
    hear, tell = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(tell), "-screen", "0", "800x900x24", "-nolisten", "tcp"],
        pass_fds=[tell],
        stderr=subprocess.DEVNULL,
    )
    os.close(tell)
    try:
        with os.fdopen(hear) as number:
            yield f":{number.readline().strip()}"
    finally:
        server.terminate()
        server.wait(timeout=20)
