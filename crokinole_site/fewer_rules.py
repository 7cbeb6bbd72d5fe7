"""A flat style sheet without the rules that a kind of page has nothing for.

What is left out is named by elements, classes, and attributes with or without a value: of
``{"input", "role=group", ".dropdown"}`` goes every selector that can match only with one of them.
A custom property that no rule asks for any more goes too.
"""

import re
from collections.abc import Iterator

HOLDS_RULES = ("@layer", "@media", "@supports", "@container")
QUOTED = r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\''
PIECE = re.compile(rf"{QUOTED}|[{{}};]|[^{{}};\"']+")
PIECE_OF_A_LIST = re.compile(rf"{QUOTED}|[\[\](),]|[^\[\](),\"']+")
CALLED = re.compile(r":([\w-]+)\(")
ATTRIBUTE = re.compile(r"\[([\w-]+)(?:[~|^$*]?=[\"']?([^\"'\]]*)[\"']?)?\]")
PSEUDO_OR_ID = re.compile(r"::?[\w-]+|#[\w-]+")
NAME = re.compile(r"\.?[a-zA-Z_-][\w-]*")
SET, ASKED = re.compile(r"(--[\w-]+):"), re.compile(r"var\((--[\w-]+)")


def without(css: str, absent: set[str]) -> str:
    """What is left of a flat, minified style sheet."""
    css = _rules_without(css, absent)
    while unused := set(SET.findall(css)) - set(ASKED.findall(css)):
        names = "|".join(map(re.escape, sorted(unused, key=len, reverse=True)))
        value = rf"(?:{QUOTED}|[^;{{}}\"'])*"
        css = re.sub(rf"(?<=[{{;])(?:{names}):{value}(?:;|(?=}}))", "", css)
    return css.replace(";}", "}")


def _rules_without(css: str, absent: set[str]) -> str:
    left = []
    for head, body in _rules(css):
        if body is None or (head.startswith("@") and not head.startswith(HOLDS_RULES)):
            left.append(head + (";" if body is None else f"{{{body}}}"))
        elif head.startswith("@"):
            if inside := _rules_without(body, absent):
                left.append(f"{head}{{{inside}}}")
        elif having := [each for each in _parts(head) if _may_match(each, absent)]:
            left.append(f"{','.join(having)}{{{body}}}")
    return "".join(left)


def _rules(css: str) -> Iterator[tuple[str, str | None]]:
    """Each rule of the outermost level: what stands before its braces, and within them."""
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


def _parts(selectors: str) -> list[str]:
    """A list of selectors, cut at the commas that stand in no brackets."""
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
        end = _closing(selector, called.end())
        one_of = _parts(selector[called.end() : end])
        if called[1] in {"is", "where", "has"} and not any(
            _may_match(each, absent) for each in one_of
        ):
            return False
        selector = selector[: called.start()] + selector[end + 1 :]
    for name, value in ATTRIBUTE.findall(selector):
        if name in absent or f"{name}={value}" in absent:
            return False
    return absent.isdisjoint(NAME.findall(PSEUDO_OR_ID.sub("", ATTRIBUTE.sub("", selector))))


def _closing(selector: str, begin: int) -> int:
    depth = 1
    for at in range(begin, len(selector)):
        depth += (selector[at] == "(") - (selector[at] == ")")
        if depth == 0:
            return at
    raise ValueError(f"nothing closes the bracket in {selector}")
