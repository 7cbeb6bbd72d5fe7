"""What gettext answers where a club has words of its own.

For each language with such words, the site's translation is wrapped in one that puts them in:
each sentence once, when it is first said, for the whole process. What fills its gaps comes
afterwards, so no name and nothing that somebody typed is touched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from threading import Lock
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.translation import override, trans_real

from leagues.dates import region
from leagues.words.put import ClubWords, OwnWords, sound

CONTEXT = "\x04"  # between the context of a message and the message, as gettext has it

AllWords = Mapping[str, OwnWords]
"""The words of a club, by language."""


class ClubTranslation:
    """The translation of the site, with a club's words."""

    def __init__(self, site: Any, words: ClubWords, others: frozenset[str]) -> None:
        self.site = site
        self._words = words
        self._others = others
        self._sentences: dict[str, str] = {}
        self._counted: dict[tuple[str, str], str] = {}

    def gettext(self, message: str) -> str:
        kept = self._sentences.get(message)
        if kept is not None:
            return kept
        said: str = self.site.gettext(message)
        if message not in self._others:
            said = self._sentences[message] = self._put(message, said)
        return said

    def ngettext(self, one: str, more: str, number: int) -> str:
        said: str = self.site.ngettext(one, more, number)
        if one in self._others:
            return said
        key = (one, said)
        kept = self._counted.get(key)
        if kept is None:
            kept = self._counted[key] = self._put(one, said)
        return kept

    def __getattr__(self, name: str) -> Any:
        return getattr(self.site, name)

    def _put(self, message: str, said: str) -> str:
        """Without its context, where a message is said as it stands."""
        return self._words.put(
            message.rpartition(CONTEXT)[2], said.rpartition(CONTEXT)[2]
        )


# --- Whose words this process says -----------------------------------------------------------

_taken: dict[str, OwnWords] = {}
_asked: object = {}
"""The words as the row had them, before what cannot be said was left out."""
_one_at_a_time = Lock()


def take_up(words: object) -> None:
    """From now on this process says these words, as the row of the club has them; whoever has
    begun to say others goes on with those.

    Asked for each request, so it costs a comparison.
    """
    global _asked
    if words == _asked:
        return
    with _one_at_a_time:
        _take_up(sound(words))
        _asked = words


def _take_up(words: AllWords) -> None:
    for language in {*words, *_taken}:
        own = words.get(language) or {}
        if own == _taken.get(language):
            continue
        site = plain_translation(language)
        trans_real._translations[language] = (  # type: ignore[attr-defined]
            ClubTranslation(site, ClubWords(language, own), _others(language))
            if own
            else site
        )
    _taken.clear()
    _taken.update(words)


def plain_translation(language: str) -> Any:
    """The site's own, as if no club had words."""
    found = trans_real.translation(language)
    return found.site if isinstance(found, ClubTranslation) else found


class SiteWords(override):
    """What is said inside is said in the words of the site: for programs, and in files that are
    read again."""

    def __enter__(self) -> None:
        super().__enter__()
        if self.language:
            say_site_words(self.language)


def say_site_words(language: str) -> None:
    """From now on this thread says the site's own words."""
    trans_real._active.value = plain_translation(language)  # type: ignore[attr-defined]


def spoken() -> object:
    """The same while language, words and the region of dates are the same: what is kept of
    what was said is kept by it."""
    return getattr(trans_real._active, "value", None), region()  # type: ignore[attr-defined]


# --- Sentences that are not ours -----------------------------------------------------------


@cache
def _others(language: str) -> frozenset[str]:
    """Those that Django and its packages brought along. Any language of ours has all of them."""
    asked = language if language != settings.LANGUAGE_CODE else _another(language)
    if not asked:
        return frozenset()
    all_of_them = plain_translation(asked)._catalog.keys()
    return frozenset(map(_message, all_of_them)) - _ours(asked)


class OwnSentence(NamedTuple):
    """A sentence of ours in some language, with the English of it."""

    english: str
    said: str
    is_counted: bool
    """Of several for different numbers."""


def own_sentences(language: str) -> Iterator[OwnSentence]:
    asked = language if language != settings.LANGUAGE_CODE else _another(language)
    ours = _ours(asked)
    for key, said in plain_translation(asked)._catalog.items():
        if (message := _message(key)) in ours:
            english = message.rpartition(CONTEXT)[2]
            in_it = said if asked == language else english
            yield OwnSentence(english, in_it, not isinstance(key, str))


def _another(language: str) -> str:
    """English has no catalogue of ours."""
    return next((code for code, _ in settings.LANGUAGES if code != language), "")


def _ours(language: str) -> frozenset[str]:
    found: set[str] = set()
    for folder in settings.LOCALE_PATHS:
        with (folder / language / "LC_MESSAGES" / "django.mo").open("rb") as file:
            read: NullTranslations = GNUTranslations(file)
        found |= set(map(_message, read._catalog))  # type: ignore[attr-defined]
    return frozenset(found)


def _message(key: str | tuple[str, int]) -> str:
    return key if isinstance(key, str) else key[0]
