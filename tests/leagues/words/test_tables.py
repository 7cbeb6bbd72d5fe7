"""The tables know every form of the words that the catalogues use, and no other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest
from babel.messages.pofile import read_po
from django.conf import settings

from leagues.catalogues import ROOMS, found_in, po_of
from leagues.words.examples import PREVIEWED, examples
from leagues.words.put import GAPS, pattern_of
from leagues.words.tables import TABLES

each_language = pytest.mark.parametrize("language", TABLES)

STEMS = {
    "en": r"round|game|match|night",
    "de": r"rund|durchg[aä]ng|spiel|partie|abend",
    "fr": r"manche|ronde|partie|match|soirée",
    "nl": r"\bsets?\b|ronde|partij|wedstrijd|avond",
    "es": r"rond|partida|encuentro|jornada",
    "hu": r"kör|fordul|játszm|mérkőz|\best(?!é|e\b)|klubest|ligaest",
}
"""Whatever has one of these in it is one of our words, or stands below."""

OTHERS = {
    "en": "nightly rematch rounded tonight",
    "de": """
        beispiel beispiels endrunde grund vorrunde
        gewinnerrunde verliererrunde montagabend vereinsabend
        abendblatt abendleitung partiecodes partiepunkt partiepunkte
        spielbeginn spielfrei spielplan spielweise spielzettel spielzetteln spielzettels
        ausspielen durchgespielt gespielt gespielte gespielten gespielter gespieltes mitspielen
        spiel spielen spieler spielern spielers spielst spielt spielten weitergespielt
        zurückgespielt zusammenzuspielen
    """,
    "fr": "appartient dimanche",
    "nl": """
        eronder hieronder waaronder voorronde winnaarsronde verliezersronde
        clubavond maandagavond vanavond avondblad avondleider
        wedstrijdcodes wedstrijdleiding wedstrijdnummer wedstrijdpunt wedstrijdpunten
    """,
    "es": "repartidas",
    "hu": """
        estlap estszámtól játszmaszám klubest klubestet klubestnek körmérkőzés körmérkőzésnél
        mérkőzéskód mérkőzéskódok mérkőzésnap mérkőzéspont mérkőzéspontok
    """,
}
"""Other words with these letters in them: verbs, and compounds that stay as they are."""


@cache
def sentences(language: str) -> tuple[tuple[str, str], ...]:
    """Each with the English of it."""
    return tuple(_sentences(language))


def _sentences(language: str) -> Iterator[tuple[str, str]]:
    for room in ROOMS:
        if language == settings.LANGUAGE_CODE:
            messages = list(found_in(room))
        else:
            with po_of(room, language).open("rb") as file:
                messages = list(read_po(file, locale=language))
        for message in messages:
            if not message.id:
                continue
            english = message.id if isinstance(message.id, tuple) else (message.id,)
            said = message.string
            translated = said if isinstance(said, tuple) else (said,)
            texts = english if language == settings.LANGUAGE_CODE else translated
            yield from ((str(english[0]), str(text)) for text in texts if text)


def test_every_language_of_the_site_has_its_words() -> None:
    assert set(TABLES) == dict(settings.LANGUAGES).keys()


@pytest.mark.long
@each_language
def test_every_word_is_a_form_or_named_here(language: str) -> None:
    pattern, left = pattern_of(TABLES[language]), set[str]()
    for _english, text in sentences(language):
        rest = pattern.sub(" ", text)
        for word in re.findall(r"\w+", rest):
            if re.search(STEMS[language], word, re.IGNORECASE):
                left.add(word.lower())

    assert left == set(OTHERS[language].lower().split())


@each_language
def test_every_form_is_used(language: str) -> None:
    table = TABLES[language]
    used = set[tuple[str, str]]()
    for english, text in sentences(language):
        for found in pattern_of(table).finditer(text):
            if form := found["form"] or found["joined"]:
                listed = table.as_listed(form)
                word = table.meant(listed, GAPS.sub(" ", english))
                assert word
                used.add((word.key, listed))

    assert used == {(word.key, form) for word in table.words for form in word.forms}


@each_language
def test_every_phrase_that_is_kept_is_there(language: str) -> None:
    for phrase in TABLES[language].kept:
        assert any(re.search(phrase, text) for _, text in sentences(language)), phrase


@each_language
def test_every_form_is_shown_in_a_sentence(language: str) -> None:
    table = TABLES[language]
    shown = examples(language)
    assert shown.keys() == {
        (word.key, form) for word in table.words for form in word.forms
    }
    assert not [text for text in shown.values() if "%(" in text or "<" in text]


def test_every_sentence_of_the_preview_is_said_somewhere() -> None:
    said = {english for english, _text in sentences("en")}
    assert set(PREVIEWED) <= said
