"""Every control of the desk can be clicked in the window sizes that organisers have."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from tests.browser.repeated import leave_out_repeated
from tests.browser.steps import button, sign_in
from tests.served import Site

pytestmark = pytest.mark.long

WIDTHS = (1024, 1440, 1280)

# What a click at the middle of each control would reach, scrolled to in three ways; first
# as the page opens, then with all that folds out folded out.
COVERED = """() => {
  const controls = "a[href], button, input:not([type=hidden]), select, textarea, summary, label";
  const places = ["center", "start", "end"];
  const named = (each) => {
    const words = (each.textContent || each.name || each.id).trim().replace(/\\s+/g, " ");
    return `${each.localName} "${words.slice(0, 60)}"`;
  };
  const isForReaders = (each) => each.closest(".quietly, body > a, [hidden]");
  const middle = (each) => {
    const { left, top, width, height } = each.getClientRects()[0];
    return [left + width / 2, top + height / 2];
  };
  const reaches = (each, block) => {
    each.scrollIntoView({ block, inline: "nearest", behavior: "instant" });
    const hit = document.elementFromPoint(...middle(each));
    if (!hit) return false;
    return each.contains(hit) || hit.closest("label")?.control === each || each.control === hit;
  };
  // What unfolds may lie over the page, such as a menu: only what is in it has to be reached.
  const sweep = (within = "*") =>
    [...document.querySelectorAll(controls)]
      .filter((each) => each.checkVisibility() && each.getClientRects().length)
      .filter((each) => !isForReaders(each) && !each.matches(":disabled"))
      .filter((each) => each.closest(within))
      .filter((each) => !places.some((block) => reaches(each, block)))
      .map(named);
  const closed = sweep();
  const folded = document.querySelectorAll("details:not([open])");
  for (const each of folded) each.open = true;
  const opened = folded.length ? sweep("details") : [];
  for (const each of folded) each.open = false;
  return [...new Set([...closed, ...opened])];
}"""


def test_every_control_of_an_event_not_yet_begun_is_where_a_click_reaches_it(
    page: Page, site: Site
) -> None:
    """Of all others at the desk ``test_every_page`` asks it, which walks them anyway."""
    sign_in(page, site)
    troubles = []
    for path in plan_event(page, site):
        page.goto(site.url + path)
        troubles += covered_on(page, path)

    assert not troubles, "\n".join(troubles)


def plan_event(page: Page, site: Site) -> list[str]:
    """Plan an event of three stages that has not begun, so that all of it may be changed."""
    page.goto(f"{site.url}/desk/new/one-day-open/")
    page.get_by_label("Name of the event").fill("Every Control")
    page.get_by_label("Expected number of players").fill("38")
    button(page, "Plan this event").click()
    page.wait_for_url("**/stages/")
    stages = urlsplit(page.url).path
    return [stages, f"{stages}1/"]


def covered_on(page: Page, path: str) -> list[str]:
    found = []
    leave_out_repeated(page)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 768})
        found += [f"{path} ({width} px): {each}" for each in page.evaluate(COVERED)]
    return found
