"""Pages of the desk: what is looked for is on the first screen, and the width is used."""

import pytest
from playwright.sync_api import Page

from tests.browser.steps import sign_in
from tests.browser.test_columns import edges_of
from tests.served import Site

pytestmark = pytest.mark.long
FILLED = "all => all.filter(each => getComputedStyle(each).backgroundColor !== 'rgba(0, 0, 0, 0)')"


def open_wide(page: Page, site: Site, path: str) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    sign_in(page, site)
    page.goto(f"{site.url}/desk/{path}")


def test_boards_come_before_games_on_a_phone(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    sign_in(page, site)
    page.goto(f"{site.url}/desk/events/millrace-open/play/")
    assert edges_of(page, ".boards > li", "top")[0] < 720
    assert edges_of(page, "#boards", "bottom") < edges_of(page, "#rounds", "top")
    assert edges_of(page, "#which", "width")[0] > 100


def test_one_thing_to_do_has_a_filled_button(page: Page, site: Site) -> None:
    open_wide(page, site, "")
    buttons = page.locator(".blockers .button")
    assert buttons.count() > 3
    assert buttons.evaluate_all(f"all => ({FILLED})(all).length") == 1


def test_a_match_and_a_running_night_fill_the_width(page: Page, site: Site) -> None:
    open_wide(page, site, "events/millrace-open/matches/293/")
    assert edges_of(page, ".match.whole", "width")[0] > 1000
    page.goto(f"{site.url}/desk/leagues/winter-nights/")
    page.get_by_role("link", name="Run the night").click()
    assert min(edges_of(page, ".match-list > li", "width")) > 1000
    assert max(edges_of(page, ".match-list > li", "bottom")) < 900


def test_formats_of_a_night_are_cards_in_three_columns(page: Page, site: Site) -> None:
    open_wide(page, site, "leagues/winter-nights/settings/night/")
    names = page.locator(".choices label:has(> b)")
    assert len({box["x"] for each in names.all() if (box := each.bounding_box())}) == 3
    page.get_by_text("Groups of four").click()
    assert page.get_by_label("Groups of four").is_checked()


@pytest.mark.parametrize("path", ["log/", "leagues/winter-nights/log/"])
def test_a_line_of_a_log_begins_with_the_icon_of_its_kind(
    page: Page, site: Site, path: str
) -> None:
    open_wide(page, site, path)
    lines = page.locator(".log > li:not(:has(h3))")
    assert lines.locator("> .icon").count() == lines.count()
    assert len(set(edges_of(page, ".log > li > .icon", "left"))) == 1
    kinds = page.locator(".log > li > .icon use").evaluate_all(
        "all => all.map(e => e.href.baseVal)"
    )
    assert len(set(kinds)) > 1


def test_the_end_of_a_line_of_events_names_its_winner_or_counts_its_entries(
    page: Page, site: Site
) -> None:
    open_wide(page, site, "events/")
    cup = page.locator(".list > li", has_text="Harvest Cup")
    assert cup.get_by_role("img", name="Winner").count() == 1
    assert "7 entries" in page.locator(".list > li", has_text="Lantern Doubles").inner_text()
    assert len(set(edges_of(page, ".list > li > .wide", "right"))) == 1
    page.set_viewport_size({"width": 390, "height": 844})
    assert len(set(edges_of(page, ".list > li > *", "left"))) == 1


@pytest.mark.parametrize(
    ("event", "first", "acts"), [("harvest-cup", ".podium", 5), ("lantern-doubles", ".poster", 4)]
)
def test_the_desk_before_and_after_an_event_has_no_boards(
    page: Page, site: Site, event: str, first: str, acts: int
) -> None:
    open_wide(page, site, f"events/{event}/play/")
    assert page.locator(".boards, #entry").count() == 0
    assert page.locator("#live .list > li").count() == acts
    assert page.locator("main .button:visible").count() <= 1
    assert edges_of(page, "#live .list", "left")[0] > edges_of(page, first, "right")[0]
    page.set_viewport_size({"width": 390, "height": 844})
    assert edges_of(page, first, "top")[0] < edges_of(page, "#live .list", "top")[0] < 500


def test_the_question_of_undoing_is_read_down_one_column(page: Page, site: Site) -> None:
    open_wide(page, site, "log/")
    page.locator(".log .only-icon").first.click()
    page.get_by_role("heading", name="Undo this?").wait_for()
    parts = "blockquote, .narrow .note, .narrow form, .narrow .card > p"
    assert len(edges_of(page, parts, "left")) == 4
    assert len(set(edges_of(page, parts, "left"))) == 1


def test_a_round_is_corrected_in_fields_beside_each_other(page: Page, site: Site) -> None:
    open_wide(page, site, "events/millrace-open/matches/293/correct/")
    for width in (390, 1440):
        page.set_viewport_size({"width": width, "height": 844})
        fields = page.locator(".rounds tbody tr:first-child input")
        assert fields.count() == 3
        assert len(set(edges_of(page, ".rounds tbody tr:first-child input", "top"))) == 1
        assert max(edges_of(page, ".rounds input", "right")) < width
