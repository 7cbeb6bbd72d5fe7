"""Two phones and a desk in one match, by each ``trust`` of an event."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Watch
from tests.browser.phones.conftest import Hall, Phones
from tests.browser.phones.steps import (
    COUNTED,
    choose_result,
    enter_result,
    expect_points,
    expect_question,
    expect_text,
    round_items,
    seconds_pass,
    send_button,
    wait_until_ready,
)
from tests.browser.steps import leave_by, sign_in_once
from tests.served import Site


@pytest.fixture
def phones(phones: Phones) -> Phones:
    phones.has_clock = True
    return phones


@pytest.mark.long
def test_the_first_report_counts_and_the_other_phone_follows(hall: Hall, phones: Phones) -> None:
    sitting = hall.match()
    ann, ben = (wait_until_ready(phones.open(sitting.address(seat))) for seat in (0, 1))
    expect_question(ann, "Enter round 1")

    enter_result(ann, "I won", twenties=2)

    expect_question(ann, "Enter round 2")
    expect_points(ann, 2, 0)
    expect(round_items(ann)).to_contain_text([COUNTED])
    expect_points(ben, 0, 2)
    expect_question(ben, "Enter round 2")
    assert sitting.kept_rounds() == [(1, "agreed", "[2, 0]")]


@pytest.mark.long
def test_where_both_enter_equal_words_agree(hall: Hall, phones: Phones) -> None:
    hall.trust("both")
    sitting = hall.match()
    ann, ben = (wait_until_ready(phones.open(sitting.address(seat))) for seat in (0, 1))

    enter_result(ann, "I won")
    expect_text(ann, "Waiting for")
    expect_question(ben, "has entered round 1. Enter it too.")
    choose_result(ben, "[^I] won")
    expect(send_button(ben)).to_have_text("Enter round 1: 0–2")
    send_button(ben).click()

    expect(round_items(ben)).to_contain_text(["agreed"])
    expect(round_items(ann)).to_contain_text(["agreed"])
    assert [seat for seat, *_ in sitting.reports()] == [0, 1]


def test_a_dispute_names_the_round_and_number_and_one_tap_settles_it(
    hall: Hall, phones: Phones
) -> None:
    hall.trust("both")
    sitting = hall.match()
    ann, ben = (wait_until_ready(phones.open(sitting.address(seat))) for seat in (0, 1))
    enter_result(ann, "I won")
    expect(round_items(ann)).to_contain_text([COUNTED])
    seconds_pass(ben)
    expect_question(ben, "Enter it too")
    enter_result(ben, "I won")
    expect(ben.locator(".card.needed")).to_be_visible()
    seconds_pass(ann)

    for phone in (ann, ben):
        card = phone.locator(".card.needed")
        expect(card).to_contain_text("You disagree on round 1: the result")
        expect(card.locator("p + p")).to_have_count(2)
    expect(ben.locator(".card p + p")).to_contain_text(["0–2, 20s 0–0", "2–0, 20s 0–0"])
    ben.get_by_role("button", name="Accept 0–2").click()
    seconds_pass(ben)

    expect(round_items(ben)).to_contain_text(["agreed"])
    expect(ann.locator(".card")).to_have_count(0)
    expect_points(ann, 2, 0)


@pytest.mark.long
def test_one_tap_agrees_with_the_other_side(hall: Hall, phones: Phones) -> None:
    hall.trust("confirm")
    sitting = hall.match()
    ann, ben = (wait_until_ready(phones.open(sitting.address(seat))) for seat in (0, 1))
    enter_result(ann, "Tied", twenties=1)
    expect(round_items(ann)).to_contain_text([COUNTED])

    seconds_pass(ben)
    expect(ben.locator(".card")).to_contain_text("entered round 1: 1–1, 20s 0–1")
    asked, pressed = (ben.locator(each).first.bounding_box() for each in (".card", ".third"))
    assert asked
    assert pressed
    assert asked["y"] + asked["height"] <= pressed["y"]
    expect(ben.get_by_role("button", name="I disagree")).to_be_in_viewport()
    ben.get_by_role("button", name="Agree on 1–1").click()
    seconds_pass(ben)

    expect(round_items(ben)).to_contain_text(["agreed"])
    seconds_pass(ann)
    expect(round_items(ann)).to_contain_text(["agreed"])
    expect(ann.get_by_role("button", name="Change round 1")).to_have_count(0)


@pytest.mark.long
def test_only_the_desk_enters_and_a_phone_can_call_it(hall: Hall, phones: Phones) -> None:
    hall.trust("desk")
    ann = wait_until_ready(phones.open(hall.match().address(0)))
    expect_text(ann, "The desk enters the scores")
    expect(ann.locator("[data-part=panel]")).to_be_hidden()
    ann.get_by_role("button", name="Call the desk").click()
    expect_text(ann, "The desk has been called")


@pytest.mark.rare
@pytest.mark.long
def test_a_ruling_reaches_the_phone_and_a_stale_page_is_refused_with_the_reason(
    hall: Hall, phones: Phones, site: Site
) -> None:
    sitting = hall.match()
    context = phones.context()
    ann = wait_until_ready(phones.open(sitting.address(0), context))
    enter_result(ann, "I won")
    expect(round_items(ann)).to_contain_text([COUNTED])

    context.set_offline(True)
    ann.get_by_role("button", name="Change round 1").click()
    choose_result(ann, "Tied")
    expect(send_button(ann)).to_have_text("Change round 1 to 1–1")
    send_button(ann).click()
    expect_text(ann, "1 waiting to be sent")

    desk = phones.open(site.url)
    sign_in_once(desk.context, site)
    desk.goto(f"{site.url}/desk{sitting.page}correct/")
    desk.get_by_label("Round 1", exact=True).fill("0-2")
    desk.get_by_label("Reason").fill("sides mixed up")
    desk.get_by_role("button", name="Save the correction").click()
    expect(desk).to_have_url(re.compile(r"/reports/$"))

    context.set_offline(False)
    expect_text(ann, "Not saved: round 1.")
    expect(round_items(ann)).to_contain_text(["decided by the desk"])
    expect_points(ann, 0, 2)
    ann.get_by_role("button", name="OK", exact=True).click()
    expect(ann.locator(".card")).to_have_count(0)
    assert sitting.kept_rounds() == [(1, "ruled", "[0, 2]")]


@pytest.mark.rare
@pytest.mark.long
def test_a_walkover_meanwhile_is_shown_and_nothing_more_is_asked(
    hall: Hall, phones: Phones, site: Site
) -> None:
    """Ann played on where there is no network; the organiser can read what she entered."""
    sitting = hall.match()
    context = phones.context()
    ann = wait_until_ready(phones.open(sitting.address(0), context))
    enter_result(ann, "I won")
    expect(round_items(ann)).to_contain_text([COUNTED])
    context.set_offline(True)
    enter_result(ann, "Tied")
    expect_text(ann, "1 waiting to be sent")

    desk = phones.open(site.url)
    sign_in_once(desk.context, site)
    desk.goto(f"{site.url}/desk{sitting.page}")
    desk.get_by_text("Walkover, no-show, injury, void").click()
    desk.get_by_label(re.compile("wins by walkover")).nth(1).check()
    desk.get_by_label("Points for a walkover").fill("8-0")
    leave_by(desk, desk.get_by_role("button", name="End this match"))

    context.set_offline(False)
    expect_text(ann, "Not saved: round 2. This match is finished: Walkover.")
    expect(ann.locator("#end-says")).to_have_text(re.compile(" won$"))
    expect(ann.locator("#end-says")).not_to_have_text("You won")
    expect(ann.locator("[data-part=large]")).to_have_text("0–8")
    expect_points(ann, 0, 8)
    expect(ann.locator("[data-part=panel]")).to_be_hidden()
    expect(ann.get_by_role("button", name="is right")).to_have_count(0)
    expect(ann.locator("[data-part=kept]")).to_be_hidden()
    assert [number for _, number, _ in sitting.reports()] == [1, 2]

    desk.goto(f"{site.url}/desk{sitting.page}reports/")
    expect(desk.get_by_role("row").last).to_contain_text("too late to count")
    expect(desk.get_by_role("row").last).to_contain_text("finished: Walkover.")


@pytest.mark.long
def test_two_phones_of_one_side_see_each_other(hall: Hall, phones: Phones, watch: Watch) -> None:
    sitting = hall.match()
    one = wait_until_ready(phones.open(sitting.address(0)))
    enter_result(one, "I won")
    expect_question(one, "Enter round 2")
    other = wait_until_ready(phones.open(sitting.address(0)))
    expect_text(other, "is being scored on another phone")
    expect(other.locator("[data-part=panel]")).to_be_hidden()

    other.get_by_role("button", name="Score on this phone").click()
    expect_question(other, "Enter round 2")
    seconds_pass(one)
    expect_text(one, "is being scored on another phone")


@pytest.mark.rare
@pytest.mark.long
def test_a_second_phone_of_a_side_may_agree_but_enters_nothing(hall: Hall, phones: Phones) -> None:
    hall.trust("confirm")
    sitting = hall.match()
    ann, ben = (wait_until_ready(phones.open(sitting.address(seat))) for seat in (0, 1))
    enter_result(ann, "I won")
    expect(round_items(ann)).to_contain_text([COUNTED])
    seconds_pass(ben)
    ben.get_by_role("button", name="Agree on 0–2").click()
    seconds_pass(ben)
    expect(round_items(ben)).to_contain_text(["agreed"])
    enter_result(ann, "Tied")
    second = wait_until_ready(phones.open(sitting.address(1)))
    expect_text(second, "is being scored on another phone")
    expect(second.get_by_role("button", name="Agree on 1–1")).to_be_visible()
    expect(second.get_by_role("button", name="I disagree")).to_have_count(0)


@pytest.mark.rare
@pytest.mark.long
def test_a_confirmed_end_asks_for_no_last_round(hall: Hall, phones: Phones) -> None:
    hall.trust("confirm")
    sitting = hall.match()
    ann, ben = (wait_until_ready(phones.open(sitting.address(seat))) for seat in (0, 1))
    for result in ("I won", "Tied", "I won", "[^I] won"):
        enter_result(ann, result)
    expect(ben.get_by_role("button", name="Yes, 3–5 is right")).to_be_visible()
    expect(ben.get_by_role("button", name="Agree on")).to_have_count(0)


@pytest.mark.long
def test_the_end_is_confirmed_once_with_the_score_in_large(hall: Hall, phones: Phones) -> None:
    sitting = hall.match()
    ann, ben = (wait_until_ready(phones.open(sitting.address(seat))) for seat in (0, 1))
    for number, result in enumerate(["I won", "Tied", "I won", "[^I] won"], start=1):
        expect_question(ann, f"Enter round {number}")
        enter_result(ann, result)
    expect_text(ann, "You won")
    expect(ann.locator("[data-part=large]")).to_have_text("5–3")
    ann.get_by_role("button", name="Yes, 5–3 is right").click()
    expect_text(ann, "Confirmed")
    expect(ann.get_by_role("link", name="My next match")).to_be_visible()

    expect(ben.locator("[data-part=large]")).to_have_text("3–5")
    ben.get_by_role("button", name="Yes, 3–5 is right").click()
    expect_text(ben, "Confirmed")
    ben.get_by_role("link", name="My next match").click()
    expect(ben.get_by_role("heading", level=1)).to_be_visible()
