"""Every question has a No that leads on, and agreeing by mistake can be undone."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phones.conftest import Hall, Phones, Sitting
from tests.browser.phones.steps import (
    COUNTED,
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

pytestmark = pytest.mark.long

TAKEN_BACK = 10_000  # milliseconds for which a concession waits


def measure_button(page: Page, name: str) -> dict[str, Any]:
    """The height and the background colour of a button."""
    found = page.get_by_role("button", name=name, exact=True)
    expect(found).to_be_visible()
    of_it = "b => ({height: b.offsetHeight, background: getComputedStyle(b).backgroundColor})"
    seen: dict[str, Any] = found.evaluate(of_it)
    return seen


def button_class(page: Page, name: str) -> str | None:
    """The CSS class of a button: both answers must look the same."""
    found = page.get_by_role("button", name=name, exact=True)
    expect(found).to_be_visible()
    return found.get_attribute("class")


def play_rounds(ann: Page, *results: str) -> None:
    for number, result in enumerate(results, start=1):
        expect_question(ann, f"Enter round {number}")
        enter_result(ann, result)
    expect(round_items(ann).first).to_contain_text(COUNTED)


def on_a_slow_clock(phones: Phones, sitting: Sitting, seat: int) -> Page:
    context = phones.context()
    context.clock.install()
    return wait_until_ready(phones.open(sitting.address(seat), context))


def test_conceding_can_be_taken_back_also_after_a_reload(hall: Hall, phones: Phones) -> None:
    hall.trust("both")
    sitting = hall.match()
    ann = wait_until_ready(phones.open(sitting.address(0)))
    ben = on_a_slow_clock(phones, sitting, 1)
    enter_result(ann, "I won")
    expect_question(ben, "Enter it too")
    enter_result(ben, "I won")
    expect_text(ben, "You disagree on round 1")
    expect(ben.locator("[data-part=told]")).to_have_text("round 1, 0–2, 20s 0–0: you disagree")
    mine, theirs = "Keep 2–0", "Accept 0–2"
    assert button_class(ben, mine) == button_class(ben, theirs)

    ben.get_by_role("button", name=theirs).click()
    expect_text(ben, "You accept 0–2, 20s 0–0 in round 1")
    expect_points(ben, 0, 2)
    ready_again(ben)
    ben.locator(".card").get_by_role("button", name="Undo").click()
    expect_text(ben, "You disagree on round 1")
    assert len(sitting.reports()) == 2, "nothing was said of it"

    ben.get_by_role("button", name=theirs).click()
    expect_text(ben, "You accept 0–2, 20s 0–0 in round 1")
    ben.clock.fast_forward(TAKEN_BACK)
    expect(round_items(ben)).to_contain_text(["agreed"])
    expect(ben.locator(".card")).to_have_count(0)
    expect(ben.locator("[data-part=told]")).to_have_text("round 1, 0–2, 20s 0–0: agreed")
    expect(round_items(ann)).to_contain_text(["agreed"])


def ready_again(page: Page) -> None:
    wait_until_kept(page).reload()
    wait_until_ready(page)


def test_agreeing_and_entering_the_next_round_confirms_the_first(
    hall: Hall, phones: Phones
) -> None:
    hall.trust("confirm")
    sitting = hall.match()
    ann = wait_until_ready(phones.open(sitting.address(0)))
    ben = on_a_slow_clock(phones, sitting, 1)
    enter_result(ann, "Tied")
    expect_text(ben, "entered round 1: 1–1")
    assert button_class(ben, "Agree on 1–1") == button_class(ben, "I disagree")
    expect(round_items(ben)).to_contain_text(["waiting for you"])
    expect(round_items(ann)).to_contain_text(["waiting for the other side"])
    ben.get_by_role("button", name="Agree on 1–1").click()
    enter_result(ben, "I won")

    expect(round_items(ann)).to_contain_text(["waiting for you", "agreed"])
    assert [(seat, number) for seat, number, _ in sitting.reports()] == [(0, 1), (1, 1), (1, 2)]


@pytest.mark.rare
def test_two_who_keep_to_their_words_are_led_to_the_desk(hall: Hall, phones: Phones) -> None:
    hall.trust("confirm")
    sitting = hall.match()
    ann, ben = (wait_until_ready(phones.open(sitting.address(seat))) for seat in (0, 1))
    enter_result(ann, "I won")
    ben.get_by_role("button", name="I disagree").click()
    choose_result(ben, "I won")
    send_button(ben).click()

    ann.get_by_role("button", name=re.compile("^Keep 2–0")).click()

    expect_text(ann, "You keep your result in round 1. Check it together")
    expect(ann.get_by_role("button", name=re.compile("^Accept 0–2"))).to_be_visible()
    expect(ann.get_by_role("button", name="Change round 1").first).to_be_visible()
    ann.get_by_role("button", name="Call the desk").click()
    expect_text(ann, "The desk has been called")


@pytest.mark.rare
def test_is_this_how_it_ended_no(hall: Hall, phones: Phones) -> None:
    sitting = hall.match()
    ann, ben = (wait_until_ready(phones.open(sitting.address(seat))) for seat in (0, 1))
    with hall.before_the_next_stage():
        play_rounds(ann, "I won", "Tied", "I won", "[^I] won")
        _answer_no(sitting, ann, ben)


def _answer_no(sitting: Sitting, ann: Page, ben: Page) -> None:
    yes, no = measure_button(ann, "Yes, 5–3 is right"), measure_button(ann, "No")
    assert yes["height"] == no["height"]
    assert yes["background"] != no["background"], "one is the answer, the other a way out"
    expect(ann.get_by_role("button", name="Call the desk")).to_be_visible()

    ann.get_by_role("button", name="No", exact=True).click()
    expect_text(ann, "What was different?")
    ann.get_by_role("button", name="Change round 4: 0–2").click()
    choose_result(ann, "Tied")
    send_button(ann).click()
    expect(ann.locator("[data-part=large]")).to_have_text("6–2")

    ben.get_by_role("button", name="No", exact=True).click()
    expect_text(ben, "Only the desk can change these rounds")
    expect(ben.get_by_role("button", name=re.compile("Change round"))).to_have_count(0)
    ben.get_by_role("button", name="Back").click()
    ben.get_by_role("button", name="No", exact=True).click()
    ben.get_by_role("button", name="Call the desk about it").click()
    expect(ben.locator("[data-part=contest-says]")).to_contain_text("The desk has been called")
    expect(ben.get_by_role("button", name="Call the desk about it")).to_have_count(0)
    help_wanted = "SELECT help_wanted_at IS NOT NULL FROM leagues_match WHERE id = ?"
    assert sitting.hall.ask(help_wanted, sitting.pk) == [(1,)]
