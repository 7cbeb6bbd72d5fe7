"""Draws the pictures of docs/: every kind of page of the demo club, on a desk and on a phone.

`make pictures` runs it. The pages are screenshots of a real site on its first day. A picture that
shows the same as before, but for a time of day, stays the file it is.
"""

import re
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageChops
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.chromium import find_chromium
from tests.browser.phones.steps import wait_until_ready
from tests.browser.steps import sign_in
from tests.served import ROOT, Site, run_site

DOCS = ROOT / "docs"
OPEN = "events/millrace-open"
PUBLIC = {
    "front": "",
    "now": f"{OPEN}/",
    "event": f"{OPEN}/about/",
    "standings": f"{OPEN}/standings/",
    "bracket": "events/harvest-cup/bracket/",
    "club": "club/",
    "league": "leagues/winter-nights/",
}
LISTED = {"match": "events/harvest-cup/matches/", "player": "players/?order=rating"}
"""Pages that a list leads to, from its first line."""
DESK = {"desk": f"desk/{OPEN}/play/", "plan": f"desk/{OPEN}/stages/"}
WIDE, PHONE, WALL = (1200, 800), (390, 844), (1920, 1080)
HIGH = 640  # of a picture in docs/
QUALITY = 70
HEAVIEST = 60_000  # bytes
SAME = 0.01  # the part of a picture that a time of day may take
SEEN = 32  # of 255: how far a point differs that anybody sees

README = (1200, 620)
FRAME = """
<body style="margin: 0; background: #f5ebdb">
<main style="display: flex; align-items: center; justify-content: center; gap: 40px;
             box-sizing: border-box; width: 1200px; height: 620px">
  <img style="width: 800px; border-radius: 10px; box-shadow: 0 8px 30px #0003" src="{desk}">
  <img style="width: 260px; border-radius: 24px; box-shadow: 0 8px 30px #0003;
              border: 6px solid #241a11" src="{phone}">
</main>
"""


@contextmanager
def open_window(browser: Browser, size: tuple[int, int]) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="light",
        reduced_motion="reduce",
    )
    yield context.new_page()
    context.close()


def take_screenshot(page: Page) -> bytes:
    page.evaluate("document.fonts.ready.then(() => true)")
    return page.screenshot()


def keep_picture(name: str, drawn: bytes) -> None:
    """Save a picture beside the others, unless the one there shows the same."""
    picture = Image.open(BytesIO(drawn)).convert("RGB")
    picture.thumbnail((picture.width, HIGH), Image.Resampling.LANCZOS)
    packed = BytesIO()
    picture.save(packed, "WEBP", quality=QUALITY, method=6)
    assert packed.tell() <= HEAVIEST, f"{name} weighs {packed.tell()} bytes"
    write_changed(DOCS / "pictures" / f"{name}.webp", packed.getvalue())


def write_changed(at: Path, packed: bytes) -> None:
    at.parent.mkdir(exist_ok=True)
    if at.exists() and changed_share(at.read_bytes(), packed) < SAME:
        return
    at.write_bytes(packed)


def changed_share(before: bytes, now: bytes) -> float:
    """The share of points that differ between two pictures, from 0 to 1."""
    one, other = (Image.open(BytesIO(each)).convert("RGB") for each in (before, now))
    if one.size != other.size:
        return 1
    far = ImageChops.difference(one, other).convert("L").histogram()
    return sum(far[SEEN:]) / sum(far)


def draw_public(browser: Browser, site: Site) -> None:
    for end, size in (("", WIDE), ("-phone", PHONE)):
        with open_window(browser, size) as page:
            for name, path in chain(PUBLIC.items(), LISTED.items()):
                page.goto(f"{site.url}/{path}")
                if name in LISTED:
                    page.locator(
                        "main :is(.list a, .plain tbody th > a, a.stretched)"
                    ).first.click()
                    expect(page).not_to_have_url(f"{site.url}/{path}")
                keep_picture(f"{name}{end}", take_screenshot(page))


def draw_entry(browser: Browser, site: Site) -> None:
    with open_window(browser, PHONE) as page:
        page.goto(site.url + site.find_in_terminal(r"their own page: (/me/\S+)"))
        page.get_by_role("link", name="Enter your score").click()
        keep_picture("entry-phone", take_screenshot(wait_until_ready(page)))


def draw_desk(browser: Browser, site: Site) -> None:
    """Draw the desk, and the wall that it controls."""
    with open_window(browser, WIDE) as desk, open_window(browser, WALL) as wall:
        sign_in(desk, site)
        for end, (width, height) in (("", WIDE), ("-phone", PHONE)):
            desk.set_viewport_size({"width": width, "height": height})
            for name, path in DESK.items():
                desk.goto(f"{site.url}/{path}")
                keep_picture(f"{name}{end}", take_screenshot(desk))
        wall.goto(f"{site.url}/screen/millrace-open/")
        code = wall.locator(".wall-middle > [aria-label]").get_attribute("aria-label")
        desk.goto(f"{site.url}/desk/{OPEN}/screens/")
        desk.get_by_label("Code on the screen").fill(str(code))
        desk.get_by_role("button", name="Add this screen").click()
        for view in ("Boards", "Standings"):
            desk.get_by_role("button", name=view, exact=True).first.click()
            expect(
                wall.locator(f"[data-view={view.lower()}] [data-pages] > div").first
            ).to_be_visible()
            keep_picture(f"wall-{view.lower()}", take_screenshot(wall))


def draw_night(browser: Browser, site: Site) -> None:
    """Draw the pages that the host of a night uses."""
    with open_window(browser, PHONE) as host:
        sign_in(host, site)
        host.goto(f"{site.url}/desk/leagues/winter-nights/")
        host.get_by_role("link", name="Run the night").click()
        expect(host).to_have_title(re.compile("Tonight"))
        keep_picture("tonight-phone", take_screenshot(host))


def draw_readme(browser: Browser, site: Site) -> None:
    shown = {}
    for name, path, size in (("desk", "", (1040, 700)), ("phone", f"{OPEN}/", (360, 720))):
        with open_window(browser, size) as page:
            page.goto(f"{site.url}/{path}")
            shown[name] = f"data:image/png;base64,{b64encode(take_screenshot(page)).decode()}"
    with open_window(browser, README) as page:
        page.set_content(FRAME.format(**shown))
        write_changed(DOCS / "twenties.png", take_screenshot(page))


def draw_all(site: Site) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        for part in (draw_public, draw_entry, draw_desk, draw_night, draw_readme):
            part(browser, site)
        browser.close()


if __name__ == "__main__":
    settings = {"BASE_URL": "http://localhost:8000"}  # the same on the wall every time
    with TemporaryDirectory() as data, run_site(Path(data), demo=True, **settings) as site:
        draw_all(site)
