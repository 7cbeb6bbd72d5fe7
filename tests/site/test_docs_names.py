"""Names in docs/ exist: buttons on the screen, other pages and their headings."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from tests.served import ROOT

# These write what is on the screen in italics, and "→" between one press and the next.
FOR_ORGANISERS = ("README.md", "docs/event.md", "docs/files.md", "docs/league.md")
PAGES = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "benchmarks").glob("*.md")),
]
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.MULTILINE | re.DOTALL)
# A gap and a number are the same here: "Draw game %(n)s" is on the screen as "Draw game 5".
NUMBER = re.compile(r"%\(\w+\)s|\d+")


def without_code(page: Path) -> str:
    return CODE.sub("", page.read_text())


@cache
def all_texts() -> frozenset[str]:
    """Every English text of the site, with a 1 for each gap and number."""
    found = set()
    for catalogue in ("leagues", "scoring"):
        at = ROOT / catalogue / "locale/de/LC_MESSAGES/django.po"
        with at.open("rb") as file:
            for message in read_po(file):
                ids = message.id if isinstance(message.id, tuple) else (message.id,)
                found |= {NUMBER.sub("1", str(each)) for each in ids}
    return frozenset(found)


def named_on(page: Path) -> Iterator[str]:
    for italics in re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", without_code(page)):
        for name in " ".join(italics.split()).split(" → "):
            if not name.startswith(("the ", "a ")):  # one of several
                yield NUMBER.sub("1", name)


@pytest.mark.parametrize("page", FOR_ORGANISERS)
def test_each_name_in_italics_is_on_the_screen(page: str) -> None:
    """The text itself, or the first words of one."""
    known = all_texts()
    assert [
        name
        for name in named_on(ROOT / page)
        if name not in known
        and not any(each.startswith((f"{name}.", f"{name} (")) for each in known)
    ] == []


def headings_in(page: Path) -> set[str]:
    found = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", each).lower().replace(" ", "-") for each in found}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_pages_and_headings_that_are_there(page: Path) -> None:
    for link, heading in re.findall(r"\]\(([^)#:\s]*)(?:#([\w-]+))?\)", without_code(page)):
        to = page.parent / link if link else page
        assert to.exists(), link
        if heading and to.suffix == ".md":
            assert heading in headings_in(to), f"{link}#{heading}"
