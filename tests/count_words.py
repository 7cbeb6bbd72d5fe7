"""Counts the words that plain English does without, room by room: ``make words``."""

import ast
import re
import tokenize
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from tests.plain_words import found_in
from tests.served import ROOT

Found = Iterator[tuple[str, str]]
"""A room, and a text in it."""

# Longer phrases of the list don't occur in names.
IN_NAMES = re.compile(r"(?<![^_])(whoever|whom|somebody|nobody|said|says|told|stands|anew)(?![^_])")
# Code and the names of buttons.
NOT_PROSE = re.compile(r"^```.*?^```|`[^`\n]*`|(?<!\*)\*[^*\n]+\*(?!\*)", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\w])//[^\n]*(?:\n\s*//[^\n]*)*", re.DOTALL)
"""A comment in a script or a stylesheet: a block, or adjacent lines."""


def messages() -> Found:
    """What people read on pages, in mail, on paper and in the log."""
    from leagues.catalogues import ROOMS, calls_in

    yield from sorted(
        {
            (room_of(Path(place)), form)
            for catalogue in ROOMS
            for place, (_, message, _, _) in calls_in(catalogue)
            for form in _forms(message)
        }
    )


def _forms(message: str | tuple[str, ...]) -> tuple[str, ...]:
    return (message,) if isinstance(message, str) else message


def docs() -> Found:
    """The pages in English, without the glossaries of the languages."""
    for file in sorted({*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")}):
        if not re.search(r"words\.\w\w\.md$", file.name):
            yield file.relative_to(ROOT).as_posix(), NOT_PROSE.sub("", file.read_text())


def docstrings() -> Found:
    """What explains code: docstrings, of values too, and comments; also of scripts and styles."""
    for room, file in _code():
        for node in ast.walk(_tree(file)):
            match node:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    yield room, text
        with file.open("rb") as source:
            for token in tokenize.tokenize(source.readline):
                if token.type == tokenize.COMMENT:
                    yield room, token.string
    for file in _scripts_and_styles():
        for comment in COMMENT.findall(file.read_text()):
            yield room_of(file.relative_to(ROOT)), re.sub(r"\n\s*(?://|\*)", " ", comment)


def names() -> Found:
    for room, file in _code():
        for node in ast.walk(_tree(file)):
            match node:
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                    yield room, name
                case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()):
                    yield room, name


def _code() -> Iterator[tuple[str, Path]]:
    for folder in ("scoring", "leagues", "crokinole_site", "tests"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in file.parts:
                yield room_of(file.relative_to(ROOT)), file


def _scripts_and_styles() -> Iterator[Path]:
    for folder in ("static/js", "static/css", "templates", "tests"):
        for file in sorted((ROOT / folder).rglob("*.*")):
            if file.suffix in {".css", ".js", ".mjs"} and "vendor" not in file.parts:
                yield file


@cache
def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text())


def room_of(place: Path) -> str:
    """The folder of a layer: leagues/reads, templates/desk, scoring."""
    first, *more = place.parts[:-1]
    has_layers = first in {"leagues", "templates"}
    return "/".join([first, *more[:1]]) if has_layers else first


def in_name(name: str) -> list[str]:
    return IN_NAMES.findall(name.lower())


def counts(texts: Found, find: Callable[[str], list[str]]) -> dict[str, tuple[int, int]]:
    """The listed words and all words of each room."""
    listed: Counter[str] = Counter()
    words: Counter[str] = Counter()
    for room, text in texts:
        listed[room] += len(find(text))
        words[room] += len(text.split())
    return {room: (listed[room], words[room]) for room in sorted(words)}


def main() -> None:
    import django

    django.setup()
    for title, texts, find in (
        ("Texts on pages, in mail and in the log", messages(), found_in),
        ("Docs", docs(), found_in),
        ("Docstrings and comments", docstrings(), found_in),
        ("Names", names(), in_name),
    ):
        rooms = counts(texts, find)
        listed = sum(found for found, _ in rooms.values())
        words = sum(all_words for _, all_words in rooms.values())
        print(f"{title}: {listed} listed words in {words:,}")
        for room, (found, all_words) in rooms.items():
            if found:
                print(f"  {room:40} {found:5} in {all_words:7,}")


if __name__ == "__main__":
    main()
