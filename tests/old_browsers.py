"""What the oldest supported browsers understand of a style sheet or a script.

The oldest are iOS 15.4, Chrome 99 and Firefox ESR 115 (``crokinole_site/styles.py``). Each
feature that is newer than one of them is listed here with the first version that has it; add
to the list when a new one is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from crokinole_site.styles import split_selectors

OLDEST = (15.4, 99, 115)


class Feature(NamedTuple):
    ios: float
    chrome: float
    firefox: float
    pattern: re.Pattern[str]


def make_feature(ios: float, chrome: float, firefox: float, pattern: str) -> Feature:
    found = Feature(ios, chrome, firefox, re.compile(pattern))
    assert any(has > old for has, old in zip(found[:3], OLDEST, strict=True)), pattern
    return found


NEVER = 999
SELECTORS = [
    make_feature(15.4, 105, 121, r":has\("),
    make_feature(17.0, 114, 125, r":popover-open"),
    make_feature(18.4, 135, NEVER, r":open\b"),
    make_feature(15.4, 105, 103, r":modal"),
    make_feature(18.3, 131, 143, r"::details-content"),
    make_feature(16.5, 119, 119, r":user-(in)?valid"),
    make_feature(17.5, 120, 117, r"(^|[\s,>+~(])&"),
]
AT_RULES = [
    make_feature(16.0, 105, 110, r"^@container\b"),
    make_feature(16.4, 85, 128, r"^@property\b"),
    make_feature(17.4, 118, 128, r"^@scope\b"),
    make_feature(17.5, 117, 129, r"^@starting-style\b"),
    make_feature(18.2, 126, NEVER, r"^@view-transition\b"),
    make_feature(16.4, 104, 102, r"^@media\b.*[<>]"),
    make_feature(16.4, 104, 102, r"^@media\b(.*\(|(.*\band)? *)not *\((?!all)"),
    make_feature(16.4, 104, 102, r"^@media\b.*\bor\b"),
    make_feature(16.4, 108, 118, r"^@supports\b.*font-(tech|format)\("),
]
DECLARATIONS = [
    make_feature(15.4, 108, 101, r"\d[sld]v([hwib]|min|max)\b"),
    make_feature(16.0, 105, 110, r"\dcq([hwib]|min|max)\b"),
    make_feature(16.2, 111, 113, r"color-mix\("),
    make_feature(17.5, 123, 120, r"light-dark\("),
    make_feature(16.4, 119, 128, r"(rgb|hsl|oklch|color)\(from "),
    make_feature(15.4, 111, 113, r"ok(lch|lab)\("),
    make_feature(17.4, 77, 128, r"^content:(?:[^\"/]|\"[^\"]*\")*/"),
    make_feature(16.4, 109, 120, r"\d(r?lh|rex|ric|rch|cap|rcap)\b"),
    make_feature(15.4, 125, 118, r"\b(round|mod|rem)\("),
    make_feature(16.0, 117, 71, r"^grid-template.*\bsubgrid\b"),
    make_feature(16.0, 90, 81, r"^overflow(-[xy])?:clip"),
    make_feature(14.1, 104, 72, r"^(translate|rotate|scale):"),
    make_feature(26.0, 125, 147, r"^(anchor-name|position-anchor|position-area):"),
    make_feature(26.0, 115, NEVER, r"^(animation|scroll|view)-timeline"),
    make_feature(16.4, 117, 129, r"allow-discrete"),
    make_feature(17.0, 92, 92, r"^size-adjust:"),
    make_feature(NEVER, 87, 89, r"^(ascent|descent|line-gap)-override:"),
]
# Without these a page looks a little plainer, and nothing else.
HARMLESS = re.compile(
    r"^(text-wrap(-style)?|scroll-initial-target|scrollbar-(width|gutter|color)"
    r"|overscroll-behavior|container-type|field-sizing|interpolate-size|print-color-adjust"
    r"|accent-color|hyphens|line-clamp|content-visibility|text-size-adjust|size-adjust"
    r"|(ascent|descent|line-gap)-override):"
)


@dataclass
class Rule:
    """A rule such as ``@media print { … }`` or ``.disc { … }``: its head, and its contents."""

    head: str
    inside: list[Rule] = field(default_factory=list)
    declarations: list[str] = field(default_factory=list)

    @property
    def is_style(self) -> bool:
        return not self.head.startswith("@")

    def __str__(self) -> str:
        within = ";".join(self.declarations) + "".join(map(str, self.inside))
        if not self.head:
            return within
        return f"{self.head}{{{within}}}"


PIECES = re.compile(
    r'"(?:[^"\\]|\\.)*"'
    r"|'(?:[^'\\]|\\.)*'"
    r"|url\([^\"')]*\)|/\*.*?\*/|[{};()]|[^{};()\"'/]+|/",
    re.DOTALL,
)


def parse_css(css: str) -> Rule:
    """Parse a style sheet into nested rules."""
    whole = Rule("")
    stack, text, depth = [whole], "", 0
    for found in PIECES.finditer(css):
        piece = found[0]
        if piece.startswith("/*"):
            continue
        depth += (piece == "(") - (piece == ")")
        if depth or piece not in {"{", "}", ";"}:
            text += piece
        elif piece == "{":
            stack[-1].inside.append(Rule(text.strip()))
            stack.append(stack[-1].inside[-1])
            text = ""
        else:
            if text.strip():
                stack[-1].declarations.append(text.strip() + (";" if stack[-1] is whole else ""))
            text = ""
            if piece == "}":
                stack.pop()
    assert stack == [whole], "a brace that nothing closes"
    return whole


def needs_newer(features: list[Feature], text: str) -> bool:
    return any(feature.pattern.search(text) for feature in features)


def find_unsupported(rule: Rule, asked: str = "") -> Iterator[str]:
    """What an old browser would miss: it has no older fallback before it and no ``@supports``.

    ``asked`` is what ``@supports`` around the rule has asked already. A rule with ``:has()`` in
    each of its selectors is skipped as a whole, and needs no ``@supports``.
    """
    if rule.head == "@layer pico":  # Pico's own fallbacks are Pico's
        return
    if rule.head.startswith("@supports"):
        asked += rule.head
    elif _is_unread(rule, asked):
        yield rule.head
    yield from _lone_words(rule)
    for each in rule.inside:
        if rule.is_style and rule.head:
            yield f"{rule.head} {{ {each.head}"
        yield from find_unsupported(each, asked)


def _is_unread(rule: Rule, asked: str) -> bool:
    if rule.is_style:
        each_has = all(":has(" in selector for selector in split_selectors(rule.head))
        return needs_newer(SELECTORS, rule.head) and not each_has and ":has" not in asked
    # What is drawn without @container, the pictures through an old browser's eyes show.
    return needs_newer(AT_RULES, rule.head) and not rule.head.startswith("@container")


def _lone_words(rule: Rule) -> Iterator[str]:
    known = set[str]()
    for declaration in rule.declarations:
        name = declaration.partition(":")[0]
        if not needs_newer(DECLARATIONS, declaration):
            known.add(name)
        elif name not in known and not HARMLESS.match(declaration):
            yield f"{rule.head} {{ {declaration}"


def as_read(css: str) -> str:
    """A style sheet as an old browser reads it, without newer features."""
    return str(_as_read(parse_css(css)))


def _as_read(rule: Rule) -> Rule:
    kept = Rule(rule.head)
    kept.declarations = [
        declaration
        for declaration in rule.declarations
        if not needs_newer(DECLARATIONS, declaration)
    ]
    if rule.is_style and rule.head:
        return kept  # nested rules are not known
    for each in rule.inside:
        if each.is_style and needs_newer(SELECTORS, each.head):
            continue
        if not each.is_style and (
            needs_newer(AT_RULES, each.head) or ":has" in each.head or "container" in each.head
        ):
            continue
        kept.inside.append(_as_read(each))
    return kept


# --- Scripts --------------------------------------------------------------------------

SCRIPT = [
    make_feature(16.0, 76, 75, r"\brequestSubmit\b"),
    make_feature(16.0, 110, 115, r"\b(toSorted|toReversed|toSpliced)\b"),
    make_feature(17.4, 117, 119, r"\bgroupBy\b"),
    make_feature(17.4, 119, 121, r"\bwithResolvers\b"),
    make_feature(18.2, 128, 134, r"\bPromise\.try\b"),
    make_feature(16.4, 121, 115, r"\bfromAsync\b"),
    make_feature(17.0, 120, 115, r"\bcanParse\b"),
    make_feature(16.0, 103, 100, r"\bAbortSignal\.timeout\b"),
    make_feature(17.4, 116, 124, r"\bAbortSignal\.any\b"),
    make_feature(16.4, 62, 78, r"\(\?<[=!]"),
    make_feature(16.4, 94, 93, r"\bstatic\s*\{"),
    make_feature(17.4, 105, 106, r"\bcheckVisibility\b"),
    make_feature(15.5, 102, 112, r"\.inert\b"),
    make_feature(17.0, 114, 125, r"\b(show|hide|toggle)Popover\b"),
    make_feature(18.0, 111, 144, r"\bstartViewTransition\b"),
    make_feature(16.4, 84, 126, r"\bwakeLock\b"),
    make_feature(16.4, 72, 120, r"\buserActivation\b"),
    make_feature(15.0, 81, 119, r"\.aria[A-Z]\w+\s*="),
    make_feature(18.4, 122, 131, r"\.(values|keys|entries)\(\)\.(map|filter|some|every|find)\("),
    make_feature(17.0, 122, 127, r"\.(union|isSubsetOf|symmetricDifference)\("),
    make_feature(16.4, 80, 113, r"\b(Dec|C)ompressionStream\b"),
    make_feature(NEVER, 133, 144, r"\bmoveBefore\b"),
    make_feature(NEVER, 83, NEVER, r"\bBarcodeDetector\b"),
]


def in_script(text: str) -> list[str]:
    """Where a script uses a newer feature without testing for it.

    ``if (it)``, ``!it``, ``it ? … : …``, ``it?.()`` and ``"it" in`` are tests for it.
    """
    code = re.sub(r"^\s*//[^\n]*|/\*[\s\S]*?\*/", "", text, flags=re.MULTILINE)
    found = []
    for feature in SCRIPT:
        for use in feature.pattern.finditer(code):
            name = re.escape(re.sub(r"\W", "", use[0].split(".")[-1]))
            asks = rf"if ?\([\w.]*\b{name}\)|![\w.]*\b{name}\b|\b{name}\s*\?|\"{name}\" in"
            if not re.search(asks, code):
                found.append(code[max(0, use.start() - 40) : use.end() + 20])
    return found
