"""Rename English texts: in the code that shows them, and in every catalogue.

A text is given as in gettext: after its context if it has one, and a plural by its singular.
"""

import ast
import re
import tokenize
from collections.abc import Callable, Iterator, Mapping
from io import StringIO
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from django.conf import settings

from leagues.catalogues import KEYWORDS, ROOMS, found_in, languages_of, po_of, write_catalogue

CONTEXT = "\x04"
"""Between the context of a text and the text, as in gettext."""

Renames = Mapping[str, tuple[str, ...]]
"""The new text, or one for each plural form, by the old one."""

TAG = re.compile(
    r"(\{%\s*trans(?:late)?\s+)([\"'])(?P<text>.*?)\2(?:\s+context\s+([\"'])(?P<context>.*?)\4)?(?=[\s%])"
)
BLOCK = re.compile(
    r"(?P<head>\{%\s*blocktrans(?:late)?[^%]*%\})(?P<text>.*?)(?P<end>\{%\s*endblocktrans(?:late)?\s*%\})",
    re.DOTALL,
)
BLOCK_CONTEXT = re.compile(r"\scontext\s+([\"'])(?P<context>.*?)\1")
PLURAL = re.compile(r"(\s*\{%\s*plural\s*%\}\s*)")
VARIABLE = re.compile(r"\{\{\s*(\w+)\s*\}\}")
GAP = re.compile(r"%\((\w+)\)s")
ITALICS = re.compile(r"(?<!\*)\*(?![\s*])([^*]+)\*(?!\*)")
STEP = " → "


def split_key(key: str) -> tuple[str | None, str]:
    """Split a key into the context of a text, None without one, and the text.

    >>> split_key("Place"), split_key("where\\x04Place")
    ((None, 'Place'), ('where', 'Place'))
    """
    context, mark, text = key.rpartition(CONTEXT)
    return (context if mark else None), text


def join_key(context: str | None, text: str) -> str:
    return text if context is None else context + CONTEXT + text


def new_texts(
    renames: Renames, context: str | None, old: str
) -> tuple[str | None, tuple[str, ...]]:
    """Return the context and the texts that replace an old one; no texts if it stays."""
    forms = renames.get(join_key(context, old), ())
    return split_key(forms[0])[0] if forms else None, tuple(split_key(form)[1] for form in forms)


# --- Sources ---------------------------------------------------------------------------------


def rewrite_sources(renames: Renames) -> None:
    """Put the new texts into the code, the templates, the tests and the docs."""
    for folder in sorted({each for room in ROOMS.values() for each in room}):
        _rewrite_files(folder, ".py", in_code, renames)
        _rewrite_files(folder, ".html", in_template, renames)
        _rewrite_files(folder, ".txt", in_template, renames)
    _rewrite_files("tests", ".py", in_test, renames)
    _rewrite_files("docs", ".md", in_page, renames)


def _rewrite_files(
    folder: str, suffix: str, rewrite: Callable[[str, Renames], str], renames: Renames
) -> None:
    for file in sorted((settings.BASE_DIR / folder).rglob(f"*{suffix}")):
        if "migrations" not in file.parts:
            before = file.read_text()
            if (after := rewrite(before, renames)) != before:
                file.write_text(after)


def in_code(source: str, renames: Renames) -> str:
    """Return code with the arguments of gettext's functions renamed.

    A context is not added, since that needs another function.

    >>> in_code('_("Take " "out")', {"Take out": ("Remove",)})
    '_("Remove")'
    """
    changes = []
    for arguments, context, texts in _calls_in(source):
        old = arguments[texts[0]].value
        into, forms = new_texts(renames, context, old)
        if into == context and len(forms) == len(texts):
            changes += [(arguments[n], form) for n, form in zip(texts, forms, strict=True)]
    return _apply_changes(source, changes)


class Literal:
    """A string of the code, which may be written in several parts."""

    def __init__(self, first: tokenize.TokenInfo) -> None:
        self.start, self.end = first.start, first.end
        self.value: str = ast.literal_eval(first.string)

    def add(self, more: tokenize.TokenInfo) -> None:
        self.end = more.end
        self.value += ast.literal_eval(more.string)


def _literals_in(source: str) -> Iterator[tuple[list[str], Literal]]:
    """Yield each string, and the tokens before it."""
    before: list[str] = []
    literal: Literal | None = None
    for token in tokenize.generate_tokens(StringIO(source).readline):
        if token.type in {tokenize.NL, tokenize.COMMENT}:
            continue
        if token.type == tokenize.STRING and token.string[0] in "\"'":
            if literal:
                literal.add(token)
            else:
                literal = Literal(token)
            continue
        if literal:
            yield before, literal
            before.append('""')
            literal = None
        before.append(token.string)


def _calls_in(source: str) -> Iterator[tuple[list[Literal], str | None, list[int]]]:
    """Yield the strings a gettext function is called with, the context, and which are texts."""
    calls: dict[int, list[Literal]] = {}
    names: dict[int, str] = {}
    for before, literal in _literals_in(source):
        back = len(before)
        while before[back - 2 : back] == ['""', ","]:
            back -= 2
        if before[back - 1 : back] == ["("] and before[back - 2] in KEYWORDS:
            calls.setdefault(back, []).append(literal)
            names[back] = before[back - 2]
    for at, literals in calls.items():
        places: Any = KEYWORDS[names[at]] or (1,)
        texts = [place - 1 for place in places if isinstance(place, int)]
        context = next((place[0] - 1 for place in places if isinstance(place, tuple)), None)
        if len(literals) > max(texts):
            yield literals, None if context is None else literals[context].value, texts


def in_test(source: str, renames: Renames) -> str:
    """Return a test with strings renamed that are an old text, or contain an old sentence."""
    sentences = {old: new for old, new in renames.items() if old[-1] in ".?!…" and " " in old}
    changes = []
    for _, literal in _literals_in(source):
        new_text = renames.get(literal.value, ("",))[0] if " " in literal.value else ""
        if not new_text:
            new_text = literal.value
            for old, new in sentences.items():
                new_text = new_text.replace(old, new[0])
        if new_text != literal.value:
            changes.append((literal, split_key(new_text)[1]))
    return _apply_changes(source, changes)


def _apply_changes(source: str, changes: list[tuple[Literal, str]]) -> str:
    lines = source.splitlines(keepends=True)
    for literal, text in sorted(changes, key=lambda change: change[0].start, reverse=True):
        (first, start), (last, end) = literal.start, literal.end
        whole = lines[first - 1][:start] + to_literal(text) + lines[last - 1][end:]
        lines[first - 1 : last] = [whole]
    return "".join(lines)


def to_literal(text: str) -> str:
    """Return the text as a Python literal in double quotes.

    >>> to_literal('Say "yes"\\n')
    '"Say \\\\"yes\\\\"\\\\n"'
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def in_template(source: str, renames: Renames) -> str:
    """Return a template with its tags and blocks renamed.

    >>> in_template('<p>{% translate "Place" %}</p>', {"Place": ("where\\x04Venue",)})
    '<p>{% translate "Venue" context "where" %}</p>'
    """

    def tag(found: re.Match[str]) -> str:
        context, forms = new_texts(renames, found["context"], found["text"])
        if len(forms) != 1:
            return found[0]
        mark = "'" if '"' in forms[0] else '"'
        added = f' context "{context}"' if context is not None else ""
        return f"{found[1]}{mark}{forms[0]}{mark}{added}"

    def block(found: re.Match[str]) -> str:
        asked = BLOCK_CONTEXT.search(found["head"])
        parts = PLURAL.split(found["text"])
        trimmed = " trimmed" in found["head"]
        context = asked["context"] if asked else None
        into, forms = new_texts(renames, context, _block_text(parts[0], trimmed))
        if into != context or len(forms) != len(parts[::2]):
            return found[0]
        parts[::2] = [_in_block(form, part) for form, part in zip(forms, parts[::2], strict=True)]
        return found["head"] + "".join(parts) + found["end"]

    return BLOCK.sub(block, TAG.sub(tag, source))


def _block_text(block: str, trimmed: bool) -> str:
    """Return the text of a block as in gettext."""
    lines = block.split("\n")
    text = " ".join(filter(None, map(str.strip, lines))) if trimmed else block
    return VARIABLE.sub(r"%(\1)s", text.replace("%", "%%"))


def _in_block(text: str, before: str) -> str:
    """Return a text in the form of a block, with the spaces around the text that it replaces."""
    inside = GAP.sub(r"{{ \1 }}", text).replace("%%", "%")
    start = before[: len(before) - len(before.lstrip())]
    return start + inside + before[len(before.rstrip()) :]


def in_page(source: str, renames: Renames) -> str:
    """Return a page of the docs with the names of buttons and pages renamed.

    >>> in_page("Press *Desk → Rule*.", {"Rule": ("Decide the score",)})
    'Press *Desk → Decide the score*.'
    """
    names = {split_key(old)[1]: split_key(new[0])[1] for old, new in renames.items()}

    def renamed(found: re.Match[str]) -> str:
        steps = (" ".join(each.split()) for each in found[1].split(STEP))
        now = STEP.join(names.get(each, each) for each in steps)
        return found[0] if now == " ".join(found[1].split()) else f"*{now}*"

    return ITALICS.sub(renamed, source)


# --- Catalogues ------------------------------------------------------------------------------


def move_translations(renames: Renames) -> list[str]:
    """Give the new texts the old ones' translations; return new texts that no source has."""
    lost = {new[0] for new in renames.values()}
    for room in ROOMS:
        found = found_in(room)
        lost -= {join_key(message.context, _first_form(message)) for message in found if message.id}
        for language in languages_of(room):
            path = po_of(room, language)
            with path.open("rb") as file:
                catalog = read_po(file, locale=language)
            _copy_translations(catalog, renames)
            catalog.update(found, no_fuzzy_matching=True, update_creation_date=False)
            write_catalogue(catalog, path)
    return sorted(lost)


def _copy_translations(catalog: Catalog, renames: Renames) -> None:
    for message in [each for each in catalog if each.id]:
        context, forms = new_texts(renames, message.context, _first_form(message))
        if forms and not catalog.get(forms if len(forms) > 1 else forms[0], context):
            texts: Any = message.string
            if isinstance(texts, str) and len(forms) > 1:
                texts = (texts,) * catalog.num_plurals
            elif not isinstance(texts, str) and len(forms) == 1:
                texts = texts[-1]
            catalog.add(forms if len(forms) > 1 else forms[0], texts, context=context)


def _first_form(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]
