"""A bracket on paper: whole, on one sheet across, with its open places named."""

import os
import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from leagues.actions.draw.brackets import sync_brackets
from leagues.stages.pairing_ways import Knockout
from tests.browser.test_longer_words import serve_pages
from tests.browser.words import FAMILY, GIVEN, PAPER
from tests.cast import Cast, make_cast
from tests.leagues.play.desk_hall import open_hall
from tests.served import Site

pytestmark = pytest.mark.long

# Rows are read in the thread in which Playwright's loop runs.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

SHEET = 943  # what Letter, the lower of the two, has between margins of 15 mm
ACROSS = 1047  # the width of A4 across between margins of 10 mm
PLAYERS = 26
# Those of the top seeds, who have byes.
NAMES = [f"{given} {family}" for given, family in zip(GIVEN, FAMILY[:6], strict=False)]

CUT = """() => {
  const found = []
  for (const name of document.querySelectorAll(".tree .name")) {
    if (!name.firstChild.data?.trim()) continue // a blank line, to write on
    const words = document.createRange()
    words.selectNode(name.firstChild)
    const text = words.getBoundingClientRect()
    const slot = name.closest(".slot, .through").getBoundingClientRect()
    if (text.left < slot.left || text.right > slot.right || text.right > innerWidth)
      found.push(name.textContent.trim())
  }
  return found
}"""


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


def test_a_bracket_of_26_is_on_one_sheet_with_its_open_places_named(
    cast: Cast, context: BrowserContext
) -> None:
    hall = open_hall(cast, names=NAMES, entries=PLAYERS, way=Knockout())
    sync_brackets(hall.stage)
    shown = cast.browser_of("stranger").get(f"/events/{hall.event.slug}/bracket/")
    page = context.new_page()  # no site to watch
    with serve_pages({"bracket": shown.content}) as address:
        page.goto(f"{address}/bracket")
        page.set_viewport_size({"width": PAPER, "height": 768})
        page.emulate_media(media="print")

        assert page.evaluate(CUT) == []
        places = page.locator(".tree .side").evaluate_all(
            "all => all.map((each) => each.innerText.trim().replace(/\\s+/g, ' '))"
        )
        assert len(places) > PLAYERS
        assert [each for each in places if not re.search(r"\w{3}", each)] == []
        assert "Winner of Quarter-final 1" in places
        tree = page.locator(".tree").first.bounding_box()
        assert tree
        assert tree["y"] + tree["height"] <= SHEET
        page.close()


def test_a_small_bracket_has_large_letters_and_matches_that_do_not_touch(
    page: Page, site: Site
) -> None:
    page.goto(f"{site.url}/events/harvest-cup/bracket/")
    page.set_viewport_size({"width": PAPER, "height": 768})
    page.emulate_media(media="print")

    boxes = [slot.bounding_box() for slot in page.locator(".slot").all()]
    first, second, final, bronze = (box for box in boxes if box)
    assert second["y"] - (first["y"] + first["height"]) >= 5
    assert bronze["x"] == final["x"]
    assert bronze["y"] - (final["y"] + final["height"]) >= 5
    letters = page.locator(".slot .name").first.evaluate("it => getComputedStyle(it).fontSize")
    assert float(letters.removesuffix("px")) >= 13


def test_brackets_of_pools_beside_each_other_do_not_touch(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/events/millrace-open/bracket/")
    page.set_viewport_size({"width": ACROSS, "height": 768})
    page.emulate_media(media="print")

    first, second = page.locator(".tiles > section").all()[:2]
    boxes = [slot.bounding_box() for slot in first.locator(".slot").all()]
    beside = second.locator(".slot").first.bounding_box()
    assert beside
    assert max(box["x"] + box["width"] for box in boxes if box) < beside["x"]


def test_a_column_of_a_bracket_fills_a_phone_and_has_a_link(
    cast: Cast, context: BrowserContext
) -> None:
    hall = open_hall(cast, entries=8, way=Knockout())
    sync_brackets(hall.stage)
    shown = cast.browser_of("stranger").get(f"/events/{hall.event.slug}/bracket/")
    page = context.new_page()  # no site to watch
    with serve_pages({"bracket": shown.content}) as address:
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(f"{address}/bracket")
        steps = page.get_by_role("navigation", name="Steps").get_by_role("link")
        columns = page.locator(".tree").first.locator("section")
        expect(steps).to_have_count(3)
        for step, column in reversed(list(zip(steps.all(), columns.all(), strict=True))):
            step.click()
            expect(column).to_be_in_viewport(ratio=0.9)
            expect(step).to_have_attribute("aria-current", "true")
            boxes = [column.locator(part).first.bounding_box() for part in ("ol", ".slot")]
            assert len({box["width"] for box in boxes if box}) == 1
