"""Style sheets as browsers get them: each with all its imports, in one flat file.

Sources are written in today's CSS (nesting, `light-dark()`, ranges in media queries), which
phones that clubs still use can't read. The output works in all browsers of ``FLOOR``.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import lightningcss

# The oldest browsers in which rounds can be entered and results read. The README lists them too.
FLOOR = ["ios_saf 15.4", "safari 15.4", "chrome 99", "firefox 115"]
# `(width < 48rem)` becomes this form, which old browsers can't read either.
BELOW = re.compile(r"\(?not \(min-(width|height):([\d.]+)rem\)\)?")
# Selectors that no public page of an event needs, since it has nothing to fill in.
NOTHING_TO_FILL_IN = """
    form input select textarea optgroup progress dialog
    type=checkbox type=color type=date type=datetime-local type=email type=file type=image
    type=month type=number type=password type=radio type=range type=reset type=search
    type=submit type=text type=time type=week
    role=group role=search role=switch role=listbox aria-busy aria-disabled aria-invalid
    address audio blockquote canvas figcaption figure h5 h6 hr iframe kbd mark pre samp video
    data-placement data-tooltip rel=prev
    .container .container-fluid .contrast .dropdown .outline .overflow-auto .striped
    .modal-is-open .modal-is-opening .modal-is-closing
    """
LEFT_OUT = {"event.css": set(NOTHING_TO_FILL_IN.split())}

HOLDS_RULES = ("@layer", "@media", "@supports", "@container")
QUOTED = r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\''
PIECE = re.compile(rf"{QUOTED}|[{{}};]|[^{{}};\"']+")
PIECE_OF_A_LIST = re.compile(rf"{QUOTED}|[\[\](),]|[^\[\](),\"']+")
CALLED = re.compile(r":([\w-]+)\(")
ATTRIBUTE = re.compile(r"\[([\w-]+)(?:[~|^$*]?=[\"']?([^\"'\]]*)[\"']?)?\]")
PSEUDO_OR_ID = re.compile(r"::?[\w-]+|#[\w-]+")
NAME = re.compile(r"\.?[a-zA-Z_-][\w-]*")
SET, ASKED = re.compile(r"(--[\w-]+):"), re.compile(r"var\((--[\w-]+)")


def flatten_sheet(sheet: Path) -> str:
    """Return a style sheet with its imports, without nesting and without rules its pages never
    need.
    """
    css = lightningcss.bundle_css(str(sheet), browsers_list=FLOOR, minify=True)
    css = BELOW.sub(_just_below, css)
    absent = LEFT_OUT.get(sheet.name)
    return without_rules(css, absent) if absent else css


def _just_below(found: re.Match[str]) -> str:
    return f"(max-{found[1]}:{float(found[2]) - 0.001:g}rem)"


def without_rules(css: str, absent: set[str]) -> str:
    """Return a flat, minified style sheet without the rules for ``absent`` parts of a page.

    ``absent`` names elements, classes, and attributes with or without a value: for
    ``{"input", "role=group", ".dropdown"}`` every selector is removed that can match only with one
    of them. A custom property that no remaining rule uses is removed too.
    """
    css = _rules_without(css, absent)
    while unused := set(SET.findall(css)) - set(ASKED.findall(css)):
        names = "|".join(map(re.escape, sorted(unused, key=len, reverse=True)))
        value = rf"(?:{QUOTED}|[^;{{}}\"'])*"
        css = re.sub(rf"(?<=[{{;])(?:{names}):{value}(?:;|(?=}}))", "", css)
    return css.replace(";}", "}")


def _rules_without(css: str, absent: set[str]) -> str:
    left = []
    for head, body in _top_level_rules(css):
        if body is None or (head.startswith("@") and not head.startswith(HOLDS_RULES)):
            left.append(head + (";" if body is None else f"{{{body}}}"))
        elif head.startswith("@"):
            if inside := _rules_without(body, absent):
                left.append(f"{head}{{{inside}}}")
        elif having := [each for each in _split_selectors(head) if _may_match(each, absent)]:
            left.append(f"{','.join(having)}{{{body}}}")
    return "".join(left)


def _top_level_rules(css: str) -> Iterator[tuple[str, str | None]]:
    """Yield each top-level rule: the text before its braces, and inside them (None without
    braces).
    """
    start = opened = depth = 0
    for found in PIECE.finditer(css):
        piece = found[0]
        if piece == "{":
            depth += 1
            if depth == 1:
                opened = found.start()
        elif piece == "}":
            depth -= 1
            if depth == 0:
                yield css[start:opened], css[opened + 1 : found.start()]
                start = found.end()
        elif piece == ";" and depth == 0:
            yield css[start : found.start()], None
            start = found.end()


def _split_selectors(selectors: str) -> list[str]:
    """Split a list of selectors at commas outside of brackets."""
    parts, depth = [""], 0
    for piece in PIECE_OF_A_LIST.findall(selectors):
        depth += (piece in "([") - (piece in ")]")
        if piece == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += piece
    return parts


def _may_match(selector: str, absent: set[str]) -> bool:
    while called := CALLED.search(selector):
        end = _closing_bracket(selector, called.end())
        one_of = _split_selectors(selector[called.end() : end])
        if called[1] in {"is", "where", "has"} and not any(
            _may_match(each, absent) for each in one_of
        ):
            return False
        selector = selector[: called.start()] + selector[end + 1 :]
    for name, value in ATTRIBUTE.findall(selector):
        if name in absent or f"{name}={value}" in absent:
            return False
    return absent.isdisjoint(NAME.findall(PSEUDO_OR_ID.sub("", ATTRIBUTE.sub("", selector))))


def _closing_bracket(selector: str, begin: int) -> int:
    depth = 1
    for at in range(begin, len(selector)):
        depth += (selector[at] == "(") - (selector[at] == ")")
        if depth == 0:
            return at
    raise ValueError(f"nothing closes the bracket in {selector}")
