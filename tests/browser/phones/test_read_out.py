"""The accessibility tree of the entry page: what a screen reader reads, and in which order."""

import pytest
from playwright.sync_api import expect

from tests.browser.phones.conftest import Hall, Phones
from tests.browser.phones.steps import enter_result, wait_until_ready

pytestmark = pytest.mark.long

BEGUN = r"""
- main:
  - heading /^Board \d+ · .* – .*$/ [level=1]
  - paragraph:
    - text: /^You’re \w+/
  - list:
    - listitem:
      - status: "0"
      - text: 20s 0 {one}
    - listitem:
      - status: "0"
      - text: 20s 0 {other}
  - region "Enter round 1":
    - heading "Enter round 1" [level=2]
    - group "Who won the round":
      - button "2–0 I won"
      - button "1–1 Tied"
      - button /^0–2 .* won$/
    - group /^20s of \w+/:
      - button "One less" [disabled]
      - status: "0"
      - button "One more"
    - group /^20s of \w+/:
      - button "One less" [disabled]
      - status: "0"
      - button "One more"
    - button "Who won the round?" [disabled]
    - group "How to enter":
      - button "Result" [pressed]
      - button "Board"
      - button "Totals"
  - button "Call the desk"
"""

A_ROUND_LATER = r"""
- list:
  - listitem:
    - status: "2"
    - text: 20s 0 {other}
  - listitem:
    - status: "0"
    - text: 20s 0 {one}
- region "Enter round 2"
"""


def test_entering_a_round_is_read_out(hall: Hall, phones: Phones) -> None:
    hall.trust("first")
    sitting = hall.match()
    one, other = ("shoots first", "hammer")[:: -1 if sitting.first else 1]
    page = wait_until_ready(phones.open(sitting.address(0)))
    expect(page.locator("body")).to_match_aria_snapshot(BEGUN.format(one=one, other=other))

    enter_result(page, "I won")

    expect(page.locator("main")).to_match_aria_snapshot(A_ROUND_LATER.format(one=one, other=other))
