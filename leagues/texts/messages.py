"""The texts of the site that a club can reword, and the rules for such a wording."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from babel.messages.catalog import Message
from babel.messages.mofile import read_mo
from django.conf import settings
from django.utils.translation import gettext as _

from leagues.catalogues import Plain

CONTEXT = "\x04"  # between context and message, as in gettext
SPECIAL = re.compile(r'%\(\w+\)[a-z]|%%|%[a-z]|\{[^{}]*\}|</?[A-Za-z][^<>]*>|[<>%{}"]')
"""Placeholders and tags, and characters that could become one or end an attribute."""

Forms = tuple[str, ...]
"""One text, or one for each plural form."""


class SiteText(NamedTuple):
    """A text of the site, identified by its English."""

    key: str
    """The key as in gettext: the singular, after its context if it has one."""
    english: Forms

    @property
    def id(self) -> str:
        """A hash of the key, short enough for an address."""
        return blake2b(self.key.encode(), digest_size=6).hexdigest()

    @property
    def plural(self) -> str:
        return self.english[1] if len(self.english) > 1 else ""


@cache
def site_texts() -> Mapping[str, SiteText]:
    """Return every text that a catalogue translates, by its key."""
    found: dict[str, SiteText] = {}
    for language, _name in settings.LANGUAGES:
        for message in _compiled_messages(language):
            key = _message_key(message)
            found.setdefault(key, SiteText(key, _to_forms(message.id)))
    return found


@lru_cache(1)  # each takes 1 MB; it is read again in 25 ms
def translations_in(language: str) -> Mapping[str, Forms]:
    """Return the site's texts in a language by key; none for English, which is in the code."""
    english = {key: text.english for key, text in site_texts().items()}
    return english | {
        _message_key(message): _to_forms(message.string) for message in _compiled_messages(language)
    }


def _compiled_messages(language: str) -> Iterator[Message]:
    for folder in settings.LOCALE_PATHS:
        path = folder / language / "LC_MESSAGES" / "django.mo"
        if path.exists():
            with path.open("rb") as file:
                yield from (message for message in read_mo(file) if message.id)


def _message_key(message: Message) -> str:
    context: Any = message.context  # bytes, as Babel before 2.19 reads it
    if isinstance(context, bytes):
        context = context.decode()
    return (f"{context}{CONTEXT}" if context else "") + _to_forms(message.id)[0]


def _to_forms(translation: str | Sequence[str] | None) -> Forms:
    assert translation is not None
    return (translation,) if isinstance(translation, str) else tuple(translation)


def renamed_file() -> Path:
    """Return the new keys of texts that ``rename_texts`` gave another English, by the old keys."""
    return Path(settings.BASE_DIR) / "leagues" / "texts" / "renamed.json"


def without_context(key: str) -> str:
    return key.rpartition(CONTEXT)[2]


def plural_forms(language: str) -> int:
    """Return how many plural forms a language has.

    >>> plural_forms("hu"), plural_forms("pl")
    (2, 3)
    """
    return int(Plain(locale=language).num_plurals)


def with_ends_of(english: str, text: str) -> str:
    """Return the text with the same spaces at both ends as the English.

    >>> with_ends_of("Board ", "Brett"), with_ends_of(", ", "; ")
    ('Brett ', '; ')
    """
    inner = english.strip()
    start, _inner, end = english.partition(inner)
    return start + text.strip() + end


def fault_in(text: str, english: Forms) -> str:
    """Return why a text can't replace the English; empty if it can.

    It must have the placeholders and tags of its English singular or plural, and no others.
    """
    if not text.strip():
        return _("Enter a text.")
    here = _special_parts(text)
    if here in map(_special_parts, english):
        return ""
    asked = _special_parts(english[-1])
    if missing := _without_each(asked, here):
        return _("This text needs %(parts)s, written exactly like that.") % {
            "parts": " ".join(dict.fromkeys(missing))
        }
    return _("This text can’t have %(parts)s.") % {
        "parts": " ".join(dict.fromkeys(_without_each(here, asked))) or " ".join(here)
    }


def are_sound(texts: object, language: str, english: Forms) -> bool:
    """True if the texts of a row can be shown, whatever file or release they came from."""
    count = plural_forms(language) if len(english) > 1 else 1
    return (
        isinstance(texts, list)
        and len(texts) == count
        and all(isinstance(text, str) and not fault_in(text, english) for text in texts)
    )


def _special_parts(text: str) -> list[str]:
    """Return the placeholders, sorted, and the tags in their order.

    >>> _special_parts("<b>{n}</b> of %(all)s")
    ['%(all)s', '{n}', '<b>', '</b>']
    """
    found = SPECIAL.findall(text)
    gaps = sorted(each for each in found if each[0] != "<")
    return gaps + [each for each in found if each[0] == "<"]


def _without_each(these: Sequence[str], others: Sequence[str]) -> list[str]:
    left, found = list(others), []
    for each in these:
        if each in left:
            left.remove(each)
        else:
            found.append(each)
    return found
