"""Names of people: surnames, search words and sort keys, as far as a program can guess them."""

import unicodedata
from collections.abc import Callable
from functools import lru_cache

from django.utils.text import slugify

# Small words that belong to the surname after them: van der Berg, de la Cruz, Ní Dhomhnaill.
SMALL_WORDS = """
    af al auf av ben bin d' da dal das de del della den der des di do dos du el ibn la
    las le les lo los mac mc ni ní nic ó 't te ten ter tot ui uí van vom von vor zu zum zur st st.
    saint
"""
PARTICLES = frozenset(SMALL_WORDS.split())
# Suffixes that follow a surname without being part of it: Davis Jr.
SUFFIXES = frozenset({"jr", "jnr", "sr", "snr", "ii", "iii", "iv"})
APOSTROPHES = "'’‘ʼʻ`´′"  # noqa: RUF001


KEPT = 8192  # cached names: a search reads all of them at every letter, a file one in many rows


def tidy_name(text: str) -> str:
    """Return one line without invisible characters, with single spaces."""
    if text.isprintable():
        return " ".join(text.split())
    seen = "".join(" " if unicodedata.category(c) in {"Cc", "Zl", "Zp"} else c for c in text)
    return " ".join(seen.split())


def is_suffix(word: str) -> bool:
    """True for a suffix such as Jr. or III."""
    return word.lower().rstrip(".") in SUFFIXES


def guess_family_name(name: str) -> str:
    """Return the part of a name that lists are sorted by; empty for a single name.

    >>> guess_family_name("Anneke van der Berg")
    'van der Berg'
    >>> guess_family_name("Madonna")
    ''
    """
    words = name.split()
    if len(words) < 2:
        return ""
    start = len(words) - 1
    if is_suffix(words[start]) and start > 1:
        start -= 1
    while start > 1 and words[start - 1].lower() in PARTICLES:
        start -= 1
    return " ".join(words[start:])


def split_name(name: str, family: str) -> tuple[str, str, bool]:
    """Return the given name, the surname, and whether the surname comes last.

    A surname that is neither the first nor the last word is guessed instead, so that a
    player who asked to be shown short is never shown in full.

    >>> split_name("Kim Min-jun", "Kim")
    ('Min-jun', 'Kim', False)
    """
    if family and name.endswith(f" {family}"):
        return name.removesuffix(family).strip(), family, True
    if family and name.startswith(f"{family} "):
        return name.removeprefix(family).strip(), family, False
    guessed = guess_family_name(name)
    return name.removesuffix(guessed).strip(), guessed, True


def initial_of(family: str) -> str:
    """Return the initial of a surname: "B" for de la Boer, "G" for García Márquez."""
    words = family.split()
    large = (word for word in words if word.lower() not in PARTICLES and not is_suffix(word))
    return next(large, words[-1])[0].upper()


# Letters that Unicode does not decompose, as people type them without the accent.
PLAIN = str.maketrans(
    {"ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ł": "l", "æ": "ae", "œ": "oe"}
    | {"\u0131": "i", "þ": "th"}
)
WITHOUT_APOSTROPHES = str.maketrans(dict.fromkeys(APOSTROPHES))
APART_AT_APOSTROPHES = str.maketrans(dict.fromkeys(APOSTROPHES, " "))


@lru_cache(maxsize=KEPT)
def fold_name(name: str) -> str:
    """Normalise a name for comparing people: without capitals, accents, punctuation and word order.

    >>> fold_name("Ní Dhomhnaill, Fionnuala") == fold_name("fionnuala  ni dhomhnaill")
    True
    """
    return " ".join(sorted(_plain_letters(name.translate(WITHOUT_APOSTROPHES)).split()))


def _plain_letters(name: str) -> str:
    apart = unicodedata.normalize("NFKD", name.casefold().translate(PLAIN))
    return "".join(
        c if unicodedata.category(c)[0] in "LMN" else " "
        for c in apart
        if not unicodedata.combining(c)
    )


def make_slug(text: str) -> str:
    """Return letters, digits and hyphens for an address, with every letter that has a plain one.

    >>> make_slug("Łódź Ærø Đurđevac")
    'lodz-aero-durdevac'
    """
    return slugify(text.casefold().translate(PLAIN))


@lru_cache(maxsize=KEPT)
def search_words(name: str) -> frozenset[str]:
    """Return the words that find a name: obrien and brien find O'Brien.

    >>> sorted(search_words("Mary-Ann O'Brien"))
    ['ann', 'brien', 'mary', 'maryann', 'o', 'obrien']
    """
    joined = name.translate(WITHOUT_APOSTROPHES)
    apart = name.translate(APART_AT_APOSTROPHES)
    spellings = (joined, apart, joined.replace("-", ""))
    return frozenset(w for each in spellings for w in _plain_letters(each).split())


def words_begin(sought: str, name: str) -> bool:
    """True if each word of the search begins a word of this name."""
    return _matches_words(sought, name, str.startswith)


def words_contain(sought: str, name: str) -> bool:
    """True if each word of the search is part of a word of this name."""
    return _matches_words(sought, name, str.__contains__)


def _matches_words(sought: str, name: str, fits: Callable[[str, str], bool]) -> bool:
    known = search_words(name)
    return any(
        all(any(fits(word, part) for word in known) for part in spelling)
        for spelling in _search_spellings(sought)
    )


@lru_cache(maxsize=16)
def _search_spellings(sought: str) -> tuple[list[str], ...]:
    """Return the words of a search in two spellings: an apostrophe removed, and as a space."""
    spellings = (fold_name(sought), fold_name(sought.translate(APART_AT_APOSTROPHES)))
    return tuple(words for each in dict.fromkeys(spellings) if (words := each.split()))


def sort_key(name: str, family: str = "") -> tuple[str, str]:
    """Return the sort key of a name in a list: the surname, or the only name."""
    return _plain_letters(family or name), _plain_letters(name)
