"""Finds a Chromium for the tests, and installs one where there is none.

As root on Debian that is apt's; elsewhere it is Playwright's own download.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.browser.debian import can_install, install_missing

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_chromium() -> str | None:
    if said := os.environ.get("CHROMIUM"):
        return said
    for name in NAMES:
        if path := shutil.which(name):
            return path
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def install() -> None:
    if can_install():
        install_missing(("chromium",), find_chromium)
    else:
        subprocess.run(
            [sys.executable, "-m", "playwright", "install", "chromium"], check=True
        )


if __name__ == "__main__":
    if find_chromium() is None:
        install()
    if find_chromium() is None:
        sys.exit(
            "No Chromium. Install one, or say where it is: CHROMIUM=/path make test"
        )
