"""An organiser plans an event from nothing, by keyboard alone."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Watch
from tests.browser.steps import button, sign_in_once
from tests.served import Site


def go_to(page: Page, where: Locator, most: int = 80) -> None:
    """Press Tab until the focus is there."""
    for _ in range(most):
        if where.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {where}")


def type_into(page: Page, label: str, text: str) -> None:
    go_to(page, page.get_by_label(label, exact=True))
    page.keyboard.press("Control+a")
    page.keyboard.type(text)


def follow_link(page: Page, name: str | re.Pattern[str]) -> None:
    go_to(page, page.get_by_role("main").get_by_role("link", name=name).first)
    page.keyboard.press("Enter")


def press_button(page: Page, name: str) -> None:
    go_to(page, button(page, name))
    page.keyboard.press("Enter")


def test_a_new_event_by_keyboard(page: Page, site: Site) -> None:
    sign_in_once(page.context, site)
    page.goto(f"{site.url}/desk/events/")

    follow_link(page, "Plan an event")
    expect(page.get_by_role("heading", level=1)).to_have_text("Plan an event")
    follow_link(page, "One-day open")
    ahead = page.locator("#ahead")
    type_into(page, "Name of the event", "Lakeside Open")
    # Half past nine unless it is just over, as on Saturdays.
    page.get_by_label("Play begins at").fill("09:30")
    type_into(page, "Expected number of players", "38")
    expect(ahead).to_contain_text("4 pools")
    type_into(page, "Boards", "20")
    expect(ahead).to_contain_text("15:22 with 20 boards")
    expect(ahead).to_contain_text("17:42 with 18 boards")
    press_button(page, "Plan this event")

    expect(page.get_by_role("heading", level=1)).to_have_text("Lakeside Open")
    expect(ahead.get_by_role("heading", level=3)).to_have_text(
        ["Morning", "Power pools", "Play-offs"]
    )

    follow_link(page, re.compile("^Morning"))
    type_into(page, "Games each", "8")
    expect(ahead).to_contain_text("8 games each")
    press_button(page, "Save")
    expect(page.get_by_text("Morning is saved.")).to_be_visible()
    expect(ahead).to_contain_text("14:54 with 20 boards")


@pytest.mark.long
def test_what_is_asked_follows_who_plays_in_a_stage(page: Page, site: Site) -> None:
    sign_in_once(page.context, site)
    page.goto(f"{site.url}/desk/events/lantern-doubles/stages/add/knockout/")
    go_on = page.get_by_label("How many go on")
    pools = page.get_by_label("Number of pools")

    expect(go_on).to_be_visible()
    page.get_by_label("The best of each pool, together").check()
    expect(pools).to_be_hidden()
    page.get_by_label("Everyone", exact=True).check()
    expect(go_on).to_be_hidden()
    expect(pools).to_be_visible()


@pytest.mark.long
def test_a_form_with_mistakes_takes_the_focus_to_them(page: Page, site: Site, watch: Watch) -> None:
    watch.expect(422)
    sign_in_once(page.context, site)
    page.goto(f"{site.url}/desk/new/knockout/")
    type_into(page, "Boards", "lots")
    press_button(page, "Plan this event")

    summary = page.get_by_role("alert")
    expect(summary).to_be_focused()
    expect(summary).to_contain_text("Name of the event")
    expect(page.get_by_label("Boards", exact=True)).to_have_value("lots")
    follow_link(page, "Boards")
    expect(page.get_by_label("Boards", exact=True)).to_be_focused()


def test_a_phone_tells_each_time_an_event_could_finish(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    sign_in_once(page.context, site)
    page.goto(f"{site.url}/desk/new/club-night/")

    ends = page.locator("#ahead .over > span")
    assert ends.count() > 2
    for each in ends.all():
        expect(each).to_be_visible()
