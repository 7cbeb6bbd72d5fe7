"""What there is to know of a word that a club may replace, in one language."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property


class WordKey(StrEnum):
    """What a word stands for. Where a language has one word for a game that is played and a
    game that is drawn, as English has, it is under ``GAME``."""

    ROUND = "round"
    GAME = "game"
    DRAWN = "drawn"
    MATCH = "match"
    NIGHT = "night"


@dataclass(frozen=True)
class SiteWord:
    """One word: the form in which a dictionary has it, then all others that are used."""

    key: WordKey
    forms: tuple[str, ...]
    article: str = ""
    """Of the gender that another word must have, because articles and adjectives agree."""
    before: tuple[str, ...] = ()
    """What it is joined to at its end: “Zusatz” of “Zusatzrunde”."""
    where: str = ""
    """Of two words written alike: this one stands where the English sentence has this."""

    @property
    def base(self) -> str:
        return self.forms[0]


@dataclass(frozen=True)
class WordTable:
    """The words of one language."""

    words: tuple[SiteWord, ...]
    kept: tuple[str, ...] = ()
    """Phrases in which a form is another word, or belongs to a name; as patterns."""
    little: str = ""
    """Words before a form that follow its sound, as a pattern: “a” of “a round”."""
    suited: Callable[[str, str], str] = lambda little, form: little
    """Such a word as it stands before another form."""
    nouns_are_capital: bool = False
    ending: Callable[[str, str, str], str] = field(
        default=lambda base, form, own: _ended_alike(base, form, own)
    )
    """A guess at a form of a club's own word, from ours."""
    refused_first: str = ""
    """Letters that a club's own word cannot begin with."""

    @cached_property
    def by_key(self) -> dict[WordKey, SiteWord]:
        return {word.key: word for word in self.words}

    def as_listed(self, form: str) -> str:
        return form.capitalize() if self.nouns_are_capital else form.lower()

    def meant(self, form: str, english: str) -> SiteWord | None:
        """Which word this form is, in the translation of this English sentence."""
        for word in self.words:
            if form in word.forms and (
                not word.where or re.search(word.where, english, re.IGNORECASE)
            ):
                return word
        return None


def _ended_alike(base: str, form: str, own: str) -> str:
    """The club's word with what our form adds to our word.

    >>> _ended_alike("manche", "manches", "reprise")
    'reprises'
    >>> _ended_alike("Durchgang", "Durchgänge", "Satz")
    'Satz'
    """
    return own + form[len(base) :] if form.startswith(base) else own
