"""Taps that were not sent yet are not lost, whatever happens meanwhile."""

import pytest
from playwright.sync_api import expect

from tests.browser.phones.conftest import Hall, Phones
from tests.browser.phones.steps import (
    COUNTED,
    choose_result,
    enter_result,
    expect_question,
    expect_text,
    round_items,
    send_button,
    wait_until_kept,
    wait_until_ready,
)


def test_undo_and_a_change_that_was_begun_outlive_a_reload(hall: Hall, phones: Phones) -> None:
    ann = wait_until_ready(phones.open(hall.match().address(0)))
    enter_result(ann, "I won", twenties=2)
    expect(round_items(ann)).to_contain_text([COUNTED])
    choose_result(ann, "Tied")
    ann.get_by_role("button", name="Change round 1").click()
    choose_result(ann, "[^I] won")
    expect(send_button(ann)).to_have_text("Change round 1 to 0–2")

    wait_until_kept(ann).reload()
    wait_until_ready(ann)
    expect(send_button(ann)).to_have_text("Change round 1 to 0–2")
    undo = ann.get_by_role("button", name="Undo")
    undo.click()
    expect(send_button(ann)).to_have_text("Change round 1 to 2–0")
    undo.click()
    expect(send_button(ann)).to_have_text("Enter round 2: 1–1")
    undo.click()
    expect(send_button(ann)).to_have_text("Who won the round?")


@pytest.mark.long
def test_a_round_entered_by_another_phone_keeps_the_draft(hall: Hall, phones: Phones) -> None:
    hall.trust("confirm")
    sitting = hall.match()
    ann, ben = (wait_until_ready(phones.open(sitting.address(seat))) for seat in (0, 1))
    choose_result(ben, "I won", twenties=1)
    enter_result(ann, "I won")

    expect_text(ben, "Someone else entered round 1 first, as 0–2, 20s 0–0.")
    expect_text(ben, "Yours, 2–0, 20s 1–0, wasn’t sent.")
    expect_question(ben, "Enter round 2")
    ben.get_by_role("button", name="Enter mine").click()
    expect(send_button(ben)).to_have_text("Change round 1 to 2–0")
    send_button(ben).click()
    expect_text(ben, "You disagree on round 1")
    assert [seat for seat, *_ in sitting.reports()] == [0, 1]


@pytest.mark.long
def test_a_phone_with_the_same_numbers_gets_no_message(hall: Hall, phones: Phones) -> None:
    sitting = hall.match()
    ann, ben = (wait_until_ready(phones.open(sitting.address(seat))) for seat in (0, 1))
    choose_result(ben, "[^I] won")
    enter_result(ann, "I won")

    expect_question(ben, "Enter round 2")
    expect(round_items(ben)).to_contain_text(["entered by"])
    expect(ben.locator(".card")).to_have_count(0)
    expect(send_button(ben)).to_have_text("Who won the round?")
