"""The accessibility trees of the most used pages: what a screen reader reads, in which order.

They are on a separate site, because tests of phones play on the shared one.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.steps import sign_in
from tests.served import Site

pytestmark = pytest.mark.long

OPEN = "/events/millrace-open/"

TABLE = r"""
- table "Pool A":
  - caption: Pool A
  - rowgroup:
    - row "Place Name Pts W-T-L 20s":
      - columnheader "Place"
      - columnheader "Name"
  - rowgroup:
    - row:
      - cell "1"
      - rowheader:
        - group: /^\w+ .*\w$/
      - cell /^\d+$/
      - 'cell /^\d+–\d+–\d+ Last: (won|tied|lost)(, (won|tied|lost)){4}$/'
      - cell /^\d+$/
    - row "The first 4 play on"
"""

BOARD_ON_NOW = r"""
- region "At the boards":
  - heading "At the boards" [level=2]
  - list:
    - listitem:
      - text: /^Board \d+ A$/
      - link /^\w+ .*\w$/
      - text: /^\d+ ?– ?\d+$/
      - 'img /^Rounds: (A|B|tied)(, (A|B|tied))*$/'
      - text: /^B \w+ .* (Playing|Being checked)$/
"""

BRACKET = r"""
- heading "Semi-final" [level=3]
- list:
  - listitem:
    - article:
      - heading "Semi-final 1" [level=4]:
        - link "Semi-final 1"
      - list:
        - listitem:
          - text: seed 1
          - button "Charles Martin"
          - text: won 2
        - listitem:
          - text: seed 4
          - button "Alasdair MacGillivray"
          - text: "1"
      - paragraph: Winner to Final. Loser to Bronze.
- heading "Final" [level=3]
"""

DESK = r"""
- region "To do now":
  - heading "To do now" [level=2]
  - list:
    - listitem:
      - img "The sides disagree"
      - paragraph: /^Board \d+ · round \d \(\d–\d or \d–\d\) .* – .*$/
      - link "Decide"
- region "Games":
  - list:
    - listitem:
      - link /^Power pools, game \d$/
      - progressbar "Matches played"
      - text: /^\d+ of \d+ played/
      - spinbutton "Minutes"
      - button "Start clock"
- region "Type a card":
  - textbox "Board number"
  - button "Open"
- region "Boards":
  - list:
    - listitem:
      - heading "Board 2" [level=3]:
        - link "Board 2"
      - text: The sides disagree
      - list:
        - listitem: /^A \w+ .*\w \d+\?$/
        - listitem: /^B \w+ .*\w \d+\?$/
"""


@pytest.mark.parametrize(
    ("path", "part", "snapshot"),
    [
        (f"{OPEN}standings/", "#live", TABLE),
        (OPEN, "#live", BOARD_ON_NOW),
        ("/events/harvest-cup/bracket/", "#live", BRACKET),
    ],
    ids=["table", "now", "bracket"],
)
def test_a_page_is_read_out(
    page: Page, own_site: Site, path: str, part: str, snapshot: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(own_site.url + path)
    expect(page.locator(part)).to_match_aria_snapshot(snapshot)


def test_the_desk_is_read_out(page: Page, own_site: Site) -> None:
    sign_in(page, own_site)
    page.goto(f"{own_site.url}/desk{OPEN}play/")
    expect(page.locator(".run")).to_match_aria_snapshot(DESK)
