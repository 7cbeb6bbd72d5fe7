"""Run axe in a page: what it objects to by WCAG 2.2 AA."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).parent / "vendor" / "axe-core-4.14.1.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# Nothing while axe is not in the page. What it would load beforehand, our policy refuses.
RUN = """only => typeof axe !== 'object' ? null
  : axe.run(document, {runOnly: only, resultTypes: ['violations'], preload: false})"""

# Pages that axe has touched since they were opened: it tries inline styles, which our own
# policy refuses, and the refusals come when they come.
touched: set[Page] = set()


@cache
def read_source() -> str:
    return AXE.read_text()


def find_objections(page: Page, rules: Sequence[str] = ()) -> list[str]:
    """The objections of axe to a page, by all rules or only by ``rules``."""
    touched.add(page)
    found: dict[str, Any] | None = page.evaluate(RUN, list(rules) or RULES)
    if found is None:
        page.evaluate(read_source())
        found = page.evaluate(RUN, list(rules) or RULES)
    assert found is not None
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in found["violations"]
        for node in rule["nodes"][:3]
    ]
