"""Taps that were not sent yet are not lost, whatever happens meanwhile."""

import pytest
from playwright.sync_api import expect

from tests.browser.phones.conftest import Hall, Phones
from tests.browser.phones.steps import (
    COUNTED,
    asked,
    choose,
    enter,
    kept,
    ready,
    rounds,
    says,
    send,
)


def test_undo_and_a_change_that_was_begun_outlive_a_reload(hall: Hall, phones: Phones) -> None:
    ann = ready(phones.open(hall.match().address(0)))
    enter(ann, "I won", twenties=2)
    expect(rounds(ann)).to_contain_text([COUNTED])
    choose(ann, "Tied")
    ann.get_by_role("button", name="Change round 1").click()
    choose(ann, "[^I] won")
    expect(send(ann)).to_have_text("Change round 1 to 0–2")

    kept(ann).reload()
    ready(ann)
    expect(send(ann)).to_have_text("Change round 1 to 0–2")
    undo = ann.get_by_role("button", name="Undo")
    undo.click()
    expect(send(ann)).to_have_text("Change round 1 to 2–0")
    undo.click()
    expect(send(ann)).to_have_text("Enter round 2: 1–1")
    undo.click()
    expect(send(ann)).to_have_text("Who won the round?")


@pytest.mark.long
def test_a_round_that_somebody_else_enters_first_takes_no_draft_away(
    hall: Hall, phones: Phones
) -> None:
    hall.trust("confirm")
    sitting = hall.match()
    ann, ben = (ready(phones.open(sitting.address(seat))) for seat in (0, 1))
    choose(ben, "I won", twenties=1)
    enter(ann, "I won")

    says(ben, "Someone else entered round 1 first, as 0–2, 20s 0–0.")
    says(ben, "Yours, 2–0, 20s 1–0, wasn’t sent.")
    asked(ben, "Enter round 2")
    ben.get_by_role("button", name="Enter mine").click()
    expect(send(ben)).to_have_text("Change round 1 to 2–0")
    send(ben).click()
    says(ben, "You disagree on round 1")
    assert [seat for seat, *_ in sitting.reports()] == [0, 1]


@pytest.mark.long
def test_whoever_tapped_the_same_is_told_nothing(hall: Hall, phones: Phones) -> None:
    sitting = hall.match()
    ann, ben = (ready(phones.open(sitting.address(seat))) for seat in (0, 1))
    choose(ben, "[^I] won")
    enter(ann, "I won")

    asked(ben, "Enter round 2")
    expect(rounds(ben)).to_contain_text(["entered by"])
    expect(ben.locator(".card")).to_have_count(0)
    expect(send(ben)).to_have_text("Who won the round?")
