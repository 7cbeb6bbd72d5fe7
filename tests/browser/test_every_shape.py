"""Every ready-made shape is played from its plan to its podium, by what its pages offer.

Each step of the way is clicked, and a card of each stage is typed; the cards of the other
matches are sent through the same form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, StorageState, expect

from leagues.stages.shapes import SHAPES
from tests.browser.steps import button, leave_by, sign_in
from tests.served import Site

NAMES = ("Ada Ames", "Bo Birch", "Cy Cole", "Di Dahl", "Eli Early", "Flo Fern")
# As few as a shape makes sense for.
FIELD = {
    "championship": 6,
    "pools-then-knockout": 6,
    "round-robin": 3,
    "shoot-out": 3,
    "swiss-night": 6,
    "swiss-then-cut": 6,
}
USUAL_FIELD = 4
TURNS = 30  # nothing above takes as many

# What is written on a card: the first by the alphabet wins every round. How many rounds that
# takes, the card says; it is the same for all matches that are called together.
CARD = """async (form, rounds) => {
  const names = [...form.closest("#entry").querySelectorAll(".name")].map((each) => each.textContent);
  const order = [...names].sort();
  const line =
    names.length === 2
      ? names.map((name) => (name === order[0] ? 2 : 0)).join(" ")
      : names.map((name) => 5 * (12 - 3 * order.indexOf(name))).join(" ");
  if (rounds) return Array(rounds).fill(line);
  const sum = form.querySelector("#card").getAttribute("hx-get");
  const written = [];
  for (let over = false; !over && written.length < 12; ) {
    written.push(line);
    const asked = new FormData(form);
    asked.set("card", written.join("\\n"));
    const answer = await fetch(`${sum}?${new URLSearchParams(asked)}`);
    over = (await answer.text()).includes('class="verdict"');
  }
  return written;
}"""
# The cards of all boards that were called, and what was said against any.
SEND_ALL = f"""async () => {{
  const card = {CARD};
  const read = async (answer) =>
    new DOMParser().parseFromString(await (await answer).text(), "text/html");
  const faults = [];
  let rounds = 0;
  for (const board of document.querySelectorAll(".board-card.called .board-number")) {{
    const form = (await read(fetch(board.href))).querySelector(".card-form");
    const sent = new FormData(form);
    const written = await card(form, rounds);
    rounds = written.length;
    sent.set("card", written.join("\\n"));
    const said = await read(fetch(form.action, {{ method: "POST", body: sent }}));
    const fault = said.querySelector("#entry .error-summary");
    if (fault) faults.push(fault.textContent.trim());
  }}
  document.body.dispatchEvent(new Event("desk-changed"));
  return faults;
}}"""


@pytest.fixture(scope="module")
def hall(own_site: Site) -> Site:
    return own_site


@pytest.fixture(scope="module")
def signed_in(hall: Site, browser: Browser) -> Iterator[StorageState]:
    """What a browser keeps of the organiser, so that all shapes sign in once."""
    with browser.new_context() as context:
        sign_in(context.new_page(), hall)
        yield context.storage_state()


@pytest.fixture
def browser_context_args(
    browser_context_args: dict[str, Any], signed_in: StorageState
) -> dict[str, Any]:
    return {**browser_context_args, "storage_state": signed_in}


@pytest.mark.parametrize("shape", sorted(SHAPES))
def test_a_shape_is_played_from_its_plan_to_its_podium(
    shape: str, page: Page, hall: Site
) -> None:
    plan(page, hall, shape)
    people_come_in(page, shape)
    play_to_the_end(page)
    finish(page)


def plan(page: Page, hall: Site, shape: str) -> None:
    page.goto(f"{hall.url}/desk/events/")
    page.get_by_role("link", name="Plan an event").first.click()
    page.get_by_role("link", name=str(SHAPES[shape].title), exact=True).click()
    page.get_by_label("Name of the event").fill(f"All of {shape}")
    page.get_by_label("How many will come, about").fill(str(len(people(shape))))
    first = 31 + 8 * sorted(SHAPES).index(shape)  # boards of its own
    page.get_by_label("Boards", exact=True).fill(f"{first}-{first + 3}")
    button(page, "Plan this event").click()
    expect(page.get_by_role("navigation", name="Desk of")).to_be_visible()


def people(shape: str) -> Sequence[str]:
    return NAMES[: FIELD.get(shape, USUAL_FIELD)]


def people_come_in(page: Page, shape: str) -> None:
    """With clubs, which only an inter-club day asks for."""
    lines = [
        f"{name};{club}"
        for name, club in zip(people(shape), ("North", "South") * 3, strict=False)
    ]
    tab(page, "People")
    page.get_by_role("link", name="Enter a list").first.click()
    page.get_by_label("The list").fill("\n".join(["name;club", *lines]))
    button(page, "Read the list").click()
    button(page, "Enter those ticked").click()
    expect(page.get_by_text(f"{len(lines)} entries are in.")).to_be_visible()


def play_to_the_end(page: Page) -> None:
    """Do what the pages offer, until the podium stands."""
    for _turn in range(TURNS):
        if drawn(page):
            play(page)
        elif not led_on(page):
            break
    expect(page.locator(".podium")).to_be_visible()


def drawn(page: Page) -> bool:
    """Whether the page of the draw had something to draw, to publish or to enter."""
    tab(page, "Draw")
    acts = page.locator(".draw-head")
    for act in (r"^Draw ", "^Seat everybody", "^Publish "):
        press = acts.get_by_role("button", name=re.compile(act)).last
        if press.is_visible():
            leave_by(page, press)
            expect(page.locator(".flash")).to_be_visible()
            if "Publish" in act:
                return True
    enter = acts.get_by_role("link", name="Enter the 20s")
    if not enter.is_visible() or not button(page, "Seat nobody").is_visible():
        return False
    leave_by(page, enter)
    for made, entry in enumerate(page.locator("form .field input").all()):
        entry.fill(str(made))
    leave_by(page, button(page, "Enter the 20s"))
    expect(page.locator(".podium")).to_be_visible()
    return True


def play(page: Page) -> None:
    """Call every round and enter its cards; the first of all by keyboard."""
    tab(page, "Desk")
    start = button(page, "Start the event")
    if start.is_visible():
        leave_by(page, start)
        expect(start).to_be_hidden()
    called = page.locator(".board-card.called")
    call = button(page, "Call them").first
    is_first = True
    while call.is_visible():
        call.click()
        expect(called.first).to_be_visible()
        if is_first:
            boards = called.count()
            type_card(page, called.first.locator(".board-number").inner_text())
            expect(called).to_have_count(boards - 1)
            is_first = False
        faults = page.evaluate(SEND_ALL)
        assert faults == []
        expect(called).to_have_count(0)


def type_card(page: Page, board: str) -> None:
    which = page.get_by_label("Board number")
    which.fill(re.sub(r"\D", "", board))
    which.press("Enter")
    card = page.get_by_label("Rounds, one on a line")
    expect(card).to_be_focused()
    form = page.locator(".card-form")
    lines = form.evaluate(CARD)
    if form.get_attribute("data-length") == "0":
        lines.append("")  # where the points decide, an empty line ends the card
    for line in lines:
        page.keyboard.type(line)
        page.keyboard.press("Enter")
    expect(page.locator("#entry .saved")).to_contain_text("Saved.")


def led_on(page: Page) -> bool:
    """Whether Advance had a stage to open, or a tie to settle."""
    tab(page, "Advance")
    for act in ("^Open ", "dice decide"):
        press = page.get_by_role("main").get_by_role("button", name=re.compile(act))
        if press.first.is_visible():
            leave_by(page, press.first)
            expect(page.locator(".flash").first).to_be_visible()
            return True
    return False


def finish(page: Page) -> None:
    winner = page.locator(".podium .name").first.inner_text()
    leave_by(page, button(page, "Finish the event"))
    expect(page.locator(".flash").first).to_contain_text("The event is finished.")
    page.goto(re.sub(r"/desk(/events/[^/]+/).*", r"\1", page.url))
    expect(page.locator(".podium .name").first).to_have_text(winner)


def tab(page: Page, name: str) -> None:
    """One of the desk's pages of this event."""
    tabs = page.get_by_role("navigation", name="Desk of")
    leave_by(page, tabs.get_by_role("link", name=name, exact=True))
    expect(tabs.get_by_role("link", name=name, exact=True)).to_have_attribute(
        "aria-current", re.compile("page|true")
    )
