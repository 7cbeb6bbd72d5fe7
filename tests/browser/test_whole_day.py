"""A whole day through the pages, from a pasted list to the podium.

Pools and a knockout, four at a board, and a shoot-out: other shapes use the same pages. All
shapes are played without a browser in tests/leagues/days/test_every_shape.py.
"""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.steps import button, leave_by, sign_in_once
from tests.served import Site

pytestmark = pytest.mark.long

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
def hall(played_site: Site) -> Site:
    return played_site


def open_tab(page: Page, name: str) -> None:
    """Open one of the tabs of the event's desk."""
    tabs = page.get_by_role("navigation", name="Desk of")
    tabs.get_by_role("link", name=name, exact=True).click()


def expect_text(page: Page, text: str) -> None:
    expect(page.get_by_text(text).first).to_be_visible()


def test_from_a_pasted_list_to_the_podium(page: Page, hall: Site) -> None:
    sign_in_once(page.context, hall)
    plan_it(page, hall)
    people_come_in(page)
    one_is_found_by_typing(page)
    draw_the_pools(page)
    open_tab(page, "Desk")
    leave_by(page, button(page, "Start the event"))
    play_rounds(page, rounds=3, boards=4)
    send_the_winners_on(page)
    # With a deciding round a card has no fixed length: an empty line ends it.
    play_rounds(page, rounds=2, boards=2, ends=[""])
    finish_event(page)


@pytest.mark.rare
def test_four_at_a_board_to_the_podium(page: Page, hall: Site) -> None:
    sign_in_once(page.context, hall)
    plan_small(page, hall, "at-a-board", people=4, boards="31-32")
    open_tab(page, "Draw")
    button(page, "Draw all games").click()
    button(page, "Publish all 4 drafts").click()
    expect_text(page, "Games 1 to 4 are published.")
    open_tab(page, "Desk")
    leave_by(page, button(page, "Start the event"))
    play_rounds(page, rounds=4, boards=1)
    finish_event(page)


@pytest.mark.rare
def test_a_shoot_out_to_the_podium(page: Page, hall: Site) -> None:
    sign_in_once(page.context, hall)
    plan_small(page, hall, "shoot-out", people=3, boards="33-34")
    page.get_by_role("link", name="Enter the 20s").first.click()
    for place, name in enumerate(("Ada Ames", "Bo Birch", "Cy Cole")):
        row = page.get_by_role("listitem").filter(has_text=name)
        row.get_by_label(f"20s of {name}").fill(str(12 - place))
        row.get_by_role("button", name="Save").click()
        expect(row.locator(".seed")).to_have_text(str(place + 1))
    expect(page.get_by_role("status")).to_contain_text("Everyone has shot.")
    finish_event(page)


def plan_small(page: Page, hall: Site, shape: str, *, people: int, boards: str) -> None:
    page.goto(f"{hall.url}/desk/new/{shape}/")
    page.get_by_label("Name of the event").fill(f"Small {shape}")
    page.get_by_label("Expected number of players").fill(str(people))
    page.get_by_label("Boards", exact=True).fill(boards)
    button(page, "Plan this event").click()
    people_come_in(page, people)


def plan_it(page: Page, hall: Site) -> None:
    """Plan pools of three, of which each winner goes on."""
    page.goto(f"{hall.url}/desk/new/pools-then-knockout/")
    page.get_by_label("Name of the event").fill("Whole Day")
    page.get_by_label("Expected number of players").fill("12")
    page.get_by_label("Boards", exact=True).fill(BOARDS)
    button(page, "Plan this event").click()
    for stage, label, number in (
        ("Pools", "Number of pools", "4"),
        ("Knockout", "How many go on", "1"),
    ):
        page.get_by_role("main").get_by_role("link", name=stage).first.click()
        page.get_by_label(label).fill(number)
        button(page, "Save").click()
        expect_text(page, f"{stage} is saved.")


def people_come_in(page: Page, many: int = 11) -> None:
    open_tab(page, "People")
    page.get_by_role("link", name="Enter a list").first.click()
    page.get_by_label("The list").fill("\n".join(PEOPLE.splitlines()[:many]))
    button(page, "Check the list").click()
    button(page, "Enter ticked people").click()
    expect_text(page, f"{many} entries added.")


def one_is_found_by_typing(page: Page) -> None:
    """Find a member of the club by typing, and enter them."""
    page.get_by_role("link", name="Add members").first.click()
    find = page.get_by_label("Find a name")
    find.fill("erzsebet")
    expect(page.locator(".ticks label:visible")).to_have_text(["Erzsébet Kovács"])
    find.press("Enter")
    expect(find).to_have_value("")
    expect(page.locator("[data-ticked]")).to_have_text("1")
    button(page, "Enter ticked people").click()
    expect_text(page, "1 entry added.")


def draw_the_pools(page: Page) -> None:
    open_tab(page, "Draw")
    button(page, "Draw all games").click()
    expect_text(page, "Only the desk sees them.")
    button(page, "Publish all 3 drafts").click()
    expect_text(page, "Games 1 to 3 are published.")


def play_rounds(page: Page, *, rounds: int, boards: int, ends: Sequence[str] = ()) -> None:
    """Call each round and type its cards by keyboard; the first name in the alphabet wins."""
    open_tab(page, "Desk")
    for _ in range(rounds):
        button(page, "Call them").first.click()
        called = page.locator(".boards > [data-state='called']")
        expect(called).to_have_count(boards)
        for number, names in [at_board(card) for card in called.all()]:
            type_card(page, number, [line_of_card(names)] * 4 + [*ends])
        expect(called).to_have_count(0)


def line_of_card(names: list[str]) -> str:
    if len(names) == 2:
        return "20" if names == sorted(names) else "02"
    order = sorted(names)
    return " ".join(str(60 - 15 * order.index(name)) for name in names)


def at_board(card: Locator) -> tuple[str, list[str]]:
    number = card.locator(".board-number").inner_text()
    return ("".join(filter(str.isdecimal, number)), card.locator(".side .name").all_inner_texts())


def type_card(page: Page, board: str, lines: Sequence[str]) -> None:
    page.get_by_label("Board number").focus()
    page.keyboard.type(board)
    page.keyboard.press("Enter")
    expect(page.get_by_label("Rounds, one per line")).to_be_focused()
    for line in lines:
        page.keyboard.type(line)
        page.keyboard.press("Enter")
    expect(page.locator("#entry [role=status]")).to_contain_text(f"Board {board}:")


def send_the_winners_on(page: Page) -> None:
    open_tab(page, "Advance")
    button(page, "Open Knockout").click()
    expect_text(page, "Knockout is open.")
    open_tab(page, "Draw")
    page.get_by_role("navigation", name="Stages").locator("summary").click()
    page.get_by_role("link", name="Knockout", exact=True).click()
    button(page, "Publish the bracket").click()
    expect_text(page, "Game 1 is published.")


def finish_event(page: Page) -> None:
    open_tab(page, "Advance")
    podium = page.locator(".podium")
    expect(podium).to_be_visible()
    leave_by(page, button(page, "Finish the event"))
    expect_text(page, "The event is finished. The podium is public.")
    page.goto(re.sub(r"/desk(/events/[^/]+/).*", r"\1", page.url))
    expect(page.locator(".podium .name").first).to_contain_text("Ada Ames")
