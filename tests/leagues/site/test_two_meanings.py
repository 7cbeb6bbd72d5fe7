"""A word with two meanings is two messages, in every language."""

import re
from functools import cache

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils.translation import gettext, override, pgettext

from leagues.catalogues import ROOMS, po_of
from leagues.forms.events.events import EventForm

LANGUAGES = [code for code, _ in settings.LANGUAGES if code != "en"]

OF_THE_DRAW = {
    "de": r"\bDurchg[aä]ng",
    "fr": r"\brondes?\b",
    "nl": r"\brondes?\b",
    "es": r"\brondas?\b",
    "hu": r"\bforduló",
}
"""Everybody's matches at one time: "game 6" in English."""
OF_A_MATCH = {
    "de": r"\bSpiel(?:e|en|s)?\b",
    "fr": r"\bparties?\b(?! d[eu’])",
    "nl": r"\bpartij(?:en)?\b",
    "es": r"\bpartidas?\b",
    "hu": r"\bjátszm",
}
"""What a match is won by: the rounds that a rule sheet ends."""
GAME = re.compile(r"\bgames?\b", re.IGNORECASE)
ROUND = re.compile(r"\brounds?\b", re.IGNORECASE)
"""All discs shot once and counted."""
OF_A_BRACKET = re.compile(r"(?:Winners|Losers) round|Round of|round robin", re.IGNORECASE)
GAP = re.compile(r"%\(\w+\)s|\{\w*\}")


@cache
def read_catalogue(room: str, language: str) -> Catalog:
    with po_of(room, language).open("rb") as file:
        return read_po(file, locale=language)


def senses_in(language: str, text: str) -> str:
    """The senses of "game" in a text: "draw", "match", both, or an empty string."""
    found = (
        name
        for name, words in (("draw", OF_THE_DRAW), ("match", OF_A_MATCH))
        if re.search(words[language], text, re.IGNORECASE)
    )
    return " ".join(found)


@pytest.mark.parametrize("room", ROOMS)
def test_a_game_is_of_the_draw_or_of_a_match_in_every_language(room: str) -> None:
    for message in read_catalogue(room, "de"):
        english = message.id if isinstance(message.id, str) else message.id[-1]
        plain = GAP.sub("", english)
        if not GAME.search(plain):
            continue
        senses_by_language = {}
        for language in LANGUAGES:
            other = read_catalogue(room, language).get(message.id, message.context)
            forms = other.string if other else ""
            text = forms if isinstance(forms, str) else " ".join(forms or ())
            if found := senses_in(language, GAP.sub("", text)):
                senses_by_language[language] = found
        one_sense = {found for found in senses_by_language.values() if " " not in found}
        assert len(one_sense) < 2, (english, senses_by_language)


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_round_of_discs_is_no_game_of_the_draw(language: str, room: str) -> None:
    wrong = []
    for message in read_catalogue(room, language):
        english, translated = (
            GAP.sub("", each if isinstance(each, str) else " ".join(each or ()))
            for each in (message.id, message.string)
        )
        if not ROUND.search(english) or message.context == "pairing round":
            continue
        if GAME.search(english) or OF_A_BRACKET.search(english):
            continue
        if re.search(OF_THE_DRAW[language], translated, re.IGNORECASE):
            wrong.append((english, translated))
    assert wrong == []


@pytest.mark.parametrize(
    ("context", "word", "other"),
    [
        ("where", "Venue", "Place"),
        ("pairing round", "Game %(n)s", "Game %(n)s"),
        ("pairing rounds", "Games", "Games each"),
        ("what comes next", "Next", "Continue"),
        ("speed", "At once", None),
        ("result of one match", "Won", None),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_both_meanings_are_translated_differently(
    language: str, context: str, word: str, other: str | tuple[str, str] | None
) -> None:
    with override(language):
        one = pgettext(context, word)
        assert one != word
        if other:
            two = gettext(other) if isinstance(other, str) else pgettext(*other)
            assert one != two


def test_an_event_is_planned_at_a_venue_not_at_a_rank() -> None:
    with override("de"):
        assert EventForm.base_fields["place"].label == "Ort"
    with override("fr"):
        assert EventForm.base_fields["place"].label == "Lieu"
    with override("es"):
        assert EventForm.base_fields["place"].label == "Lugar"
    assert EventForm.base_fields["place"].label == "Venue"


def test_a_result_of_ones_own_is_one_result() -> None:
    with override("fr"):
        own = [pgettext("result of one match", each) for each in ("Won", "Tied", "Lost")]
        assert own == ["Gagné", "Nul", "Perdu"]
        assert gettext("Won") == "Gagnés"
