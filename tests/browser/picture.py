"""Draws docs/twenties.png: the demo club on a desk and on a phone.

`make picture` runs it. The pages are screenshots of a real site on its first day.
"""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import find_chromium
from tests.served import ROOT, running

PICTURE = ROOT / "docs" / "twenties.png"
FRAME = """
<body style="margin: 0; background: #f5ebdb">
<main style="display: flex; align-items: center; justify-content: center; gap: 40px;
             box-sizing: border-box; width: 1200px; height: 620px">
  <img style="width: 800px; border-radius: 10px; box-shadow: 0 8px 30px #0003" src="{desk}">
  <img style="width: 260px; border-radius: 24px; box-shadow: 0 8px 30px #0003;
              border: 6px solid #241a11" src="{phone}">
</main>
"""


def page(browser: Browser, url: str, *, wide: int, high: int) -> str:
    """A page as a data: address."""
    context = browser.new_context(
        viewport={"width": wide, "height": high},
        color_scheme="light",
        reduced_motion="reduce",
    )
    shown = context.new_page()
    shown.goto(url)
    taken = shown.screenshot()
    context.close()
    return f"data:image/png;base64,{b64encode(taken).decode()}"


def draw(url: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=["--no-sandbox"]
        )
        frame = browser.new_page(viewport={"width": 1200, "height": 620})
        frame.set_content(
            FRAME.format(
                desk=page(browser, f"{url}/", wide=1040, high=700),
                phone=page(browser, f"{url}/events/millrace-open/", wide=360, high=720),
            )
        )
        frame.screenshot(path=PICTURE)
        browser.close()


if __name__ == "__main__":
    with TemporaryDirectory() as data, running(Path(data), demo=True) as site:
        draw(site.url)
