"""A whole day through the pages: a list is pasted, pools and a knockout are played, and
the podium stands."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.steps import button, sign_in
from tests.served import Site

PEOPLE = """1 Ada Ames
2 Bo Birch
3 Cy Cole
4 Di Dahl
5 Eli Early
6 Flo Fern
7 Gus Grant
8 Hope Hart
9 Ivo Iles
10 Joy Jansen
11 Kit Kane"""
BOARDS = "21-24"  # on the others the demo plays already


@pytest.fixture(scope="module")
def hall(own_site: Site) -> Site:
    return own_site


def tab(page: Page, name: str) -> None:
    """One of the desk's pages of this event."""
    tabs = page.get_by_role("navigation", name="Desk of Whole Day")
    tabs.get_by_role("link", name=name, exact=True).click()


def says(page: Page, text: str) -> None:
    expect(page.get_by_text(text).first).to_be_visible()


def test_from_a_pasted_list_to_the_podium(page: Page, hall: Site) -> None:
    sign_in(page, hall)
    plan_it(page, hall)
    people_come_in(page)
    draw_the_pools(page)
    tab(page, "Desk")
    button(page, "Start the event").click()
    play(page, rounds=3, boards=4)
    send_the_winners_on(page)
    # With a deciding round a card has no length of its own: an empty line ends it.
    play(page, rounds=2, boards=2, ends=[""])
    finish(page, hall)


def plan_it(page: Page, hall: Site) -> None:
    """Pools of three, and the winner of each goes on."""
    page.goto(f"{hall.url}/desk/new/pools-then-knockout/")
    page.get_by_label("Name of the event").fill("Whole Day")
    page.get_by_label("How many will come, about").fill("12")
    page.get_by_label("Boards", exact=True).fill(BOARDS)
    button(page, "Plan this event").click()
    for stage, label, number in (
        ("Pools", "Into how many pools", "4"),
        ("Knockout", "How many go on", "1"),
    ):
        page.get_by_role("main").get_by_role("link", name=stage).first.click()
        page.get_by_label(label).fill(number)
        button(page, "Save").click()
        says(page, f"{stage} is saved.")


def people_come_in(page: Page) -> None:
    """Eleven from a list, and one from the club, found by typing."""
    tab(page, "People")
    page.get_by_role("link", name="Enter a list").first.click()
    page.get_by_label("The list").fill(PEOPLE)
    button(page, "Read the list").click()
    button(page, "Enter those ticked").click()
    says(page, "11 entries are in.")
    page.get_by_role("link", name="Pick from the club").first.click()
    find = page.get_by_label("Find a name")
    find.fill("erzsebet")
    expect(page.locator(".pick label:visible")).to_have_text(["Erzsébet Kovács"])
    find.press("Enter")
    expect(find).to_have_value("")
    expect(page.locator("[data-ticked]")).to_have_text("1")
    button(page, "Enter those ticked").click()
    says(page, "1 entry is in.")


def draw_the_pools(page: Page) -> None:
    tab(page, "Draw")
    button(page, "Draw all games").click()
    says(page, "Only the desk sees them.")
    button(page, "Publish all 3 drafts").click()
    says(page, "Games 1 to 3 are published.")


def play(page: Page, *, rounds: int, boards: int, ends: Sequence[str] = ()) -> None:
    """Call each round and type its cards by keyboard; the alphabet decides who wins."""
    tab(page, "Desk")
    for _ in range(rounds):
        button(page, "Call them").first.click()
        called = page.locator(".board-card.called")
        expect(called).to_have_count(boards)
        for number, names in [at_board(card) for card in called.all()]:
            each = "20" if names == sorted(names) else "02"
            type_card(page, number, [each] * 4 + [*ends])
        expect(called).to_have_count(0)


def at_board(card: Locator) -> tuple[str, list[str]]:
    number = card.locator(".board-number").inner_text()
    return (
        "".join(filter(str.isdecimal, number)),
        card.locator(".side .name").all_inner_texts(),
    )


def type_card(page: Page, board: str, lines: Sequence[str]) -> None:
    page.get_by_label("Board number").focus()
    page.keyboard.type(board)
    page.keyboard.press("Enter")
    expect(page.get_by_label("Rounds, one on a line")).to_be_focused()
    for line in lines:
        page.keyboard.type(line)
        page.keyboard.press("Enter")
    expect(page.locator(".saved")).to_contain_text(f"Board {board}:")


def send_the_winners_on(page: Page) -> None:
    tab(page, "Advance")
    button(page, "Open Knockout").click()
    says(page, "Knockout is open.")
    tab(page, "Draw")
    page.get_by_role("link", name="Knockout", exact=True).click()
    button(page, "Publish the bracket").click()
    says(page, "Game 1 is published.")


def finish(page: Page, hall: Site) -> None:
    tab(page, "Advance")
    podium = page.locator(".podium")
    expect(podium).to_be_visible()
    button(page, "Finish the event").click()
    says(page, "The event is finished. The podium is public.")
    page.goto(f"{hall.url}/events/whole-day/")
    expect(page.locator(".podium .name").first).to_contain_text("Ada Ames")
