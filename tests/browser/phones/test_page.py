"""The entry page: small, accessible, usable by touch, and working without JavaScript."""

import re
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from leagues.access.phone_passes import Chose
from tests.browser.axe import find_objections
from tests.browser.conftest import Watch
from tests.browser.phones.conftest import Hall, Phones
from tests.browser.phones.steps import (
    choose_result,
    enter_result,
    expect_points,
    expect_question,
    expect_text,
    round_items,
    send_button,
    wait_until_kept,
    wait_until_ready,
)

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
LIMIT = 80_000  # bytes over the wire at the first visit, letters and all


@pytest.mark.long
def test_the_first_visit_weighs_at_most_eighty_kilobytes(hall: Hall, phones: Phones) -> None:
    context = phones.context()
    page = context.new_page()
    wire: list[dict[str, Any]] = []
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda each: wire.append(each))
    page.goto(hall.match().address(0))
    wait_until_ready(page)
    page.wait_for_function(
        "() => ['source-sans', 'hand-over', 'lucide'].every((name) => performance"
        ".getEntriesByType('resource').some((each) => each.name.includes(name)))"
    )
    page.evaluate("navigator.serviceWorker.ready")
    sent = sum(each["encodedDataLength"] for each in wire)
    assert 30_000 < sent < LIMIT, f"{sent} bytes"


def test_a_player_scans_a_label_chooses_a_side_and_enters(hall: Hall, phones: Phones) -> None:
    sitting = hall.match()
    page = phones.open(sitting.address())
    expect(page.get_by_role("heading", level=1)).to_have_text("Who are you?")
    page.locator(".choose .button").first.click()
    expect_question(page, "Enter round 1")
    page.get_by_role("link", name="not you?").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Who are you?")


@pytest.mark.long
def test_who_shoots_first_and_who_has_the_hammer_is_always_in_sight(
    hall: Hall, phones: Phones
) -> None:
    sitting = hall.match()
    page = wait_until_ready(phones.open(sitting.address(Chose.EVERYBODY)))
    marks = page.locator("[data-part=shot]")
    hammer_b = ["shoots first", "hammer"]
    first = hammer_b if sitting.first == 0 else hammer_b[::-1]
    expect(marks).to_have_text(first)
    enter_result(page, "Tied")
    expect(marks).to_have_text(first[::-1])
    expect(page.get_by_role("button", name="Change round 1")).to_be_attached()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(marks.first).to_be_in_viewport()


@pytest.mark.long
def test_a_round_that_was_entered_is_never_asked_for_again(hall: Hall, phones: Phones) -> None:
    """Not while it is being kept either: who hands over or enters then would go wrong."""
    page = wait_until_ready(phones.open(hall.match().address(0)))
    page.context.set_offline(True)
    page.evaluate(
        """() => {
            const round = document.getElementById("round");
            window.told = [];
            const hear = () => told.push(Number(round.textContent.match(/\\d+/)[0]));
            new MutationObserver(hear).observe(round, {
                childList: true, characterData: true, subtree: true,
            });
        }"""
    )
    for number in (2, 3, 4):
        enter_result(page, "I won")
        expect_question(page, f"Enter round {number}")
    expect_text(page, "3 waiting to be sent")
    announced = page.evaluate("told")
    assert announced == sorted(announced)


def test_undo_takes_back_one_act_after_the_other(hall: Hall, phones: Phones) -> None:
    page = wait_until_ready(phones.open(hall.match().address(0)))
    undo = page.get_by_role("button", name="Undo")
    choose_result(page, "I won", twenties=2)
    made = page.locator(".stepper output").first
    expect(made).to_have_text("2")
    undo.click()
    expect(made).to_have_text("1")
    undo.click()
    undo.click()
    expect(send_button(page)).to_have_text("Who won the round?")
    expect(undo).to_have_attribute("aria-disabled", "true")


@pytest.mark.long
def test_what_was_sent_can_be_changed(hall: Hall, phones: Phones) -> None:
    sitting = hall.match()
    page = wait_until_ready(phones.open(sitting.address(0)))
    enter_result(page, "I won", twenties=3)
    page.get_by_role("button", name="Change round 1").click()
    expect_question(page, "Change round 1")
    expect(page.locator(".stepper output").first).to_have_text("3")
    choose_result(page, "Tied")
    send_button(page).click()
    expect_question(page, "Enter round 2")
    expect(round_items(page)).to_contain_text(["1–1"])
    expect(round_items(page)).to_contain_text(["entered by you"])
    assert len(sitting.reports()) == 2, "both words are kept"


@pytest.mark.long
def test_discs_are_laid_on_the_drawn_board_by_keyboard_alone(hall: Hall, phones: Phones) -> None:
    sitting = hall.match()
    page = wait_until_ready(phones.open(sitting.address(0)))
    page.get_by_role("button", name="Board", exact=True).press("Enter")
    own, other = page.locator("[data-way=discs] .total").all()
    for zone, times in (("20", 2), ("15", 1), ("5", 3)):
        for _ in range(times):
            page.get_by_role("button", name=re.compile(f"in the {zone},")).press("Enter")
    expect(own).to_contain_text("70")
    expect(page.locator("[data-part=board-says]")).to_contain_text("70, 6 of 8 discs")
    expect(page.locator("[data-part=placed] > g")).to_have_count(6)
    hole = page.locator(".zone[data-zone='0']").bounding_box()
    assert hole
    for disc in page.locator("[data-part=placed] > g").all()[:2]:
        box = disc.bounding_box()
        assert box
        assert hole["x"] <= box["x"] <= box["x"] + box["width"] <= hole["x"] + hole["width"]
        assert hole["y"] <= box["y"] <= box["y"] + box["height"] <= hole["y"] + hole["height"]
    other.press("Enter")
    page.get_by_role("button", name=re.compile("in the 10,")).press(" ")
    expect(send_button(page)).to_have_text("Enter round 1: 2–0")
    send_button(page).press("Enter")
    expect(round_items(page)).to_contain_text(["70–10 · 20s 2–0"])
    expect(round_items(page)).to_contain_text(["entered by you"])
    assert '"discs": [[2, 1, 0, 3], [0, 0, 1, 0]]' in str(sitting.reports()[0][2])


@pytest.mark.long
def test_the_hole_of_the_drawn_board_is_dark(hall: Hall, phones: Phones) -> None:
    page = phones.open(hall.match().address(0))
    fills = page.locator(".zone").evaluate_all(
        "all => all.map((each) => getComputedStyle(each).fill)"
    )
    assert len(set(fills)) == 4


@pytest.mark.long
def test_a_side_has_no_more_discs_than_it_shoots(hall: Hall, phones: Phones) -> None:
    page = wait_until_ready(phones.open(hall.match().address(0)))
    page.get_by_role("button", name="Board", exact=True).click()
    ten = page.get_by_role("button", name=re.compile("in the 10,"))
    for _ in range(9):
        ten.press("Enter")
    expect_text(page, "All 8 discs of")
    expect(page.locator("[data-way=discs] .total").first).to_contain_text("80")
    page.get_by_role("button", name=re.compile("^Take one away: 10")).click()
    expect(page.locator("[data-way=discs] .total").first).to_contain_text("70")


@pytest.mark.long
def test_totals_are_typed_in_fives_and_impossible_ones_get_a_message(
    hall: Hall, phones: Phones
) -> None:
    page = wait_until_ready(phones.open(hall.match().address(0)))
    page.get_by_role("button", name="Totals", exact=True).click()
    own, other = page.locator("[data-way=totals] .total").all()

    def press(*keys: str) -> None:
        for key in keys:
            page.locator(f'[data-key="{key}"]').click()

    press("9", "5")
    expect(own).to_contain_text("95")
    other.click()
    press("7")
    expect_text(page, "7 isn’t possible. Totals are in fives.")
    expect(send_button(page)).to_have_attribute("aria-disabled", "true")
    press("0", "more")
    expect(send_button(page)).to_have_text("Enter round 1: 2–0")
    for _ in range(5):
        page.get_by_role("button", name="One more").first.click()
    expect_text(page, "with 5 × 20, the total is between 100 and 145")
    expect(send_button(page)).to_have_attribute("aria-disabled", "true")


@pytest.mark.long
def test_the_way_one_chose_is_remembered(hall: Hall, phones: Phones) -> None:
    context = phones.context()
    page = wait_until_ready(phones.open(hall.match().address(0), context))
    page.get_by_role("button", name="Totals", exact=True).click()
    wait_until_kept(page).close()
    again = wait_until_ready(phones.open(hall.match().address(0), context))
    expect(again.locator("[data-way=totals]")).to_be_visible()


@pytest.mark.long
def test_axe_objects_to_nothing(hall: Hall, phones: Phones) -> None:
    hall.trust("both")
    sitting = hall.match()
    ann, ben = (wait_until_ready(phones.open(sitting.address(seat))) for seat in (0, 1))
    enter_result(ann, "I won")
    expect_question(ben, "Enter it too")
    enter_result(ben, "I won")
    expect_text(ann, "You disagree")
    ann.set_viewport_size({"width": 320, "height": 1600})
    for way in ("Result", "Board", "Totals"):
        ann.get_by_role("button", name=way, exact=True).click()
        assert ann.evaluate("document.scrollingElement.scrollWidth") <= 320, way
        for theme in THEMES:
            ann.emulate_media(color_scheme=theme, reduced_motion="reduce")
            assert find_objections(ann) == [], f"{theme}, {way}"


@pytest.mark.long
def test_whatever_a_thumb_presses_is_as_wide_as_a_thumb(hall: Hall, phones: Phones) -> None:
    page = wait_until_ready(phones.open(hall.match().address(0)))
    for way in ("Board", "Totals", "Result"):
        page.get_by_role("button", name=way, exact=True).click()
        small = page.eval_on_selector_all(
            "button, a",
            """all => all.filter(one => one.checkVisibility()).map(one => {
                const { width, height } = one.getBoundingClientRect();
                return [one.textContent.trim(), Math.round(width), Math.round(height)];
            }).filter(([, width, height]) => width < 48 || height < 48)""",
        )
        assert small == []


def test_the_two_scores_fill_the_width_of_the_phone(hall: Hall, phones: Phones) -> None:
    page = phones.open(hall.match().address(0))
    boxes = [each.bounding_box() for each in page.locator(".side").all()]
    assert [(box["x"], box["width"]) for box in boxes if box] == [(0, 194.5), (195.5, 194.5)]


@pytest.mark.long
def test_a_name_of_one_long_word_stays_within_the_window(hall: Hall, phones: Phones) -> None:
    sitting = hall.match()
    ((player, name),) = hall.ask(
        "SELECT player.id, player.name FROM leagues_sideplayer AS sat "
        "JOIN leagues_player AS player ON player.id = sat.player_id "
        "JOIN leagues_matchside AS side ON side.id = sat.side_id "
        "WHERE side.match_id = ? AND side.seat = 0",
        sitting.pk,
    )
    call = "UPDATE leagues_player SET name = ? WHERE id = ?"
    hall.ask(call, "Wolfeschlegelsteinhausenbergerdorffwelchevoraltern", player)
    try:
        phone = wait_until_ready(phones.open(sitting.address(0)))
        expect_text(phone, "You’re Wolfeschlegelsteinhausenbergerdorffwelchevoraltern")
        assert phone.evaluate("document.scrollingElement.scrollWidth") <= 390
    finally:
        hall.ask(call, name, player)


HIDDEN_LINE = """(one, colour) => {
    const lines = Number(getComputedStyle(one).webkitLineClamp);
    one.innerHTML = "x<br>".repeat(lines) + "<span>ŐŐŐŐ</span>";
    one.lastChild.style.color = colour;
}"""


def cut_short(text: Locator, hidden: str) -> bytes:
    """A picture of a text with a line more than it has room for, of this colour."""
    text.evaluate(HIDDEN_LINE, hidden)
    return text.screenshot()


@pytest.mark.long
def test_no_accent_shows_below_a_text_that_is_cut_short(hall: Hall, phones: Phones) -> None:
    page = wait_until_ready(phones.open(hall.match().address(0)))
    page.evaluate("document.fonts.ready.then(() => 0)")
    for width, height in ((320, 568), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        for place in (".where h1", ".side .name", ".third > span:not(.disc)"):
            text = page.locator(place).first
            cut_short(text, "transparent")  # where the page moves once, it has moved
            seen = cut_short(text, "transparent"), cut_short(text, "black")
            assert seen[0] == seen[1], f"{place} at {width}"


@pytest.mark.long
def test_the_page_works_without_javascript(hall: Hall, browser: Browser, watch: Watch) -> None:
    watch.expect(422)
    sitting = hall.match()
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(sitting.address(0))
    own, other = page.get_by_label(re.compile("what .* counted")).all()
    own.fill("95")
    other.fill("77")
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_role("alert")).to_contain_text("77 isn't a possible total")
    own, other = page.get_by_label(re.compile("what .* counted")).all()
    expect(own).to_have_value("95")
    other.fill("75")
    page.get_by_role("button", name="Enter").click()
    expect_points(page, 2, 0)
    assert sitting.kept_rounds() == [(1, "agreed", "[2, 0]")]
    context.close()


@pytest.mark.long
def test_a_tap_is_shown_before_anything_is_asked_of_the_network(hall: Hall, phones: Phones) -> None:
    """By the order of events, not by a clock: the effect is there when the tap returns."""
    page: Page = wait_until_ready(phones.open(hall.match().address(0)))
    shown = page.evaluate(
        """() => {
            document.querySelector(".third").click();
            const pressed = document.querySelector(".third").getAttribute("aria-pressed");
            const send = document.querySelector('[data-act="send"]');
            const label = send.textContent;
            send.click();
            return [pressed, label, document.querySelector("#round").textContent];
        }"""
    )
    assert shown == ["true", "Enter round 1: 2–0", "Enter round 2"]
