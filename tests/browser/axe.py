"""Asks axe, in the page itself, what WCAG 2.2 AA would object to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).parent / "vendor" / "axe-core-4.14.1.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


# Pages that axe has touched since they were opened: it tries inline styles, which our own
# policy refuses, and the refusals come when they come.
touched: set[Page] = set()


@cache
def source() -> str:
    return AXE.read_text()


def objections(page: Page, rules: Sequence[str] = ()) -> list[str]:
    """By every rule, or by these alone."""
    if not page.evaluate("() => typeof axe === 'object'"):
        page.evaluate(source())
    touched.add(page)
    found: dict[str, Any] = page.evaluate(
        "only => axe.run(document, {runOnly: only, resultTypes: ['violations']})",
        list(rules) or RULES,
    )
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in found["violations"]
        for node in rule["nodes"][:3]
    ]
