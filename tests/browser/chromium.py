"""Finds a Chromium for the tests, and installs one where there is none.

As root on Debian that is apt's; elsewhere it is Playwright's own download. Best is Chromium
without the parts that draw a window, which does the same for two thirds of the processor's time.
"""

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path

from tests.browser.debian import can_install, install_missing

WINDOWLESS = "chromium-headless-shell"
WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_chromium() -> str | None:
    return os.environ.get("CHROMIUM") or shutil.which(WINDOWLESS) or find_whole()


def find_whole() -> str | None:
    """A Chromium that shows notifications, which the headless shell does not."""
    if found := next(filter(None, map(shutil.which, WHOLE)), None):
        return found
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def install() -> None:
    if can_install():
        install_missing(("chromium",), find_whole)
        # Where Debian is too old to have it, the whole one serves for everything.
        with suppress(subprocess.CalledProcessError):
            install_missing((WINDOWLESS,), partial(shutil.which, WINDOWLESS))
    elif find_whole() is None:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


if __name__ == "__main__":
    if not os.environ.get("CHROMIUM"):
        install()
    if find_chromium() is None:
        sys.exit("No Chromium. Install one, or say where it is: CHROMIUM=/path make test")
