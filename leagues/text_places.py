"""Describe for translators where a short text is shown: a button, a column head, a field.

A single word has no context, and a thousand comments would be too much to write. So
``makemessages`` describes the place: in a template the element around the text; in
Python the field, the choice or the function it belongs to.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import PurePath

SHORT = 2
GAP = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}|<[^>]*>")
WORD = re.compile(r"\w")


def is_short(text: str) -> bool:
    """True if a text has at most two words, placeholders not counted.

    >>> is_short("Game %(n)s of %(all)s"), is_short("Who comes first")
    (True, False)
    """
    words = [each for each in GAP.sub(" ", text).split() if WORD.search(each)]
    return 0 < len(words) <= SHORT


def places_in(path: PurePath, source: str) -> Iterator[tuple[str, str]]:
    """Yield each text of a file with the place where it is shown, as far as the code shows it."""
    if path.suffix == ".py":
        yield from _in_python(ast.parse(source), path)
    elif path.suffix == ".html":
        yield from _in_template(source)
    else:
        for found in TEXT.finditer(source):
            yield _message_of(found), f"In an e-mail: {path.stem}."


# --- Templates -------------------------------------------------------------------------------

TEXT = re.compile(
    r"\{%-?\s*translate\s+([\"'])(?P<tag>.*?)\1"
    r"|(?:(?P<given>\w+)=)?_\(\"(?P<call>[^\"]*)\"\)"
    r"|\{%\s*blocktranslate(?P<head>[^%]*)%\}(?P<block>.*?)\{%\s*endblocktranslate",
    re.DOTALL,
)
PLURAL = re.compile(r"\{%\s*plural\s*%\}")
VARIABLE = re.compile(r"\{\{\s*(\w+)\s*\}\}")
OPENS = re.compile(
    r"<(?P<close>/?)(?P<name>[a-z][a-z0-9]*)(?P<inside>(?:\"[^\"]*\"|'[^']*'|[^<>\"'])*)"
    r"(?P<end>/?>|(?:\"[^\"]*|'[^']*)\Z)"
)
TAGS = re.compile(r"\{[%{#].*?[%}#]\}", re.DOTALL)
ATTRIBUTE = re.compile(r"([\w-]+)=[\"'][^\"']*\Z")
HEAD = re.compile(r"\s*\{% comment %\}\s*(.+?)(?:\.\s|\.?\{%)", re.DOTALL)
VOID = {"input", "br", "img", "use", "meta", "link", "hr"}
ELEMENTS = {
    "a": "Link.",
    "button": "Button.",
    "caption": "Caption of a table.",
    "dd": "A fact, beside its name.",
    "dt": "Name of a fact.",
    "figcaption": "Caption of a picture.",
    "h1": "Heading of the page.",
    "h2": "Heading.",
    "h3": "Heading.",
    "h4": "Heading.",
    "label": "Label of a field.",
    "legend": "Heading of a group of fields.",
    "li": "Item of a list.",
    "option": "Choice in a list.",
    "output": "A value that changes.",
    "p": "Line of text.",
    "summary": "Opens a part of the page.",
    "td": "Cell of a table.",
    "text": "Written in a picture.",
    "th": "Column head.",
    "title": "Title of the page.",
}
TAG_ARGUMENTS = {
    "here": "Name of this page, at the end of the path to it.",
    "title": "Heading.",
}
"""Where the site's template tags show a text, by the name of the argument."""
READ_OUT = {
    "alt": "Read out: what a picture shows.",
    "aria-label": "Read out: name of a part of the page or of a button.",
    "placeholder": "Example within a field.",
    "title": "Shown when a pointer rests on it.",
}


def _in_template(source: str) -> Iterator[tuple[str, str]]:
    for found in TEXT.finditer(source):
        after = source[found.end() :]
        kept = found["tag"] and re.match(r"[^%]*\bas\s+(\w+)\s*%\}", after)
        kept = kept or re.search(r"\basvar\s+(\w+)", found["head"] or "")
        given = kept[1] if kept else found["given"]
        is_label = (
            found["given"] == "label"
            if found["call"]
            else kept and re.search(rf"{{% button\b[^%]*\blabel={given}\b", source)
        )
        if is_label:
            yield _message_of(found), ELEMENTS["button"]
        elif found["call"] and given in TAG_ARGUMENTS:
            yield _message_of(found), TAG_ARGUMENTS[given]
        elif given:
            yield _message_of(found), f"Shown further down, as “{given}”."
        else:
            yield (
                _message_of(found),
                _open_element(source[: found.start()]) or _template_summary(source),
            )


def _template_summary(source: str) -> str:
    """Return the first sentence of the comment at the head of a template."""
    comment = HEAD.match(source)
    return f"Part of a page: {comment[1]}." if comment else ""


def _open_element(before: str) -> str:
    """Describe the element that is open at the end of these lines of a template.

    >>> _open_element('<button class="quiet"><span>')
    'Button.'
    >>> _open_element('<nav aria-label="')
    'Read out: name of a part of the page or of a button.'
    """
    is_open: list[re.Match[str]] = []
    for tag in OPENS.finditer(TAGS.sub(lambda tag: " " * len(tag[0]), before)):
        if not tag["end"].endswith(">"):
            return _describe_attribute(tag)
        if tag["close"]:
            while is_open and is_open.pop()["name"] != tag["name"]:
                pass
        elif tag["end"] != "/>" and tag["name"] not in VOID:
            is_open.append(tag)
    *_, block = re.findall(r"\{% (?:end)?block (\w*)", before) or [""]
    if block in {"title", "page", "head_title"} and not is_open:
        return ELEMENTS["title"]
    return next(filter(None, map(_describe_element, reversed(is_open))), "")


def _describe_attribute(tag: re.Match[str]) -> str:
    found = ATTRIBUTE.search(tag[0])
    name = found[1] if found else ""
    return READ_OUT.get(name, f"Value of “{name}”." if name else "")


def _describe_element(tag: re.Match[str]) -> str:
    if word := re.search(r'data-word="([\w.-]+)"', tag["inside"]):
        return f"On the page where a match is entered: “{word[1]}”."
    if "badge" in tag["inside"]:
        return "Badge beside a name: a state."
    is_button = tag["name"] == "a" and 'class="button' in tag["inside"]
    return ELEMENTS.get("button" if is_button else tag["name"], "")


def _message_of(found: re.Match[str]) -> str:
    """Return a text as in gettext; of a plural, the singular."""
    if english := found["tag"] or found["call"]:
        return english.replace("%", "%%")
    text = PLURAL.split(found["block"])[0].replace("%", "%%")
    if "trimmed" in found["head"]:
        text = " ".join(filter(None, map(str.strip, text.split("\n"))))
    return VARIABLE.sub(r"%(\1)s", text)


# --- Python ----------------------------------------------------------------------------------

FIELD_ARGUMENTS = {
    "label": "Label of the field “{name}” in {of}.",
    "help_text": "Help under the field “{name}” in {of}.",
    "empty_label": "Choice of nothing in the field “{name}” in {of}.",
    "error_messages": "Refusal beside the field “{name}” in {of}.",
    "choices": "Choice in the field “{name}” in {of}.",
}


def _in_python(tree: ast.Module, path: PurePath) -> Iterator[tuple[str, str]]:
    yield from _walk_below(tree, [tree], path)


def _walk_below(node: ast.AST, around: list[ast.AST], path: PurePath) -> Iterator[tuple[str, str]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield child.value, _describe_code(around, path)
        else:
            yield from _walk_below(child, [*around, child], path)


def _describe_code(around: list[ast.AST], path: PurePath) -> str:
    """Describe the code around a text: the innermost thing with a name."""
    subject = path.stem.strip("_").replace("_", " ")
    of = next((n.name for n in reversed(around) if isinstance(n, ast.ClassDef)), "")
    name = ", ".join(ast.unparse(t) for node in around for t in _assigned_targets(node))
    for node in reversed(around):
        if isinstance(node, ast.keyword) and node.arg in FIELD_ARGUMENTS:
            return FIELD_ARGUMENTS[node.arg].format(name=name or subject, of=of or subject)
        if isinstance(node, ast.FunctionDef):
            summary = (ast.get_docstring(node) or "").partition("\n")[0]
            return f"{node.name}: {summary}" if summary else f"{of or subject}: {node.name}."
    if of:
        return f"{of}: {name}." if name else f"{of}."
    return f"{name} of {subject}." if name else ""


def _assigned_targets(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.Assign):
        return node.targets
    return [node.target] if isinstance(node, ast.AnnAssign) else []
