"""A meeting of two teams, on phones: captains name their line-ups by a link, players enter results,
and the league's table changes.
"""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser import axe
from tests.browser.conftest import Watch
from tests.browser.steps import button, leave_by, sign_in_once
from tests.browser.test_league_result import PHONE, own_link
from tests.served import Site

pytestmark = pytest.mark.long

LEAGUE = "/leagues/team-league/"
DESK = "/desk/leagues/team-league/teams/"
ONE, OTHER = "Lakeside", "Old Foundry"
"""They meet in the week that is on."""


def captains_link(page: Page, site: Site, team: str) -> str:
    page.goto(site.url + DESK)
    card = page.locator("main .tiles > li", has_text=team)
    leave_by(page, card.get_by_role("link", name=team, exact=True))
    leave_by(page, button(page, "Create a captain’s link"))
    found = re.search(r"/captain/\d+-[\w-]+/", page.content())
    assert found
    return found[0]


def name_line_up(phone: Page, address: str, other: str) -> list[str]:
    """Name the first two of the squad for the two singles; returns their names."""
    phone.goto(address)
    meeting = phone.get_by_role("region", name=f"Against {other}")
    if not meeting.get_by_label("Single 1").is_visible():
        meeting.get_by_text("Enter the line-up").click()
    names = []
    for nth in (1, 2):
        single = meeting.get_by_label(f"Single {nth}")
        single.select_option(index=nth)
        names.append(single.evaluate("it => it.selectedOptions[0].text"))
    assert axe.find_objections(phone) == []
    leave_by(phone, meeting.get_by_role("button", name="Send the line-up"))
    return names


def points_in_row(row: Locator) -> dict[str, int]:
    """A team's match points and points, from its row of the table."""
    match_points, points = row.locator("td").all_inner_texts()[1:3]
    return {"match points": int(match_points), "points": int(points)}


def test_captains_name_who_plays_and_their_boards_move_the_table(
    browser: Browser, page: Page, played_site: Site, watch: Watch
) -> None:
    site = played_site
    sign_in_once(page.context, site)
    links = {name: captains_link(page, site, name) for name in (ONE, OTHER)}

    def phone() -> Page:
        found: Page = browser.new_context(viewport=PHONE).new_page()  # type: ignore[arg-type]
        return found

    captain, captain_of_other = phone(), phone()
    mine = name_line_up(captain, site.url + links[ONE], OTHER)
    expect(captain.get_by_text("Your line-up is in.")).to_be_visible()
    name_line_up(captain_of_other, site.url + links[OTHER], ONE)
    expect(captain_of_other.get_by_text("Both line-ups are in.").first).to_be_visible()
    captain.reload()
    region = captain.get_by_role("region", name=f"Against {OTHER}")
    for name in mine:
        expect(region).to_contain_text(name)

    page.goto(site.url + LEAGUE)
    row = page.locator("table").first.locator("tr", has_text=ONE).first
    before = points_in_row(row)
    for name in mine:
        page.goto(f"{site.url}/players/")
        found = page.get_by_role("link", name=name, exact=True)
        number = re.search(r"/players/(\d+)", found.get_attribute("href") or "")
        assert number
        player = phone()
        player.goto(site.url + own_link(page, site, number[1]))
        league = player.get_by_role("region", name="Team league")
        leave_by(player, league.get_by_role("link", name="Enter the result").first)
        player.get_by_label("5–3").check()
        leave_by(player, button(player, "Send"))
        expect(player.get_by_text("Your result is saved.")).to_be_visible()
        player.context.close()

    page.goto(site.url + LEAGUE)
    after = points_in_row(row)
    assert after["match points"] == before["match points"] + 2
    assert after["points"] == before["points"] + 10
    meeting = page.locator(".week li", has_text=ONE).filter(has_text=OTHER).first
    expect(meeting).to_contain_text("Finished")
    for each in (captain, captain_of_other):
        each.context.close()
