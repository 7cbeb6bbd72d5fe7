"""Ready-made sets of English words that a club can use instead of the site's."""

import re
from collections.abc import Mapping
from functools import cache

from leagues.texts.messages import SPECIAL, Forms, site_texts

LANGUAGE = "en"
WORD_SETS: Mapping[str, dict[str, str]] = {
    "end/frame": {"round": "end", "game": "frame"},
    "game/round": {"round": "game", "game": "round"},
}
"""Words for a round and a game: those of each set, by the site's."""
KEPT = r"[Rr]ound robins?|other way round|[Rr]ound of \{size\}|(?:Winners|Losers) round"
"""Phrases in which these words have another meaning."""


ARTICLES = {"en": "n", "hu": "z"}
"""The letter that “a” gets before a vowel, by language."""
VOWELS = "aeiouáéíóöőúüű"


@cache
def texts_of(name: str) -> Mapping[str, Forms]:
    """Return every text that a set changes, by its key."""
    one = WORD_SETS[name]
    words = with_capitals(one | {f"{ours}s": f"{own}s" for ours, own in one.items()})
    found = {
        key: tuple(in_other_words(each, words) for each in text.english)
        for key, text in site_texts().items()
    }
    return {key: own for key, own in found.items() if own != site_texts()[key].english}


def with_capitals(words: Mapping[str, str]) -> dict[str, str]:
    """Return the words in lower case and with a capital.

    >>> with_capitals({"game": "frame"})
    {'game': 'frame', 'Game': 'Frame'}
    """
    return dict(words) | {_begins_with(ours): _begins_with(own) for ours, own in words.items()}


def _begins_with(word: str) -> str:
    return word[:1].upper() + word[1:]


def in_other_words(text: str, words: Mapping[str, str], language: str = LANGUAGE) -> str:
    """Replace words in a text, and adapt the article before each.

    >>> in_other_words("A game of %(game)s, the other way round", {"game": "end", "round": "x"})
    'An end of %(game)s, the other way round'
    >>> in_other_words("A kör", {"kör": "end"}, "hu"), in_other_words("a mano", {"mano": "ida"}, "es")
    ('Az end', 'a ida')
    """
    letter = ARTICLES.get(language, "")
    article = rf"(?:(?P<a>[Aa]){letter}?(?P<blank>\s))?" if letter else "(?P<a>(?P<blank>))"
    listed = "|".join(sorted(map(re.escape, words), key=len, reverse=True))

    def other(found: re.Match[str]) -> str:
        if not found["word"]:
            return found[0]
        own = words[found["word"]]
        if not found["a"]:
            return own
        end = letter if own[0].lower() in VOWELS else ""
        return f"{found['a']}{end}{found['blank']}{own}"

    return re.sub(rf"{SPECIAL.pattern}|{KEPT}|\b{article}(?P<word>{listed})\b", other, text)
