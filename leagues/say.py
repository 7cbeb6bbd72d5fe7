"""Texts of the rules, the pairing and the stages in the reader's language.

Those rooms don't use gettext: they return texts as data (``Text``), translated here. The forms of
ordinals, lists and fractions are in a language's catalogue too.
"""

from collections.abc import Iterable
from functools import lru_cache

from django.utils.formats import get_format
from django.utils.functional import lazy
from django.utils.translation import gettext, ngettext, pgettext

from leagues.texts.lookup import catalogue_key
from scoring.text import (
    Count,
    Figure,
    Gap,
    Joined,
    Listing,
    Ordinal,
    Text,
    format_number,
    ordinal_ending,
)


def say(gap: Gap) -> str:
    """Return a text, or the value of a gap, in the reader's language."""
    return _to_words(gap, catalogue_key())


def say_all(texts: Iterable[Gap]) -> tuple[str, ...]:
    return tuple(map(say, texts))


say_later = lazy(say, str)
"""For texts that all readers share, such as the choices of a form."""


def say_why(error: Exception) -> str:
    """Return the sentence for an error of the rules; other errors as they are."""
    if any(isinstance(reason, Text) for reason in error.args):
        return "; ".join(say_all(error.args))
    return str(error)


def _to_words(gap: Gap, language: object) -> str:
    if isinstance(gap, str):
        return gap  # a name, or text that a person typed
    if isinstance(gap, Text):
        template = looked_up(gap.template, language) if gap else ""
        return _fill_template(template, gap.gaps, language)
    if isinstance(gap, Count):
        template = count_words(gap.one, gap.more, _plural_number(gap.number), language)
        return _fill_template(template, gap.gaps, language)
    if isinstance(gap, Ordinal):
        return ordinal_word(gap.number, language)
    if isinstance(gap, Listing):
        return _join_words([_to_words(part, language) for part in gap.parts], gap.joined)
    return _format_figure(gap)


def _fill_template(template: str, gaps: tuple[tuple[str, Gap], ...], language: object) -> str:
    if not gaps:
        return template
    return template.format(**{name: _to_words(gap, language) for name, gap in gaps})


# Cached: a table has the same few templates hundreds of times, and gettext asks one catalogue
# after the other. Catalogues don't change while a process lives; ``language`` is ``catalogue_key()``,
# which changes with the club's texts.


@lru_cache(maxsize=2048)
def looked_up(template: str, language: object) -> str:
    return gettext(template)


@lru_cache(maxsize=2048)
def count_words(one: str, more: str, number: int, language: object) -> str:
    return ngettext(one, more, number)


@lru_cache(maxsize=2048)
def ordinal_word(number: int, language: object) -> str:
    words = pgettext(
        "places as words, as many as are used",
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth",
    ).split()
    if number <= len(words):
        return words[number - 1]
    endings = pgettext(
        "places in figures: 20th 21st 22nd 23rd, or one for all", "{n}th {n}st {n}nd {n}rd"
    ).split()
    return endings[ordinal_ending(number) % len(endings)].format(n=number)


def _plural_number(number: Figure) -> int:
    """Return the number for a plural form: catalogues count in integers, and fractions are
    plural.
    """
    return number if isinstance(number, int) else 2


def _join_words(words: list[str], joined: Joined) -> str:
    if joined is not Joined.AND and joined is not Joined.COMMA:
        between: str = joined.value
        return between.join(words)
    comma = pgettext("between the parts of a list", ", ")
    if joined is Joined.COMMA or len(words) < 2:
        return comma.join(words)
    *before, last = words
    return pgettext("the end of a list", "{before} and {last}").format(
        before=comma.join(before), last=last
    )


def _format_figure(number: Figure) -> str:
    return in_decimals(format_number(number))


def in_decimals(number: str) -> str:
    """Return a number with the reader's decimal sign: 72.22 in English, 72,22 in German."""
    return number.replace(".", get_format("DECIMAL_SEPARATOR"))
