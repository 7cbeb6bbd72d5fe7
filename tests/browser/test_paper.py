"""Printed pages, measured in the PDF that Chromium prints."""

import re
from math import ceil

import pytest
from playwright.sync_api import Page, expect

from tests.browser.steps import sign_in
from tests.served import Site

pytestmark = pytest.mark.long

# Width and height in points, as the file says them.
SIZES = {"a4": (595, 842), "letter": (612, 792)}


def sheet_sizes(page: Page) -> list[tuple[int, int]]:
    """(width, height) of each printed sheet."""
    file = page.pdf(prefer_css_page_size=True)
    sheets = re.findall(rb"/Type /Page\b.*?>>\s*endobj", file, re.DOTALL)
    boxes = [re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", s) for s in sheets]
    return [(round(float(box[1])), round(float(box[2]))) for box in boxes if box]


def test_paper_is_of_the_size_that_was_chosen_and_nothing_is_cut(page: Page, site: Site) -> None:
    """Four cards to a sheet of A4 as of Letter, and a certificate on each, across."""
    sign_in(page, site)
    for size, (width, height) in SIZES.items():
        page.goto(f"{site.url}/desk/events/millrace-open/paper/?paper={size}")
        page.get_by_role("link", name="Score cards").click()
        cards = page.locator(".score-cards > article").count()
        assert cards > 4
        assert sheet_sizes(page) == [(width, height)] * ceil(cards / 4)

        page.goto(f"{site.url}/desk/events/harvest-cup/paper/certificates/")
        certificates = page.locator(".certificate").count()
        assert certificates >= 3
        assert sheet_sizes(page) == [(height, width)] * certificates


# 25 lines with eleven nights each, of the lines and nights that there are.
SEASON_OF_25 = """size => {
  const table = document.querySelector('.sheet .standings'), body = table.tBodies[0]
  const lines = [...body.rows]
  while (body.rows.length < 25) body.append(lines[body.rows.length % lines.length].cloneNode(true))
  for (const row of table.rows)
    while (row.cells.length < 15) row.insertBefore(row.cells[3].cloneNode(true), row.lastElementChild)
  document.body.className = `${size} across`
}"""


def test_a_season_of_25_players_and_11_nights_is_one_sheet(page: Page, site: Site) -> None:
    sign_in(page, site)
    for size, (width, height) in SIZES.items():
        page.goto(f"{site.url}/desk/leagues/winter-nights/paper/table/?paper={size}")
        page.evaluate(SEASON_OF_25, size)
        assert sheet_sizes(page) == [(height, width)]

        page.emulate_media(media="print")
        first = page.locator(".sheet .standings tbody tr").first
        letters = [
            first.locator(part).first.evaluate("it => getComputedStyle(it).fontSize")
            for part in (".who", ".points", ".n")
        ]
        assert len(set(letters)) == 1
        page.emulate_media(media="null")


@pytest.mark.parametrize("league", ["box-league", "pairs-league"])
def test_short_tables_of_divisions_share_a_sheet(page: Page, site: Site, league: str) -> None:
    sign_in(page, site)
    page.goto(f"{site.url}/desk/leagues/{league}/paper/table/?paper=a4")
    assert page.locator(".sheet").count() == 2
    assert sheet_sizes(page) == [SIZES["a4"]]


def test_who_is_entered_is_printed_without_the_next_step(page: Page, site: Site) -> None:
    sign_in(page, site)
    page.goto(f"{site.url}/desk/events/lantern-doubles/people/")
    expect(page.locator(".next-step")).to_be_visible()

    page.emulate_media(media="print")

    expect(page.locator(".next-step")).to_be_hidden()
    expect(page.locator("main .list > li, main tbody tr").first).to_be_visible()


FILLED = """all => all.map((each) => {
  const style = getComputedStyle(each)
  const { width, height } = each.getBoundingClientRect()
  const ground = `${style.backgroundColor} ${style.backgroundImage}`
  return [style.printColorAdjust, Math.min(width, height) > 5, ground]
})"""


def disc_fills(page: Page, discs: str) -> set[str]:
    """The fills of these discs; each disc must be visible and printed with its colours."""
    found = page.locator(discs).evaluate_all(FILLED)
    assert found, discs
    assert all(adjust == "exact" and is_seen for adjust, is_seen, _ in found), discs
    return {ground for *_, ground in found}


def test_discs_are_printed_full_half_and_hollow(page: Page, site: Site) -> None:
    """Printers leave grounds out, which made everyone lose every match."""
    page.emulate_media(media="print")
    page.goto(f"{site.url}/events/millrace-open/standings/")
    [won] = disc_fills(page, ".form .won")
    [lost] = disc_fills(page, ".form .lost")
    [tied] = disc_fills(page, ".form .tied")
    assert won == "rgb(0, 0, 0) none"
    assert lost == "rgba(0, 0, 0, 0) none"
    assert "linear-gradient(90deg, rgb(0, 0, 0) 50%" in tied

    page.goto(f"{site.url}/events/millrace-open/matches/")
    [full] = disc_fills(page, ".pips .a:not(.hole)")
    [hollow] = disc_fills(page, ".pips .b:not(.hole)")
    assert full.startswith("rgb(0, 0, 0)")
    assert hollow.startswith("rgb(255, 255, 255)")


@pytest.mark.long
@pytest.mark.parametrize("at", ["events/millrace-open", "leagues/team-league"])
def test_each_sheet_has_a_picture_of_it_in_two_columns(page: Page, site: Site, at: str) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    sign_in(page, site)
    page.goto(f"{site.url}/desk/{at}/paper/")
    lines = page.locator("main .in-columns").first.locator("> li")
    boxes = [line.locator("svg").first.bounding_box() for line in lines.all()]
    assert len({box["x"] for box in boxes if box}) == 2
    assert all(box and box["height"] == 120 for box in boxes)


def test_no_field_to_find_a_name_is_printed(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/events/millrace-open/players/")
    expect(page.get_by_label("Find yourself")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.get_by_label("Find yourself")).to_be_hidden()
