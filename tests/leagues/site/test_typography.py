"""The spaces, quotes and colons of each language."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils.translation import override

from leagues.catalogues import ROOMS, po_of
from leagues.templatetags.look import colon, unbroken

TEMPLATES = Path(settings.BASE_DIR) / "templates"
WHOLE = re.compile(
    r"\{% blocktranslate.*?endblocktranslate %\}|\{#.*?#\}|\{% comment.*?endcomment %\}", re.DOTALL
)
"""What translators write whole, colon and all, and what no reader sees."""
GLUED = re.compile(r"[%}]\}(?:</?\w+[^<>]*>)*:(?=[\s<]|$)", re.MULTILINE)


def texts_in(language: str) -> list[str]:
    found = list[str]()
    for room in ROOMS:
        with po_of(room, language).open("rb") as file:
            catalog = read_po(file, locale=language)
        for message in catalog:
            forms = message.string if message.id else ()
            found += [forms] if isinstance(forms, str) else forms or ()
    return found


def test_a_french_sentence_has_a_noun_or_a_pronoun_as_its_subject() -> None:
    """ "Les joueurs qui …", "si vous …": "Qui joue reçoit …" reads like a proverb."""
    proverb = re.compile(r"(?:\A|[.:;]\s)Qui [^?.:;]*[.:;]")
    assert [each for each in texts_in("fr") if proverb.search(each)] == []


def test_french_has_a_space_that_does_not_break_before_a_mark() -> None:
    wrong = re.compile(r" [:;!?»]|« |[^\s\u202f\u00a0/:«?!(][;!?](?=\s|$)")
    assert [each for each in texts_in("fr") if wrong.search(each)] == []


@pytest.mark.parametrize(
    ("language", "wrong"),
    [
        ("de", "[\u2018\u00ab]"),
        ("fr", "[\u201c\u201e]"),
        ("nl", "[\u2018\u201e\u00ab]"),
        ("es", "[\u201c\u201e\u2018]"),
        ("hu", "[\u2018\u201c]"),
    ],
)
def test_a_language_has_one_kind_of_quotes(language: str, wrong: str) -> None:
    assert [each for each in texts_in(language) if re.search(wrong, each)] == []


def test_no_template_glues_a_colon_of_english_to_a_text() -> None:
    found = [
        f"{path.relative_to(TEMPLATES)}: {glued[0]}"
        for path in sorted(TEMPLATES.rglob("*.html"))
        if path.parts[-2] != "look"
        for glued in GLUED.finditer(WHOLE.sub("", path.read_text()))
    ]
    assert found == [], "write {% colon %}"


def test_a_colon_is_written_as_the_language_writes_it() -> None:
    assert colon() == ":"
    with override("fr"):
        assert colon() == "\N{NARROW NO-BREAK SPACE}:"
    with override("de"):
        assert colon() == ":"


@pytest.mark.parametrize(
    ("sentence", "whole"),
    [
        ("Ann – Ben: 2–0, 20s 3–1.", ["2–0", "3–1"]),
        ("Board 2 · round 3 (2–0 or 1–1)", ["(2–0 or 1–1)"]),
        ("Board 2 (the one by the door) & 65–40", ["65–40"]),
    ],
)
def test_a_result_never_breaks_after_its_dash(sentence: str, whole: list[str]) -> None:
    assert re.findall(r'<span class="number">(.*?)</span>', unbroken(sentence)) == whole
    assert "<b>" not in unbroken("<b>2–0")
