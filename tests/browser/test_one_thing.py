"""Each kind of page shows on a phone first what its reader came for (docs/pages.md)."""

import pytest
from playwright.sync_api import Page

from tests.browser.steps import sign_in
from tests.served import ROOT, Site

PAGES = ROOT / "docs" / "pages.md"
LOWEST = 500
LETTERS = """
each => Math.max(...[each, ...each.querySelectorAll("*")]
  .filter((part) => part.checkVisibility())
  .map((part) => parseFloat(getComputedStyle(part).fontSize)))
"""


def lines() -> list[list[str]]:
    table = [line for line in PAGES.read_text().splitlines() if line.startswith("| ")]
    return [[cell.strip("` ") for cell in line.strip("|").split(" | ")] for line in table[2:]]


@pytest.mark.long
def test_the_one_thing_of_each_page_is_seen_first(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    sign_in(page, site)
    troubles = []
    for kind, path, what, where in lines():
        page.goto(site.url + path)
        thing = page.locator(where).first
        box = thing.bounding_box() if thing.count() else None
        if not box or box["y"] < 0 or box["y"] + box["height"] > LOWEST:
            troubles.append(f"{kind}: {what} is at {box}")
        name = page.locator(".bar h1")
        if box and name.count() and thing.evaluate(LETTERS) < name.evaluate(LETTERS):
            troubles.append(f"{kind}: {what} is smaller than the name of the page")
    assert len(lines()) >= 25
    assert not troubles, "\n".join(troubles)


@pytest.mark.long
@pytest.mark.parametrize("slug", ["winter-nights", "box-league", "pairs-league", "team-league"])
def test_what_is_next_is_on_one_line_above_the_leader(page: Page, site: Site, slug: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{site.url}/leagues/{slug}/")
    line = page.locator(".up-next").bounding_box()
    leader = page.locator("tr.line").first.bounding_box()
    assert line
    assert leader
    assert line["height"] < 24
    caption = page.locator("caption").first.bounding_box()
    assert caption
    assert line["y"] + line["height"] + 8 <= caption["y"]
    assert leader["y"] <= 130


@pytest.mark.long
@pytest.mark.parametrize("path", ["/events/millrace-open/standings/", "/leagues/winter-nights/"])
def test_a_table_begins_at_the_top_and_shows_twelve_rows(page: Page, site: Site, path: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(site.url + path)
    boxes = [row.bounding_box() for row in page.locator("tr.line").all()]
    tops = [box["y"] for box in boxes if box]
    assert tops[0] <= 130
    bar = page.get_by_role("navigation", name="Site").bounding_box()
    assert bar
    assert sum(box["y"] + box["height"] <= bar["y"] for box in boxes if box) >= 11


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "first"),
    [
        ("/desk/events/millrace-open/paper/", ".choice a"),
        ("/desk/events/millrace-open/matches/", ".match-list > li"),
        ("/desk/leagues/team-league/matches/", ".list > li"),
        ("/desk/leagues/team-league/paper/", ".choice a"),
        ("/desk/leagues/team-league/people/enrol/", "[type=search]"),
        ("/desk/leagues/team-league/teams/", ".tiles > li"),
    ],
)
def test_a_list_of_the_desk_begins_at_the_top(
    page: Page, site: Site, path: str, first: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    sign_in(page, site)
    page.goto(site.url + path)
    box = page.locator("main").locator(first).first.bounding_box()
    assert box
    assert box["y"] <= 150


@pytest.mark.long
@pytest.mark.parametrize("path", ["play/", "draw/", "change/"])
def test_a_first_heading_has_room_below_the_bar(page: Page, site: Site, path: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    sign_in(page, site)
    page.goto(f"{site.url}/desk/events/millrace-open/{path}")
    bar = page.locator(".bar").bounding_box()
    heading = page.locator("main h2").first.bounding_box()
    assert bar
    assert heading
    assert 16 <= heading["y"] - bar["y"] - bar["height"] <= 20
    if path == "draw/":
        pool = page.locator("main h3").first.bounding_box()
        assert pool
        assert pool["y"] - heading["y"] - heading["height"] >= 8
