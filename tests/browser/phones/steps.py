"""Steps of players on the entry page."""

import re

from playwright.sync_api import Locator, Page, expect

# Said with its time, once the site has answered: "sent, being counted" is said before that.
COUNTED = re.compile(r"sent \d")


def wait_until_ready(page: Page) -> Page:
    """Wait until the page has read the phone's storage and follows the match."""
    page.wait_for_selector("html[data-ready]")
    return page


def choose_result(page: Page, result: str, *, twenties: int = 0) -> None:
    """Choose a result, such as "I won" or "Tied", and enter the 20s of this side."""
    page.get_by_role("button", name=re.compile(f"{result}$")).first.click()
    for _ in range(twenties):
        page.get_by_role("button", name="One more").first.click()


def enter_result(page: Page, result: str, *, twenties: int = 0) -> None:
    choose_result(page, result, twenties=twenties)
    send_button(page).click()


def send_button(page: Page) -> Locator:
    return page.locator('[data-act="send"]')


def expect_points(page: Page, *expected: int) -> None:
    """Expect the running totals of the sides, this phone's first."""
    expect(page.locator(".sides .points")).to_have_text([str(n) for n in expected])


def expect_question(page: Page, words: str) -> None:
    """Expect the panel to ask for this."""
    expect(page.locator("#round")).to_have_text(re.compile(words))


def round_items(page: Page) -> Locator:
    """The list items of the rounds so far, the last first."""
    return page.locator(".rounds li")


def seconds_pass(*pages: Page) -> None:
    """Let time pass until nothing can be undone and these phones have asked the site again."""
    for page in pages:
        page.clock.fast_forward(10_000)


def expect_text(page: Page, words: str) -> None:
    expect(page.get_by_role("main")).to_contain_text(words)


# IndexedDB answers in its own time: a page that ends before has kept nothing. What is asked of it
# after a tap is answered when all that the tap wrote is kept.
KEPT = """
    () => new Promise((resolve) => {
      const opened = indexedDB.open("twenties-play");
      opened.onsuccess = () => {
        const asked = opened.result.transaction("kept", "readwrite");
        asked.oncomplete = () => {
          opened.result.close();
          resolve();
        };
        asked.objectStore("kept").count();
      };
    })
"""


def wait_until_kept(page: Page) -> Page:
    """Wait until the phone has stored all taps, so that its page may be closed."""
    page.evaluate(KEPT)
    return page
