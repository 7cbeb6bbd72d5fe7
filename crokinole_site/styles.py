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
# Selectors that Pico has rules for, and no page of ours needs.
ON_NO_PAGE = """
    address audio canvas del h6 ins mark samp sub sup type=image type=month type=reset type=week
    role=document role=link role=listbox role=switch
    aria-invalid=false aria-controls aria-hidden=false aria-label=breadcrumb data-placement data-tooltip dir=rtl multiple rel=prev
    .close .container .container-fluid .contrast .dropdown .outline .overflow-auto
    .secondary .striped .modal-is-open .modal-is-opening .modal-is-closing
    """
# Those that no public page of an event needs, since only a name is sought there.
NOTHING_TO_FILL_IN = """
    select textarea optgroup progress dialog
    type=checkbox type=color type=date type=datetime-local type=email type=file type=image
    type=number type=password type=radio type=range type=reset
    type=submit type=text type=time
    role=group role=search role=listbox aria-busy aria-disabled aria-invalid
    blockquote figcaption figure h5 hr iframe kbd pre video .outline
    """
# Those that neither a frame on another website nor a screen on a wall needs.
NOTHING_TO_OPEN = """
    form input select textarea optgroup progress dialog details summary nav article hgroup aside
    role=button role=group role=search role=listbox role=document tabindex aria-busy aria-current
    aria-disabled aria-invalid blockquote dl dt dd fieldset legend label h4 h5 hr iframe kbd code
    pre ins del abbr video type=checkbox type=color type=date type=datetime-local type=email type=file
    type=image type=number type=password type=radio type=range type=reset type=search type=text
    type=time
    """
LEFT_OUT = {
    "site.css": ".chances .claims .plain-page .tree .trees pre role=group",
    "event.css": NOTHING_TO_FILL_IN
    + ".actions .banner .blockers .chart .crumbs .form-line .log .narrow .only-icon .panel .plain "
    + ".plain-page .qr .ranked .rules-card .keys-hint .stack .up-next .working "
    + "disabled readonly",
    "embed.css": NOTHING_TO_FILL_IN + NOTHING_TO_OPEN,
    "screen.css": NOTHING_TO_OPEN,
}
# The parts of site.css on pages without its frame: these classes, and those the sheet names.
PARTS = {
    "embed.css": """
        a b badge board c changed d disc final fits form games given hole icon list made
        many match-list movement moving n name needed now number out own pips podium points
        quietly rising score score-line scroll side soft standings state step stretched
        tied to who won
        """,
    "screen.css": """
        a b board-picture c cell d disc fed games half hole icon lower match movement n name number
        pips qr quietly score side sides slot soft straight through tied to tree
        trees upper won zone
        """,
}
READ_BY_SCRIPTS = {"--columns"}

HOLDS_RULES = ("@layer", "@media", "@supports", "@container")
QUOTED = r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\''
PIECE = re.compile(rf"{QUOTED}|[{{}};]|[^{{}};\"']+")
PIECE_OF_A_LIST = re.compile(rf"{QUOTED}|[\[\](),]|[^\[\](),\"']+")
CALLED = re.compile(r":([\w-]+)\(")
ATTRIBUTE = re.compile(r"\[([\w-]+)(?:[~|^$*]?=[\"']?([^\"'\]]*)[\"']?)?\]")
PSEUDO_OR_ID = re.compile(r"::?[\w-]+|#[\w-]+")
CLASS = re.compile(r"\.[a-zA-Z_][\w-]*")
NAME = re.compile(r"\.?[a-zA-Z_-][\w-]*")
SET, ASKED = re.compile(r"(--[\w-]+):"), re.compile(r"var\((--[\w-]+)")


def flatten_sheet(sheet: Path) -> str:
    """Return a style sheet with its imports, without nesting and without rules its pages never
    need.
    """
    css = lightningcss.bundle_css(str(sheet), browsers_list=FLOOR, minify=True)
    css = BELOW.sub(_just_below, css)
    absent = {*ON_NO_PAGE.split(), *LEFT_OUT.get(sheet.name, "").split()}
    if parts := PARTS.get(sheet.name):
        named = CLASS.findall(sheet.read_text()) + [f".{part}" for part in parts.split()]
        absent |= {*CLASS.findall(css)} - {*named}
    return without_rules(css, absent)


def _just_below(found: re.Match[str]) -> str:
    return f"(max-{found[1]}:{float(found[2]) - 0.001:g}rem)"


def without_rules(css: str, absent: set[str]) -> str:
    """Return a flat, minified style sheet without the rules for ``absent`` parts of a page.

    ``absent`` names elements, classes, and attributes with or without a value: for
    ``{"input", "role=group", ".dropdown"}`` every selector is removed that can match only with one
    of them. A custom property that no remaining rule and no script uses is removed too.
    """
    css = _rules_without(css, absent)
    while unused := set(SET.findall(css)) - set(ASKED.findall(css)) - READ_BY_SCRIPTS:
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
        elif having := [each for each in split_selectors(head) if _may_match(each, absent)]:
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


def split_selectors(selectors: str) -> list[str]:
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
        one_of = split_selectors(selector[called.end() : end])
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
