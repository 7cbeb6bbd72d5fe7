"""A result of a league from a player's personal link: four taps, and no organiser."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser import axe
from tests.browser.conftest import Watch
from tests.browser.steps import button, leave_by, sign_in_once
from tests.served import Site

PHONE = {"width": 390, "height": 844}
LEAGUE = "/leagues/pairs-league/"
# On a Monday the next week has begun, and its matches are due.
TO_COME = ".week li:has(use[href$='#calendar-days'], use[href$='#clock'])"


def own_link(page: Page, site: Site, player: str) -> str:
    """The player's personal link, as the organiser makes it, once."""
    page.goto(f"{site.url}/desk/people/{player}/")
    leave_by(page, button(page, "Create a personal link"))
    found = re.search(r"/me/[\w-]+/", page.content())
    assert found
    return found[0]


def test_two_sides_enter_and_confirm_what_they_played(
    browser: Browser, page: Page, played_site: Site, watch: Watch
) -> None:
    site = played_site
    sign_in_once(page.context, site)
    page.goto(site.url + LEAGUE)
    leave_by(page, page.locator(".week[open] ~ a.week").first)
    week = page.url
    match = page.locator(TO_COME).first
    shown = match.get_attribute("id")
    players = match.locator("[data-players]").evaluate_all(
        "names => names.map(name => name.dataset.players.trim().split(' ')[0])"
    )
    mine, theirs = (own_link(page, site, player) for player in players[:2])

    phone = browser.new_context(viewport=PHONE).new_page()  # type: ignore[arg-type]
    phone.goto(site.url + mine)
    league = phone.get_by_role("region", name="Pairs league")
    leave_by(phone, league.get_by_role("link", name="Enter the result").first)  # 1
    assert axe.find_objections(phone) == []
    phone.get_by_label("5–3").check()  # 2
    leave_by(phone, button(phone, "Send"))  # 3
    expect(phone.get_by_text("Your result is saved.")).to_be_visible()

    other = browser.new_context(viewport=PHONE).new_page()  # type: ignore[arg-type]
    other.goto(site.url + theirs)
    leave_by(other, other.get_by_role("link", name="Is that right?"))
    expect(other.get_by_text("3–5").first).to_be_visible()
    assert axe.find_objections(other) == []
    leave_by(other, button(other, "Confirm the result"))
    expect(other.get_by_text("Both sides have confirmed it.")).to_be_visible()

    page.goto(week)
    expect(page.locator(f"#{shown}")).to_contain_text("Finished")
    for each in (phone, other):
        each.context.close()
