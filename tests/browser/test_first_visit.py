"""A bare site: with the code from the terminal the first visitor becomes its owner."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watch
from tests.browser.steps import button
from tests.served import Site, copy_of, run_site

EMPTY = (*("/", "/events/", "/players/", "/leagues/", "/records/", "/players/ratings/"), "/club/")
IS_IN_FRONT = """picture => {
  picture.scrollIntoView({ block: "center" });
  const { x, y, width, height } = picture.getBoundingClientRect();
  return picture.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


@pytest.fixture(scope="module")
def site(bare: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site that is not set up yet."""
    data_dir = copy_of(bare, tmp_path_factory.mktemp("site"))
    with run_site(data_dir, demo=False) as site:
        yield site


def test_the_first_visitor_sets_the_site_up(page: Page, site: Site, watch: Watch) -> None:
    watch.expect(422)
    page.goto(f"{site.url}/events/")
    expect(page).to_have_url(f"{site.url}/setup/")

    page.get_by_label("One-time code").fill("not-the-code")
    button(page, "Continue").click()
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.locator(".field .error")).to_contain_text("That isn’t the code")
    expect(page.get_by_label("One-time code")).to_have_value("not-the-code")

    page.get_by_label("One-time code").fill(site.find_in_terminal(r"one-time code:\s+(\S+)"))
    button(page, "Continue").click()
    page.get_by_label("Name of the club").fill("Sägemühle")
    page.get_by_label("Time zone").select_option("Europe/Berlin")
    page.get_by_label("Your e-mail address").fill("owner@example.org")
    page.get_by_label("Your password").fill("a long enough password")
    button(page, "Set up the club").click()

    expect(page).to_have_url(f"{site.url}/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sägemühle")
    expect(page.get_by_role("link", name="Desk", exact=True)).to_be_visible()

    hidden = [path for path in EMPTY if not _shows_its_board(page, site.url + path)]
    assert hidden == []


def _shows_its_board(page: Page, address: str) -> bool:
    page.goto(address)
    seen: bool = page.locator(".board-picture").first.evaluate(IS_IN_FRONT)
    return seen
