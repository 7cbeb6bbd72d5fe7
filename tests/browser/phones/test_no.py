"""Every question has a No that leads on, and agreeing by mistake can be undone."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phones.conftest import Hall, Phones, Sitting
from tests.browser.phones.steps import (
    COUNTED,
    asked,
    choose,
    enter,
    kept,
    points,
    ready,
    rounds,
    says,
    send,
)

pytestmark = pytest.mark.long

TAKEN_BACK = 10_000  # milliseconds for which a concession waits


def look(page: Page, name: str) -> dict[str, Any]:
    """The height and the background colour of a button."""
    found = page.get_by_role("button", name=name, exact=True)
    expect(found).to_be_visible()
    of_it = "b => ({height: b.offsetHeight, background: getComputedStyle(b).backgroundColor})"
    seen: dict[str, Any] = found.evaluate(of_it)
    return seen


def button(page: Page, name: str) -> str | None:
    """The CSS class of a button: both answers must look the same."""
    found = page.get_by_role("button", name=name, exact=True)
    expect(found).to_be_visible()
    return found.get_attribute("class")


def play(ann: Page, *results: str) -> None:
    for number, result in enumerate(results, start=1):
        asked(ann, f"Enter round {number}")
        enter(ann, result)
    expect(rounds(ann).first).to_contain_text(COUNTED)


def on_a_slow_clock(phones: Phones, sitting: Sitting, seat: int) -> Page:
    context = phones.context()
    context.clock.install()
    return ready(phones.open(sitting.address(seat), context))


def test_conceding_can_be_taken_back_also_after_a_reload(hall: Hall, phones: Phones) -> None:
    hall.trust("both")
    sitting = hall.match()
    ann = ready(phones.open(sitting.address(0)))
    ben = on_a_slow_clock(phones, sitting, 1)
    enter(ann, "I won")
    asked(ben, "Enter it too")
    enter(ben, "I won")
    says(ben, "You disagree on round 1")
    expect(ben.locator("[data-part=told]")).to_have_text("round 1, 0–2, 20s 0–0: you disagree")
    mine, theirs = "Keep 2–0", "Accept 0–2"
    assert button(ben, mine) == button(ben, theirs)

    ben.get_by_role("button", name=theirs).click()
    says(ben, "You accept 0–2, 20s 0–0 in round 1")
    points(ben, 0, 2)
    ready_again(ben)
    ben.locator(".card").get_by_role("button", name="Undo").click()
    says(ben, "You disagree on round 1")
    assert len(sitting.reports()) == 2, "nothing was said of it"

    ben.get_by_role("button", name=theirs).click()
    says(ben, "You accept 0–2, 20s 0–0 in round 1")
    ben.clock.fast_forward(TAKEN_BACK)
    expect(rounds(ben)).to_contain_text(["agreed"])
    expect(ben.locator(".card")).to_have_count(0)
    expect(ben.locator("[data-part=told]")).to_have_text("round 1, 0–2, 20s 0–0: agreed")
    expect(rounds(ann)).to_contain_text(["agreed"])


def ready_again(page: Page) -> None:
    kept(page).reload()
    ready(page)


def test_whoever_goes_on_has_meant_it(hall: Hall, phones: Phones) -> None:
    hall.trust("confirm")
    sitting = hall.match()
    ann = ready(phones.open(sitting.address(0)))
    ben = on_a_slow_clock(phones, sitting, 1)
    enter(ann, "Tied")
    says(ben, "entered round 1: 1–1")
    assert button(ben, "Agree on 1–1") == button(ben, "I disagree")
    expect(rounds(ben)).to_contain_text(["waiting for you"])
    expect(rounds(ann)).to_contain_text(["waiting for the other side"])
    ben.get_by_role("button", name="Agree on 1–1").click()
    enter(ben, "I won")

    expect(rounds(ann)).to_contain_text(["waiting for you", "agreed"])
    assert [(seat, number) for seat, number, _ in sitting.reports()] == [(0, 1), (1, 1), (1, 2)]


@pytest.mark.rare
def test_two_who_keep_to_their_words_are_led_to_the_desk(hall: Hall, phones: Phones) -> None:
    hall.trust("confirm")
    sitting = hall.match()
    ann, ben = (ready(phones.open(sitting.address(seat))) for seat in (0, 1))
    enter(ann, "I won")
    ben.get_by_role("button", name="I disagree").click()
    choose(ben, "I won")
    send(ben).click()

    ann.get_by_role("button", name=re.compile("^Keep 2–0")).click()

    says(ann, "You keep your result in round 1. Check it together")
    expect(ann.get_by_role("button", name=re.compile("^Accept 0–2"))).to_be_visible()
    expect(ann.get_by_role("button", name="Change round 1").first).to_be_visible()
    ann.get_by_role("button", name="Call the desk").click()
    says(ann, "The desk has been called")


@pytest.mark.rare
def test_is_this_how_it_ended_no(hall: Hall, phones: Phones) -> None:
    sitting = hall.match()
    ann, ben = (ready(phones.open(sitting.address(seat))) for seat in (0, 1))
    with hall.before_the_next_stage():
        play(ann, "I won", "Tied", "I won", "[^I] won")
        _says_no(sitting, ann, ben)


def _says_no(sitting: Sitting, ann: Page, ben: Page) -> None:
    yes, no = look(ann, "Yes, 5–3 is right"), look(ann, "No")
    assert yes["height"] == no["height"]
    assert yes["background"] != no["background"], "one is the answer, the other a way out"
    expect(ann.get_by_role("button", name="Call the desk")).to_be_visible()

    ann.get_by_role("button", name="No", exact=True).click()
    says(ann, "What was different?")
    ann.get_by_role("button", name="Change round 4: 0–2").click()
    choose(ann, "Tied")
    send(ann).click()
    expect(ann.locator(".large")).to_have_text("6–2")

    ben.get_by_role("button", name="No", exact=True).click()
    says(ben, "Only the desk can change these rounds")
    expect(ben.get_by_role("button", name=re.compile("Change round"))).to_have_count(0)
    ben.get_by_role("button", name="Back").click()
    ben.get_by_role("button", name="No", exact=True).click()
    ben.get_by_role("button", name="Call the desk about it").click()
    expect(ben.locator("[data-part=contest-says]")).to_contain_text("The desk has been called")
    expect(ben.get_by_role("button", name="Call the desk about it")).to_have_count(0)
    help_wanted = "SELECT help_wanted_at IS NOT NULL FROM leagues_match WHERE id = ?"
    assert sitting.hall.ask(help_wanted, sitting.pk) == [(1,)]
