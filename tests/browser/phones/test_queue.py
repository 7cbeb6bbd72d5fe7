"""Where many report at once, a phone first hears that its report is stored."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phones.conftest import Hall, Phones, Sitting
from tests.browser.phones.steps import enter, points, ready, rounds, says

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
    return ready(phones.open(sitting.address(0), context))


def queues(page: Page) -> None:
    enter(page, "I won")
    is_safe(page)


def is_safe(page: Page) -> None:
    says(page, "Sent and safe. The site is busy, so it will count in a moment.")
    expect(rounds(page)).to_contain_text(["sent, being counted"])
    expect(page.get_by_role("button", name="Show as a code")).to_be_hidden()
    points(page, 2, 0)


def counts(page: Page, sitting: Sitting) -> None:
    expect(page.locator("[data-part=kept]")).to_be_hidden()
    expect(rounds(page)).to_contain_text(["entered by you"])
    assert [number for _, number, _ in sitting.reports()] == [1]
    assert sitting.stands() == [(1, "agreed", "[2, 0]")]


def test_it_counts_when_its_turn_has_come(ann: Page, sitting: Sitting) -> None:
    queues(ann)
    assert sitting.reports() == []
    ann.evaluate("turn()")
    counts(ann, sitting)


@pytest.mark.long
def test_a_line_that_breaks_meanwhile_is_asked_again(ann: Page, sitting: Sitting) -> None:
    queues(ann)
    ann.evaluate("turn('broken')")
    counts(ann, sitting)


@pytest.mark.long
def test_who_comes_back_from_a_dead_spot_reads_that_it_is_safe(ann: Page, sitting: Sitting) -> None:
    ann.context.set_offline(True)
    enter(ann, "I won")
    says(ann, "Saved on this phone, 1 waiting to be sent")
    ann.context.set_offline(False)
    is_safe(ann)
    ann.evaluate("turn()")
    counts(ann, sitting)


@pytest.mark.long
def test_where_the_site_says_no_more_the_phone_answers_for_it_again(
    ann: Page, sitting: Sitting
) -> None:
    queues(ann)
    ann.context.set_offline(True)
    ann.evaluate("turn('broken')")
    says(ann, "Saved on this phone, 1 waiting to be sent")
    expect(rounds(ann)).to_contain_text(["only on this phone"])
    expect(ann.get_by_role("button", name="Show as a code")).to_be_visible()
    ann.context.set_offline(False)
    counts(ann, sitting)
