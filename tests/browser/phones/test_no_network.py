"""Without a network no round is lost: rounds are stored, sent in order, and count once."""

import json
from base64 import b64decode

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Watch
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
from tests.browser.steps import wait_until_true

THREE = [(1, "agreed", "[2, 0]"), (2, "agreed", "[1, 1]"), (3, "agreed", "[0, 2]")]

# What plain HTTP, as in a hall, does not have.
PLAIN_HTTP = """
delete Navigator.prototype.locks;
delete Navigator.prototype.serviceWorker;
"""


def three_rounds(page: Page) -> None:
    for number, result in enumerate(["I won", "Tied", "[^I] won"], start=1):
        expect_question(page, f"Enter round {number}")
        enter_result(page, result)


def all_sent(page: Page) -> None:
    expect(page.locator("[data-part=kept]")).to_be_hidden()
    expect(round_items(page)).to_contain_text(["entered by"] * 3)


def once_each(sitting: Sitting) -> None:
    assert sitting.kept_rounds() == THREE
    assert [number for _, number, _ in sitting.reports()] == [1, 2, 3]


def test_three_rounds_without_a_network_go_out_by_themselves(hall: Hall, phones: Phones) -> None:
    sitting = hall.match()
    context = phones.context()
    ann = wait_until_ready(phones.open(sitting.address(0), context))
    context.set_offline(True)
    three_rounds(ann)
    expect_text(ann, "Saved on this phone, 3 waiting to be sent")
    expect(round_items(ann)).to_contain_text(["only on this phone"] * 3)
    expect_points(ann, 3, 3)
    assert sitting.reports() == []

    context.set_offline(False)
    all_sent(ann)
    once_each(sitting)


@pytest.mark.long
def test_what_waits_outlives_the_tab_and_the_page_opens_without_a_network(
    hall: Hall, phones: Phones, watch: Watch
) -> None:
    sitting = hall.match()
    context = phones.context()
    address = sitting.address(0)
    ann = wait_until_ready(phones.open(address, context))
    ann.evaluate("navigator.serviceWorker.ready")
    wait_until_true(ann, "async () => (await (await caches.open('play-pages')).keys()).length > 0")
    context.set_offline(True)
    three_rounds(ann)
    expect_text(ann, "3 waiting")
    wait_until_kept(ann).close()

    again = wait_until_ready(phones.open(address, context))
    expect_text(again, "Saved on this phone, 3 waiting to be sent")
    expect_points(again, 3, 3)
    expect_question(again, "Enter round 4")
    again.close()

    context.set_offline(False)
    all_sent(wait_until_ready(phones.open(address, context)))
    once_each(sitting)


@pytest.mark.long
def test_two_tabs_of_one_phone_send_each_round_once(hall: Hall, phones: Phones) -> None:
    sitting = hall.match()
    context = phones.context()
    one = wait_until_ready(phones.open(sitting.address(0), context))
    two = wait_until_ready(phones.open(sitting.address(0), context))
    context.set_offline(True)
    three_rounds(one)
    expect_text(two, "3 waiting")
    expect_question(two, "Enter round 4")

    context.set_offline(False)
    all_sent(one)
    all_sent(two)
    once_each(sitting)


@pytest.mark.long
def test_two_sides_on_one_phone_keep_their_order(hall: Hall, phones: Phones) -> None:
    """Round 3 is no answer to anything before the other side's round 2 is there."""
    sitting = hall.match()
    context = phones.context()
    ann = wait_until_ready(phones.open(sitting.address(0), context))
    ben = wait_until_ready(phones.open(sitting.address(1), context))
    context.set_offline(True)
    enter_result(ann, "I won")
    expect_question(ben, "Enter round 2")
    enter_result(ben, "Tied")
    expect_question(ann, "Enter round 3")
    enter_result(ann, "[^I] won")
    expect_text(ann, "3 waiting")

    context.set_offline(False)
    all_sent(ann)
    once_each(sitting)


@pytest.mark.long
def test_an_answer_that_got_lost_is_asked_for_again_with_the_same_key(
    hall: Hall, phones: Phones, watch: Watch
) -> None:
    sitting = hall.match()
    context = phones.context()
    context.add_init_script(PLAIN_HTTP)  # a request past a service worker can't be held up here
    ann = wait_until_ready(phones.open(sitting.address(0), context))
    keys: list[str] = []

    def lose_the_first(route: Route) -> None:
        keys.extend(each["key"] for each in json.loads(route.request.post_data or "")["reports"])
        if len(keys) == 1:
            route.fetch()  # it arrives, and the answer does not
            route.abort("connectionreset")
        else:
            route.continue_()

    watch.troubles.clear()
    ann.route("**/reports/", lose_the_first)
    enter_result(ann, "I won")
    expect(round_items(ann)).to_contain_text([COUNTED])
    assert len(keys) > 1
    assert len(set(keys)) == 1
    assert len(sitting.reports()) == 1
    watch.troubles.clear()  # the lost answer was ours to lose


@pytest.mark.long
@pytest.mark.parametrize("status", [503, 403])
def test_a_site_that_is_down_or_walled_off_gets_it_later(
    hall: Hall, phones: Phones, watch: Watch, status: int
) -> None:
    """403 is what a Wi-Fi answers that wants its terms accepted first."""
    watch.expect(status)
    sitting = hall.match()
    ann = wait_until_ready(phones.open(sitting.address(0)))
    ann.route("**/play/**", lambda route: route.fulfill(status=status, body="no"))
    enter_result(ann, "I won")
    expect_text(ann, "1 waiting")
    expect_question(ann, "Enter round 2")
    assert sitting.reports() == []

    ann.unroute("**/play/**")
    expect(round_items(ann)).to_contain_text([COUNTED])
    assert len(sitting.reports()) == 1


def test_a_double_tap_enters_one_round(hall: Hall, phones: Phones) -> None:
    sitting = hall.match()
    ann = wait_until_ready(phones.open(sitting.address(0)))
    choose_result(ann, "I won")
    send_button(ann).dblclick()
    expect_question(ann, "Enter round 2")
    expect(round_items(ann)).to_contain_text([COUNTED])
    expect(send_button(ann)).to_have_attribute("aria-disabled", "true")
    assert len(sitting.reports()) == 1


@pytest.mark.long
def test_a_reload_and_the_back_button_keep_what_was_tapped(hall: Hall, phones: Phones) -> None:
    sitting = hall.match()
    ann = wait_until_ready(phones.open(sitting.address(0)))
    choose_result(ann, "Tied", twenties=3)
    wait_until_kept(ann).reload()
    wait_until_ready(ann)
    expect(send_button(ann)).to_have_text("Enter round 1: 1–1")
    expect(ann.locator(".stepper output").first).to_have_text("3")

    ann.get_by_role("link", name="Millrace Open").click()
    expect(ann.get_by_role("heading", level=1)).to_contain_text("Millrace")
    ann.go_back()
    wait_until_ready(ann)
    expect(send_button(ann)).to_have_text("Enter round 1: 1–1")
    assert sitting.reports() == []


@pytest.mark.long
def test_a_code_hands_over_what_cannot_be_sent_and_counts_once(hall: Hall, phones: Phones) -> None:
    sitting = hall.match()
    context = phones.context()
    ann = wait_until_ready(phones.open(sitting.address(0), context))
    ann.wait_for_function(
        "() => performance.getEntriesByType('resource')"
        ".some((each) => each.name.includes('hand-over'))"
    )
    context.set_offline(True)
    three_rounds(ann)
    ann.get_by_role("button", name="Show as a code").click()
    expect(ann.locator("dialog canvas")).to_have_count(1)
    drawn = ann.evaluate(
        """() => {
            const canvas = document.querySelector("dialog canvas");
            const image = document.createElement("canvas");
            image.width = image.height = canvas.width * 4;
            const pen = image.getContext("2d");
            pen.imageSmoothingEnabled = false;
            pen.drawImage(canvas, 0, 0, image.width, image.height);
            return image.toDataURL("image/png").split(",")[1];
        }"""
    )

    other = phones.open(f"{hall.site.url}/play/hand-over/")
    picture = {"name": "code.png", "mimeType": "image/png", "buffer": b64decode(drawn)}
    for outcome in ("entered", "already entered"):
        other.locator("input[type=file]").set_input_files(picture)  # type: ignore[arg-type]
        expect(other.locator("[data-part=results] li")).to_have_text(
            [f"Round {n}: {outcome}" for n in (1, 2, 3)]
        )
    once_each(sitting)

    context.set_offline(False)
    ann.get_by_role("button", name="Close").click()
    all_sent(ann)
    once_each(sitting)


@pytest.mark.long
def test_what_waits_of_an_earlier_match_goes_out_from_the_next_one(
    hall: Hall, phones: Phones
) -> None:
    earlier, later = hall.match(), hall.match()
    context = phones.context()
    wait_until_ready(phones.open(later.address(0), context)).close()
    ann = wait_until_ready(phones.open(earlier.address(0), context))
    ann.route("**/reports/", lambda route: route.abort("internetdisconnected"))
    enter_result(ann, "I won")
    expect_text(ann, "1 waiting to be sent")
    wait_until_kept(ann).close()

    next_one = wait_until_ready(phones.open(later.address(0), context))
    expect(next_one.locator("[data-part=kept]")).to_be_hidden()
    expect_points(next_one, 0, 0)
    assert earlier.kept_rounds() == [(1, "agreed", "[2, 0]")]


@pytest.mark.long
def test_a_match_that_moves_takes_the_phone_and_what_it_has_entered_along(
    hall: Hall, phones: Phones, watch: Watch
) -> None:
    watch.expect(410)
    sitting = hall.match()
    sitting.call()
    context = phones.context()
    ann = wait_until_ready(phones.open(sitting.scanned(0), context))
    enter_result(ann, "I won")
    expect(round_items(ann)).to_contain_text([COUNTED])
    context.set_offline(True)
    enter_result(ann, "Tied")
    choose_result(ann, "[^I] won")
    expect_text(ann, "1 waiting to be sent")
    there = sitting.call()

    context.set_offline(False)
    expect_text(ann, f"Your match has moved to board {there}. What you entered is still there.")
    expect(ann.get_by_role("heading", level=1)).to_contain_text(f"Board {there} ")
    expect(round_items(ann)).to_contain_text([COUNTED] * 2)
    expect_question(ann, "Enter round 3")
    expect(send_button(ann)).to_have_text("Enter round 3: 0–2")
    assert [number for number, *_ in sitting.kept_rounds()] == [1, 2]


@pytest.mark.long
def test_a_page_left_while_sending_blocks_no_one_on_plain_http(hall: Hall, phones: Phones) -> None:
    """The clock is stopped, so the page must send at once and not after a timer."""
    sitting = hall.match()
    context = phones.context()
    context.add_init_script(PLAIN_HTTP)
    context.clock.install()
    ann = wait_until_ready(phones.open(sitting.address(0), context))
    context.clock.pause_at(ann.evaluate("new Date(Date.now() + 1000)"))
    with ann.expect_request("**/reports/"):
        ann.route("**/reports/", lambda route: None)  # no answer ever comes
        enter_result(ann, "I won")
    expect_text(ann, "1 waiting to be sent")

    ann.unroute("**/reports/")
    wait_until_kept(ann).reload()
    expect(round_items(wait_until_ready(ann))).to_contain_text([COUNTED])
    assert len(sitting.reports()) == 1


@pytest.mark.long
def test_a_request_that_hangs_in_a_dead_network_is_asked_again_when_it_is_back(
    hall: Hall, phones: Phones
) -> None:
    sitting = hall.match()
    context = phones.context()
    context.clock.install()
    ann = wait_until_ready(phones.open(sitting.address(0), context))
    context.clock.pause_at(ann.evaluate("new Date(Date.now() + 1000)"))
    hanging: list[Route] = []
    ann.route("**/reports/", lambda route: route.continue_() if hanging else hanging.append(route))
    with ann.expect_request("**/reports/"):
        enter_result(ann, "I won")
    context.set_offline(True)
    expect_text(ann, "1 waiting to be sent")

    context.set_offline(False)
    expect(round_items(ann)).to_contain_text([COUNTED])
    assert len(sitting.reports()) == 1


@pytest.mark.long
def test_a_label_scanned_without_a_network_shows_what_to_do(
    hall: Hall, phones: Phones, watch: Watch
) -> None:
    context = phones.context()
    ann = wait_until_ready(phones.open(hall.match().address(0), context))
    wait_until_true(
        ann,
        """async () => {
            const label = await navigator.serviceWorker.getRegistration("/b/1-x/");
            return label?.active?.state === "activated";
        }""",
    )
    context.set_offline(True)

    scanned = phones.open(f"{hall.site.url}/b/1-abcdefgh/", context)

    expect(scanned.get_by_role("heading", level=1)).to_have_text("No connection")
    expect_text(scanned, "go back to your match, which saves what you enter")
    scanned.get_by_role("link", name="Back to your match").click()
    expect(wait_until_ready(scanned).locator("#round")).to_have_text("Enter round 1")
    scanned.go_back()
    context.set_offline(False)
    watch.expect(404)
    scanned.get_by_role("link", name="Try again").click()
    expect(scanned.get_by_role("heading", level=1)).to_have_text("This label doesn’t work")
