"""No regular expression takes quadratic time: each is analysed in compiled form, not timed."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
REPEATS = {"MAX_REPEAT", "MIN_REPEAT"}
# Tried at one place only, by ``match`` or ``fullmatch``: beginning with a repeat is harmless.
MATCHED_WHOLE = {"leagues/reads/play/typed_cards.py"}
AT_ONE_PLACE = {"match", "fullmatch"}
# What reads the site's own files.
NOT_TYPED = {
    "leagues/views/phones/scripts.py",
    "leagues/renamed_texts.py",
    "leagues/text_places.py",
}


def find_patterns() -> Iterator[tuple[str, str, int, bool]]:
    """Every pattern in the code: (place, pattern, flags, whether it is searched for)."""
    for package in ("crokinole_site", "leagues", "scoring"):
        for file in sorted((ROOT / package).rglob("*.py")):
            where = str(file.relative_to(ROOT))
            if where not in NOT_TYPED:
                yield from in_file(where, ast.parse(file.read_text()))


def in_file(where: str, code: ast.AST) -> Iterator[tuple[str, str, int, bool]]:
    for call in ast.walk(code):
        match call:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="re"), attr=how),
                args=[ast.Constant(value=str(pattern)), *others],
            ):
                whole = how == "compile" and where in MATCHED_WHOLE
                yield where, pattern, flags_in(others), not (whole or how in AT_ONE_PLACE)


def flags_in(arguments: list[ast.expr]) -> int:
    named = [each.attr for each in arguments if isinstance(each, ast.Attribute)]
    return sum(getattr(re, name, 0) for name in named)


PATTERNS = list(find_patterns())


def parse_pattern(pattern: str, flags: int) -> Any:
    return re._parser.parse(pattern, flags)  # type: ignore[attr-defined]


def is_endless(item: Any) -> bool:
    kind, arguments = item
    return str(kind) in REPEATS and arguments[1] == re._constants.MAXREPEAT  # type: ignore[attr-defined]


def possible_beginnings(items: Any, *, more: bool = False) -> Iterator[tuple[Any, bool]]:
    """What a match may begin with, and whether more must follow.

    A pattern that is anchored at a beginning is only tried there.
    """
    for at, item in enumerate(items):
        kind, arguments = str(item[0]), item[1]
        follows = more or at + 1 < len(items)
        if kind == "AT":
            return
        if kind == "BRANCH":
            for branch in arguments[1]:
                yield from possible_beginnings(branch, more=follows)
            return
        if kind == "SUBPATTERN":
            yield from possible_beginnings(arguments[-1], more=follows)
            return
        yield item, follows
        if kind not in REPEATS or arguments[0] > 0:
            return


def items_inside(items: Any) -> Iterator[Any]:
    for item in items:
        kind, arguments = str(item[0]), item[1]
        yield item
        if kind == "BRANCH":
            for branch in arguments[1]:
                yield from items_inside(branch)
        elif kind in {"SUBPATTERN", *REPEATS}:
            yield from items_inside(arguments[-1])


def fault_of(pattern: str, flags: int = 0, *, searched: bool = True) -> str:
    items = parse_pattern(pattern, flags)
    begins = possible_beginnings(items) if searched else ()
    if any(is_endless(item) and follows for item, follows in begins):
        return "begins with a repeat without an end"
    for item in items_inside(items):
        if is_endless(item) and any(map(is_endless, items_inside(item[1][-1]))):
            return "repeats a repeat"
    return ""


@pytest.mark.parametrize(("where", "pattern", "flagged", "searched"), PATTERNS)
def test_no_pattern_tries_every_place_of_a_long_gap(
    where: str, pattern: str, flagged: int, searched: bool
) -> None:
    assert not fault_of(pattern, flagged, searched=searched), where


def test_the_patterns_of_the_site_are_found() -> None:
    assert {"leagues/files/people_list.py", "crokinole_site/report_queue.py"} <= {
        where for where, *_ in PATTERNS
    }


@pytest.mark.parametrize(
    ("pattern", "fault"),
    [
        (r"\s*[&/+]\s*|\s+and\s+", "begins with a repeat without an end"),
        (r"(?:\s*)x", "begins with a repeat without an end"),
        (r"a?\s+x", "begins with a repeat without an end"),
        (r"x(?:a+)+b", "repeats a repeat"),
        (r"\s+", ""),
        (r"\d+|\?", ""),
        (r"^\s*x", ""),
        (r"[&/+]|\sand\s", ""),
    ],
)
def test_a_pattern_that_would_be_slow_is_seen(pattern: str, fault: str) -> None:
    assert fault_of(pattern) == fault
