"""Translations follow their language's glossary: one word for one thing."""

import re
from collections.abc import Iterator

import pytest
from babel.messages.pofile import read_po
from django.conf import settings

from leagues.catalogues import ROOMS, po_of

DOCS = settings.BASE_DIR / "docs"
WITH_GLOSSARY = [page.suffixes[0][1:] for page in sorted(DOCS.glob("words.*.md"))]

TWO_SENSES = {
    "challenge",  # a noun and a button
    "check in",
    "counted",
    "enter",
    "first",
    "game",
    "level",
    "out",
    "place",
    "postponed",
    "score",
    "seed",
    "shot",
    "take back",
    "withdraw",
}
"""English words that are a whole text on a screen, with another meaning than in the glossary."""


def glossary_lines(language: str) -> Iterator[tuple[str, str]]:
    """The English terms of a glossary, and their translations."""
    page = DOCS / f"words.{language}.md"
    for line in page.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|") or cells[0] == "English" or "---" in line:
            continue
        for term in re.split(r"[,;/]", re.sub(r"\(.*?\)", "", cells[0])):
            yield term.strip().casefold(), without_marks(cells[1])


def without_marks(text: str) -> str:
    return re.sub(r"[*_„“”«»’']|\(.*?\)", "", text).casefold()


def lone_messages(language: str) -> dict[str, list[str]]:
    """Translations of the messages without a context, by their English text in lower case."""
    found = dict[str, list[str]]()
    for room in ROOMS:
        with po_of(room, language).open("rb") as file:
            catalog = read_po(file, locale=language)
        for message in catalog:
            if message.context is None and isinstance(message.string, str):
                translations = found.setdefault(str(message.id).casefold(), [])
                translations.append(without_marks(message.string))
    return found


@pytest.mark.parametrize("language", WITH_GLOSSARY)
def test_a_term_that_is_a_whole_text_is_the_glossarys(language: str) -> None:
    translations = lone_messages(language)
    ours = dict[str, list[str]]()
    for term, words in glossary_lines(language):
        ours.setdefault(term, []).append(words)
    wrong = [
        f"{term}: {one}, not of {words}"
        for term, words in ours.items()
        if term not in TWO_SENSES
        for one in translations.get(term, ())
        if not any(is_in_glossary(one, each) for each in words)
    ]
    assert not wrong, "\n".join(wrong)
    assert len(ours.keys() & translations.keys()) > 60


def is_in_glossary(translation: str, words: str) -> bool:
    options = [each.strip() for each in re.split(r"[,;/]| or ", words)]
    return any(each and (each in translation or translation in each) for each in options)
