"""The desk in a browser: ten cards by keyboard, and two organisers at two laptops."""

import re

import pytest
from playwright.sync_api import Browser, CDPSession, Locator, Page, expect

from tests.browser.axe import find_objections
from tests.browser.conftest import Watch
from tests.browser.steps import leave_by, sign_in_once
from tests.served import Site

DESK = "/desk/events/millrace-open/play/"


@pytest.fixture(scope="module")
def hall(own_site: Site) -> Site:
    return own_site


@pytest.fixture
def desk(page: Page, hall: Site) -> Page:
    """The organiser's laptop, at the desk of the running event."""
    sign_in_once(page.context, hall)
    page.goto(hall.url + DESK)
    return page


def open_card(page: Page, board: str) -> None:
    """Type a board's number and Enter, and wait until the cursor is in the card."""
    expect(page.get_by_label("Board number")).to_be_focused()
    page.keyboard.type(board)
    page.keyboard.press("Enter")
    expect(page.get_by_label("Rounds, one per line")).to_be_focused()


def test_ten_cards_are_typed_without_the_mouse(desk: Page) -> None:
    boards = with_matches(desk, ["called", "playing", "waiting"], wanted=10)
    desk.get_by_label("Board number").focus()

    for number in numbers_of(boards)[:10]:
        open_card(desk, number)
        shown = desk.get_by_label("Rounds, one per line").input_value()
        rounds = len(shown.split("\n")) if shown else 0
        if rounds:
            desk.keyboard.press("Enter")
        for line in ["20", "1 1", "0-2", "2-0"][rounds:]:
            desk.keyboard.type(line)
            desk.keyboard.press("Enter")
        expect(desk.locator("#entry [role=status]")).to_contain_text(f"Board {number}:")
        expect(desk.locator("#entry [role=status]")).to_contain_text("Saved.")
    expect(desk.get_by_label("Board number")).to_be_focused()


def test_a_card_whose_field_was_made_larger_gives_way_without_an_error(desk: Page) -> None:
    """The policy refuses the style that htmx would carry over; ``watch`` would see it."""
    one, other = numbers_of(called_boards(desk, 2))[:2]
    desk.get_by_label("Board number").focus()
    open_card(desk, one)
    dragged = "field => field.style.height = '20rem'"  # what dragging its corner does
    desk.locator("#card").evaluate(dragged)

    desk.locator(f"#board-{other}").click()

    expect(desk.locator("#entry-title")).to_contain_text(other)
    expect(desk.locator("#card")).not_to_have_attribute("style", re.compile("height"))


def called_boards(desk: Page, wanted: int) -> Locator:
    """Boards with a match that is called and has no rounds yet."""
    return with_matches(desk, ["called"], wanted)


def with_matches(desk: Page, states: list[str], wanted: int) -> Locator:
    """Boards in these states, of which more are called if other tests have finished some."""
    in_one = ", ".join(f"[data-state='{each}']" for each in states)
    address, boards = desk.url, desk.locator(f".boards > :is({in_one}):has(.side)")
    while boards.count() < wanted:
        desk.locator(".boards > [data-state='free'] p a").first.click()
        leave_by(desk, desk.get_by_role("button", name="Call to the board"))
        desk.goto(address)
    return boards


def numbers_of(boards: Locator) -> list[str]:
    found = boards.locator(".board-number").all_inner_texts()
    return ["".join(filter(str.isdecimal, text)) for text in found]


def on_a_slow_network(desk: Page) -> CDPSession:
    slow = desk.context.new_cdp_session(desk)
    slow.send("Network.enable")
    slow.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 400, "downloadThroughput": -1, "uploadThroughput": -1},
    )
    return slow


def test_typing_ahead_loses_no_key(desk: Page) -> None:
    """From paper, without looking up: the board, the rounds, and the next board."""
    numbers = numbers_of(called_boards(desk, 2))
    slow = on_a_slow_network(desk)
    desk.get_by_label("Board number").focus()

    desk.keyboard.type(f"{numbers[0]}\n20\n02\n20\n20\n{numbers[1]}\n11\n")

    card = desk.get_by_label("Rounds, one per line")
    expect(card).to_have_value("11\n")
    desk.keyboard.press("Escape")
    expect(desk.get_by_label("Board number")).to_be_focused()
    slow.detach()


@pytest.mark.long
def test_what_is_typed_before_a_question_goes_into_no_match(desk: Page) -> None:
    """The match has ended, and another is to come at its board: which one is meant?"""
    [number, *_others] = numbers_of(called_boards(desk, 1))
    desk.get_by_label("Board number").focus()
    open_card(desk, number)
    desk.keyboard.type("20\n02\n20\n20\n")
    expect(desk.locator("#entry [role=status]")).to_contain_text("Saved.")
    slow = on_a_slow_network(desk)
    expect(desk.get_by_label("Board number")).to_be_focused()

    desk.keyboard.type(f"{number}\n20\n02\n")
    question = desk.locator("#entry .note")
    expect(question).to_contain_text("is finished here")
    desk.keyboard.type("20\n20\n")

    expect(question).to_be_focused()
    assert desk.url.endswith(DESK), "Enter has followed no link"
    desk.get_by_role("link", name="Type match").click()
    expect(desk.get_by_label("Rounds, one per line")).to_have_value("")
    slow.detach()


@pytest.mark.long
def test_what_is_typed_before_a_refusal_goes_into_no_match(
    desk: Page, browser: Browser, hall: Site, watch: Watch
) -> None:
    watch.expect(422)
    [number, *_others] = numbers_of(called_boards(desk, 1))
    desk.get_by_label("Board number").focus()
    open_card(desk, number)
    slow = on_a_slow_network(desk)
    desk.keyboard.type("20\n30\n\n11\n20\n")
    expect(desk.locator("#entry [role=alert]")).to_be_focused()
    desk.keyboard.type("20\n")

    card = desk.get_by_label("Rounds, one per line")
    expect(card).to_have_value("20\n30\n")
    slow.detach()


@pytest.mark.long
def test_the_sum_runs_along_while_typing(desk: Page) -> None:
    called = called_boards(desk, 1).first
    called.locator(".board-number").click()
    card = desk.get_by_label("Rounds, one per line")
    expect(card).to_be_focused()
    card.fill("20\n11")
    expect(desk.locator("#card-sum ol + p")).to_contain_text("3 – 1")
    card.press_sequentially("\n30")
    expect(desk.locator("#card-sum .error")).to_contain_text("Round 3")
    expect(card).to_have_value("20\n11\n30")

    desk.keyboard.press("Escape")
    expect(desk.get_by_label("Board number")).to_be_focused()


def test_two_organisers_at_one_card(desk: Page, browser: Browser, hall: Site, watch: Watch) -> None:
    watch.expect(422)
    other = browser.new_page()
    watch.follow(other)
    sign_in_once(other.context, hall)
    other.goto(hall.url + DESK)
    follows = called_boards(desk, 1).first
    number = follows.locator(".board-number").inner_text()
    number = "".join(filter(str.isdecimal, number))
    for page in (desk, other):
        page.get_by_label("Board number").focus()
        open_card(page, number)
        page.get_by_label("Rounds, one per line").fill("")

    desk.keyboard.type("20\n20\n20\n20\n")
    expect(desk.locator("#entry [role=status]")).to_contain_text("Saved.")
    other.keyboard.type("20\n20\n20\n02\n")

    refused = other.locator("#entry [role=alert]")
    expect(refused).to_contain_text("This card has changed since you opened it")
    expect(refused).to_contain_text("2-0, 2-0, 2-0, 2-0")
    card = other.get_by_label("Rounds, one per line")
    expect(card).to_have_value("20\n20\n20\n02")
    other.close()


@pytest.mark.long
def test_what_one_laptop_does_the_other_sees(
    desk: Page, browser: Browser, hall: Site, watch: Watch
) -> None:
    other = browser.new_page()
    watch.follow(other)
    sign_in_once(other.context, hall)
    other.goto(hall.url + DESK)
    other.get_by_label("Board number").fill("1")

    desk.get_by_text("Show a message on all screens").click()
    desk.get_by_label("Announcement").fill("Soup is ready")
    desk.get_by_role("button", name="Show the message").click()

    expect(other.locator("#live")).to_contain_text("Soup is ready")
    expect(other.get_by_label("Board number")).to_have_value("1")
    other.close()


@pytest.mark.long
def test_the_desk_works_without_javascript(browser: Browser, hall: Site) -> None:
    page = browser.new_page(java_script_enabled=False)
    sign_in_once(page.context, hall)
    page.goto(hall.url + DESK)
    waiting = called_boards(page, 1).first
    waiting.locator(".board-number").click()
    page.get_by_label("Rounds, one per line").fill("20\n20\n20\n20")
    page.get_by_role("button", name="Save the card").click()
    expect(page.locator("#flashes")).to_contain_text("Saved.")
    page.close()


@pytest.mark.long
@pytest.mark.parametrize("path", [DESK, DESK + "card/?board=1", DESK + "../matches/1/"])
def test_the_desk_is_within_reach(path: str, desk: Page, hall: Site) -> None:
    desk.goto(hall.url + path)
    for width in (320, 1280):
        desk.set_viewport_size({"width": width, "height": 800})
        assert find_objections(desk) == [], width
        assert desk.evaluate("document.scrollingElement.scrollWidth") <= width
