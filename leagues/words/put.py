"""Putting a club's words where a sentence of the catalogue has ours."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from leagues.words.site_word import SiteWord, WordTable
from leagues.words.tables import TABLES, table_of

OwnForms = Mapping[str, str]
"""The club's form for each of ours."""
OwnWords = Mapping[str, OwnForms]
"""By what a word stands for."""

UNTOUCHED = r"%\(\w+\)[a-z]|%%|%[a-z]|\{[^{}]*\}|</?[A-Za-z][^<>]*>|&#?\w+;"
"""What is filled in afterwards, or is no text."""
NOTHING = "(?!)"
GAPS = re.compile(UNTOUCHED)


LONGEST = 30


def is_written(text: str) -> bool:
    """Letters only: sentences stand in pages as they are.

    >>> is_written("end"), is_written("shoot-out"), is_written("<b>"), is_written("end-")
    (True, True, False, False)
    """
    parts = re.split("[ ’-]", text)
    return len(text) <= LONGEST and all(part.isalpha() for part in parts)


def sound(words: Any) -> dict[str, OwnWords]:
    """What can be said of the words in a row, whichever file brought it.

    >>> sound({"en": {"game": {"game": "frame", "games": "<b>"}, "night": 3}, "tlh": {}})
    {'en': {'game': {'game': 'frame'}}}
    """
    if not isinstance(words, dict):
        return {}
    return {
        language: {
            word.key.value: forms
            for word in TABLES[language].words
            if (forms := _sound_forms(own.get(word.key), word))
        }
        for language, own in words.items()
        if language in TABLES and isinstance(own, dict)
    }


def _sound_forms(own: Any, word: SiteWord) -> OwnForms:
    if not isinstance(own, dict):
        return {}
    return {
        form: said
        for form, said in own.items()
        if form in word.forms and isinstance(said, str) and is_written(said)
    }


class ClubWords:
    """The words of a club in one language."""

    def __init__(self, language: str, own: OwnWords) -> None:
        self.language = language
        self.table = table_of(language)
        self.own = {
            word.key: complete(self.table, word, own[word.key])
            for word in self.table.words
            if own.get(word.key)
        }
        self._pattern = pattern_of(self.table)

    def put(self, english: str, text: str) -> str:
        """The sentence ``text``, which is the translation of ``english``, in their words.

        >>> words = ClubWords("en", {"round": {"round": "end", "rounds": "ends"}})
        >>> words.put("", "A round of %(rounds)s rounds, the other way round")
        'An end of %(rounds)s ends, the other way round'
        """
        asked = GAPS.sub(" ", english)

        def instead(found: re.Match[str]) -> str:
            form = found["form"] or found["joined"]
            if form is None:
                return found[0]
            lower = self.table.as_listed(form)
            word = self.table.meant(lower, asked)
            own = self.own.get(word.key) if word else None
            if own is None:
                return found[0]
            new = own[lower]
            if found["joined"]:
                return found["to"] + new[0].lower() + new[1:]
            if form[0].isupper():
                new = new[0].upper() + new[1:]
            little = found["little"] or ""
            return (self.table.suited(little, new) if little else "") + new

        return self._pattern.sub(instead, text)


def complete(table: WordTable, word: SiteWord, own: OwnForms) -> OwnForms:
    """With a guess at each form that the club was never asked for: a later release may use more."""
    base = own.get(word.base, "") or next(iter(own.values()))
    return {
        form: own.get(form) or (table.ending(word.base, form, base) if at else base)
        for at, form in enumerate(word.forms)
    }


def pattern_of(table: WordTable) -> re.Pattern[str]:
    """Finds what is left alone before it finds a form."""
    kept = "|".join((UNTOUCHED, *table.kept))
    forms = "|".join(sorted(_written(table), key=len, reverse=True)) or NOTHING
    before = "|".join(sorted(_before(table)))
    to, little = before or NOTHING, table.little or NOTHING
    return re.compile(
        f"(?:{kept})"
        rf"|(?<!\w)(?P<to>{to})(?P<joined>{forms.lower()})(?!\w)"
        rf"|(?P<little>{little})?(?<!\w)(?P<form>{forms})(?!\w)"
    )


def _before(table: WordTable) -> set[str]:
    found = {one for word in table.words for one in word.before}
    return found | {one.capitalize() for one in found}


def _written(table: WordTable) -> Iterator[str]:
    """As in the middle of a sentence, and as at its beginning."""
    for word in table.words:
        for form in word.forms:
            yield form
            if not table.nouns_are_capital:
                yield form[0].upper() + form[1:]
