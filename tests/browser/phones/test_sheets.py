"""Other rule sheets: the difference to 100, three at a board, a shot clock, a decider."""

import pytest
from playwright.sync_api import expect

from leagues.access.phone_passes import Chose
from tests.browser.phones.conftest import Hall, Phones
from tests.browser.phones.steps import (
    expect_points,
    expect_question,
    expect_text,
    round_items,
    send_button,
    wait_until_ready,
)


def test_a_difference_game_starts_with_totals_and_shows_the_way_to_100(
    hall: Hall, phones: Phones
) -> None:
    with hall.playing_by("conventional-singles"):
        sitting = hall.match()
        page = wait_until_ready(phones.open(sitting.address(0)))
        expect_text(page, "first to 100")
        for key in "90":
            page.locator(f'[data-key="{key}"]').click()
        page.locator("[data-way=totals] .total").last.click()
        for key in "55":
            page.locator(f'[data-key="{key}"]').click()
        expect(send_button(page)).to_have_text("Enter round 1: 35–0")
        send_button(page).click()
        expect_points(page, 35, 0)
        gone = page.locator("[data-part=gone]").first
        assert gone.evaluate("bar => bar.style.inlineSize") == "35%"

        page.get_by_role("button", name="Result", exact=True).click()
        page.locator(".third").last.click()
        expect(send_button(page)).to_have_text("By how much?")
        for key in "20":
            page.locator(f'[data-key="{key}"]').click()
        send_button(page).click()
        expect_points(page, 35, 20)
        expect(round_items(page)).to_contain_text(["entered by you"] * 2)
        assert [paid for *_, paid in sitting.kept_rounds()] == ["[35, 0]", "[0, 20]"]


@pytest.mark.long
def test_three_at_a_board_say_in_which_order_they_finished(hall: Hall, phones: Phones) -> None:
    sitting = hall.match()
    with hall.playing_by("three-colours"), sitting.with_a_third():
        page = wait_until_ready(phones.open(sitting.address(Chose.EVERYBODY)))
        expect(page.locator(".side")).to_have_count(3)
        for row, place in zip(
            page.locator("[data-part=finish] > div").all(), (2, 1, 2), strict=True
        ):
            row.get_by_role("button", name=f"{place}.").click()
        expect(send_button(page)).to_have_text("Enter round 1: 0–2–0")
        send_button(page).click()
        expect_points(page, 0, 2, 0)
        expect(round_items(page)).to_contain_text(["entered by you"])
        page.get_by_role("button", name="Board", exact=True).click()
        expect(page.locator("[data-way=discs] .total")).to_have_count(3)


@pytest.mark.long
def test_in_a_best_of_three_every_round_has_its_games_number(hall: Hall, phones: Phones) -> None:
    with hall.playing_by("race-to-7-singles", match="best-of-3-to-5"):
        page = wait_until_ready(phones.open(hall.match().address(0)))
        for _ in range(4):
            page.locator(".third").first.click()
            send_button(page).click()
        expect_question(page, "Enter game 2, round 2")
        expect(round_items(page).locator("> :first-child")).to_have_text(
            ["game 2, round 1", *(f"game 1, round {n}" for n in (3, 2, 1))]
        )
        change = page.get_by_role("button", name="Change game 1, round 1")
        expect(change).to_have_text("change")


@pytest.mark.long
def test_in_a_best_of_three_the_points_of_this_game_are_the_largest(
    hall: Hall, phones: Phones
) -> None:
    with hall.playing_by("race-to-7-singles", match="best-of-3-to-5"):
        page = wait_until_ready(phones.open(hall.match().address(0)))
        for third in (0, 0, 0, 2, 2, 2, 0):
            page.locator(".third").nth(third).click()
            send_button(page).click()
        expect_points(page, 2, 0)
        sizes = page.locator(".sides *").evaluate_all(
            "all => all.map(each => [parseFloat(getComputedStyle(each).fontSize), each.className])"
        )
        assert max(sizes)[1] == "points"
        games = page.get_by_role("img", name="1 game won", exact=True)
        expect(games).to_have_count(2)
        expect(games.first.locator("i")).to_have_count(2)
        expect(games.first.locator(".won")).to_have_count(1)
        expect(page.locator("[data-part=to-play]")).to_have_text(
            "6–0, 0–6 · deciding game · first to 5"
        )
        expect(page.locator("[data-part=to-play]")).to_be_in_viewport()


@pytest.mark.long
def test_the_shot_clock_runs_where_the_rules_have_one(hall: Hall, phones: Phones) -> None:
    with hall.playing_by("tournament-singles", "shot-clock"):
        page = wait_until_ready(phones.open(hall.match().address(0)))
        page.clock.install()
        clock = page.get_by_role("button", name="Start the clock: 20 seconds a shot")
        expect(clock).to_have_text("20")
        clock.click()
        page.clock.run_for(16_000)
        expect(page.locator("[data-part=clock]")).to_have_attribute("aria-label", "4 seconds left")
        page.clock.run_for(5_000)
        expect(page.locator("[data-part=clock]")).to_have_text("Time")
        page.locator("[data-part=clock]").click()
        expect(page.locator("[data-part=clock]")).to_have_text("20")


@pytest.mark.long
def test_a_tied_game_shows_that_one_round_decides(hall: Hall, phones: Phones) -> None:
    with hall.playing_by("race-to-7-singles"):
        page = wait_until_ready(phones.open(hall.match().address(0)))
        for number in range(1, 7):
            expect_question(page, f"Enter round {number}")
            page.locator(".third.tied").click()
            send_button(page).click()
        expect_text(page, "one deciding round")
        expect_question(page, "Enter the deciding round")
        page.locator(".third").first.click()
        send_button(page).click()
        expect_text(page, "You won")
        expect(page.locator("[data-part=large]")).to_have_text("8–6")
