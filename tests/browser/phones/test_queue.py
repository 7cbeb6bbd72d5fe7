"""Where many report at once, a phone first hears that its report is stored."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phones.conftest import Hall, Phones, Sitting
from tests.browser.phones.steps import (
    enter_result,
    expect_points,
    expect_text,
    round_items,
    wait_until_ready,
)

QUEUE = """
const site = fetch;
let queue = true;
window.fetch = async (address, how) => {
  const isReport = String(address).endsWith("reports/");
  if (!queue || !isReport || !navigator.onLine) return site(address, how);
  if (!how.headers.Accept.includes("application/x-ndjson")) throw new Error("one line");
  queue = false;
  const said = new TextEncoder();
  const line = (words) => said.encode(JSON.stringify(words) + "\\n");
  const told = new ReadableStream({
    async start(answer) {
      answer.enqueue(line({ kept: true }));
      if (await new Promise((resolve) => (window.turn = resolve)) === "broken")
        return answer.error(new TypeError("the line is cut"));
      const whole = await site(address, { ...how, headers: {} });
      answer.enqueue(line({ status: whole.status, body: await whole.json() }));
      answer.close();
    },
  });
  const headers = { "Content-Type": "application/x-ndjson" };
  return new Response(told, { status: 202, headers });
};
"""


@pytest.fixture
def sitting(hall: Hall) -> Sitting:
    return hall.match()


@pytest.fixture
def ann(sitting: Sitting, phones: Phones) -> Page:
    """Ann's phone, at a site with many reports at once."""
    context = phones.context()
    context.add_init_script(QUEUE)
    return wait_until_ready(phones.open(sitting.address(0), context))


def queue_round(page: Page) -> None:
    enter_result(page, "I won")
    is_safe(page)


def is_safe(page: Page) -> None:
    expect_text(page, "Sent and safe. The site is busy, so it will count in a moment.")
    expect(round_items(page)).to_contain_text(["sent, being counted"])
    expect(page.get_by_role("button", name="Show as a code")).to_be_hidden()
    expect_points(page, 2, 0)


def expect_counted(page: Page, sitting: Sitting) -> None:
    expect(page.locator("[data-part=kept]")).to_be_hidden()
    expect(round_items(page)).to_contain_text(["entered by you"])
    assert [number for _, number, _ in sitting.reports()] == [1]
    assert sitting.kept_rounds() == [(1, "agreed", "[2, 0]")]


def test_it_counts_when_its_turn_has_come(ann: Page, sitting: Sitting) -> None:
    queue_round(ann)
    assert sitting.reports() == []
    ann.evaluate("turn()")
    expect_counted(ann, sitting)


@pytest.mark.long
def test_a_line_that_breaks_meanwhile_is_asked_again(ann: Page, sitting: Sitting) -> None:
    queue_round(ann)
    ann.evaluate("turn('broken')")
    expect_counted(ann, sitting)


@pytest.mark.long
def test_who_comes_back_from_a_dead_spot_reads_that_it_is_safe(ann: Page, sitting: Sitting) -> None:
    ann.context.set_offline(True)
    enter_result(ann, "I won")
    expect_text(ann, "Saved on this phone, 1 waiting to be sent")
    ann.context.set_offline(False)
    is_safe(ann)
    ann.evaluate("turn()")
    expect_counted(ann, sitting)


@pytest.mark.long
def test_when_the_site_goes_silent_the_phone_keeps_the_report_again(
    ann: Page, sitting: Sitting
) -> None:
    queue_round(ann)
    ann.context.set_offline(True)
    ann.evaluate("turn('broken')")
    expect_text(ann, "Saved on this phone, 1 waiting to be sent")
    expect(round_items(ann)).to_contain_text(["only on this phone"])
    expect(ann.get_by_role("button", name="Show as a code")).to_be_visible()
    ann.context.set_offline(False)
    expect_counted(ann, sitting)
