"""What the fifteen most visited kinds of page look like in numbers, on a phone of 390 x 844.

``make looks``: a line for each kind. ``row`` is where its first row of a list or a table begins,
``sizes`` how many sizes its letters have, ``classes`` how many names of classes it uses; below
them the lines of our style sheets. The site is the demo club, seen by an organiser.
"""

import os
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from benchmarks.hall import EVENT, STANDINGS
from tests.browser.chromium import find_chromium
from tests.browser.steps import sign_in
from tests.served import ROOT, run_site

PAGES = {
    "front": "/",
    "events": "/events/",
    "event": f"/events/{EVENT}/",
    "matches": f"/events/{EVENT}/matches/",
    "standings": STANDINGS,
    "bracket": "/events/harvest-cup/bracket/",
    "event's players": f"/events/{EVENT}/players/",
    "leagues": "/leagues/",
    "league of nights": "/leagues/winter-nights/",
    "league in boxes": "/leagues/box-league/",
    "players": "/players/",
    "desk": "/desk/",
    "event's desk": f"/desk/events/{EVENT}/play/",
    "draw": f"/desk/events/{EVENT}/draw/",
    "league's desk": "/desk/leagues/winter-nights/",
}
LOOK = """() => {
  const seen = [...document.querySelectorAll("body *")].filter((each) => each.checkVisibility());
  const isRow = (each) => each.matches("tbody tr, li, article") && !each.closest("header, nav");
  const isText = ({ nodeType, data }) => nodeType === 3 && data.trim();
  const hasWords = (each) => [...each.childNodes].some(isText);
  const sizes = seen.filter(hasWords).map((each) => getComputedStyle(each).fontSize);
  const classes = seen.flatMap((each) => [...each.classList]);
  const [first] = seen.filter((each) => each.closest("main") && isRow(each));
  const top = first ? Math.round(first.getBoundingClientRect().top) : null;
  return [top, new Set(sizes).size, new Set(classes).size];
}"""


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        run_site(Path(folder), demo=True) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 390, "height": 844})
        sign_in(page, site)
        print(f"{'kind':<18}{'row':>6}{'sizes':>7}{'classes':>9}")
        for kind, path in PAGES.items():
            page.goto(site.url + path)
            row, sizes, classes = page.evaluate(LOOK)
            print(f"{kind:<18}{'-' if row is None else row:>6}{sizes:>7}{classes:>9}")
        browser.close()
    sheets = (ROOT / "static" / "css").glob("*.css")
    print(f"{sum(len(each.read_text().splitlines()) for each in sheets)} lines of CSS")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crokinole_site.settings")
    main()
