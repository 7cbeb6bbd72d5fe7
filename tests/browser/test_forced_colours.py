"""With forced colours (Windows high contrast) no information is lost."""

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.steps import sign_in
from tests.served import Site

pytestmark = pytest.mark.long

STANDINGS = "/events/millrace-open/standings/"
# What an eye sees of an element beside its words.
LOOK = """
    (each) => ["", "::before"].map((part) => {
        const style = getComputedStyle(each, part);
        const page = getComputedStyle(document.body).backgroundColor;
        const ground = style.backgroundColor;
        return [style.outlineStyle, style.outlineWidth, style.borderBottomWidth,
                ground.endsWith(" 0)") ? page : ground].join(" ");
    }).join(" | ")
"""


@pytest.fixture(params=["light", "dark"])
def page(page: Page, request: pytest.FixtureRequest) -> Page:
    """A page with forced colours, on a light or a dark background."""
    page.emulate_media(forced_colors="active", color_scheme=request.param)
    return page


def look_of(where: Locator) -> str:
    return str(where.first.evaluate(LOOK))


def test_a_chosen_option_differs_from_the_others(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/events/millrace-open/matches/")
    choice = page.locator(".choice a[aria-current]")
    assert look_of(choice) != look_of(page.locator(".choice a:not([aria-current])"))
    page.goto(site.url + STANDINGS)
    page.locator(".bar nav .menu:has(> ul) summary").click()
    for chosen, other in (
        (".menu a[aria-current]", ".menu a:not([aria-current])"),
        (".tabs a[aria-current]", ".tabs a:not([aria-current])"),
        (".theme-switch [aria-pressed=true]", ".theme-switch [aria-pressed=false]"),
    ):
        assert look_of(page.locator(chosen)) != look_of(page.locator(other)), chosen


def test_where_one_is_in_setting_a_league_up_is_seen(page: Page, site: Site) -> None:
    sign_in(page, site)
    page.goto(f"{site.url}/desk/leagues/new/")
    here, to_come = (".steps [aria-current]", ".steps li:not(.done) a:not([aria-current])")
    assert look_of(page.locator(here)) != look_of(page.locator(to_come))
    bar = "each => getComputedStyle(each, '::before').borderTopWidth"
    assert page.locator(to_come).first.evaluate(bar) == "1px"


def test_a_tick_is_seen(page: Page, site: Site) -> None:
    sign_in(page, site)
    page.goto(f"{site.url}/desk/new/club-night/")
    page.get_by_text("Change the rule sheet").click()
    box = page.locator("[name=options]").first
    box.set_checked(True)
    box.blur()
    ticked = box.screenshot()
    box.set_checked(False)
    box.blur()
    assert box.screenshot() != ticked


def test_a_bar_shows_where_it_ends(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/events/millrace-open/")
    bar = page.locator(".round-progress > svg")
    assert bar.evaluate("each => getComputedStyle(each).borderTopWidth") == "1px"


def test_the_sides_keep_their_discs(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/events/millrace-open/matches/")
    ground = "each => getComputedStyle(each).backgroundColor"
    of = {side: page.locator(f".disc.{side}").first.evaluate(ground) for side in "ab"}
    assert of["a"] != of["b"]
