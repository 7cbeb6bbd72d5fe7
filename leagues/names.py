"""Names of people, as far as a program may guess at them."""

from __future__ import annotations

import unicodedata

# Small words that belong to the surname after them: van der Berg, de la Cruz, al-Din.
SMALL_WORDS = """
    af al auf av ben bin d' da dal das de del della den der des di do dos du el ibn la
    las le les lo los mac mc 't te ten ter tot van vom von vor zu zum zur st st. saint
"""
PARTICLES = frozenset(SMALL_WORDS.split())
# What follows a surname and is none: Davis Jr.
SUFFIXES = frozenset({"jr", "jr.", "sr", "sr.", "ii", "iii", "iv"})


def tidy(text: str) -> str:
    """One line without what cannot be seen, its spaces single."""
    seen = "".join(
        " " if unicodedata.category(c) in {"Cc", "Zl", "Zp"} else c for c in text
    )
    return " ".join(seen.split())


def guess_family_name(name: str) -> str:
    """The part of a name that lists are sorted by; nothing for a single name.

    >>> guess_family_name("Anneke van der Berg")
    'van der Berg'
    >>> guess_family_name("Madonna")
    ''
    """
    words = name.split()
    if len(words) < 2:
        return ""
    start = len(words) - 1
    if words[start].lower() in SUFFIXES and start > 1:
        start -= 1
    while start > 1 and words[start - 1].lower() in PARTICLES:
        start -= 1
    return " ".join(words[start:])


def split_name(name: str, family: str) -> tuple[str, str, bool]:
    """Given name, surname, and whether the surname comes last.

    A surname that is not an end of the name is of no use and is guessed instead, so
    that somebody who asked to be shown short never is shown in full.

    >>> split_name("Kim Min-jun", "Kim")
    ('Min-jun', 'Kim', False)
    """
    if family and name.endswith(f" {family}"):
        return name.removesuffix(family).strip(), family, True
    if family and name.startswith(f"{family} "):
        return name.removeprefix(family).strip(), family, False
    guessed = guess_family_name(name)
    return name.removesuffix(guessed).strip(), guessed, True


# Letters that Unicode does not take apart, as people type them without the sign.
PLAIN = str.maketrans(
    {"ø": "o", "đ": "d", "ł": "l", "æ": "ae", "œ": "oe", "\u0131": "i", "þ": "th"}
)


def fold(name: str) -> str:
    """A name as far as it tells people apart: no capitals, accents, signs or order.

    >>> fold("Ní Dhomhnaill, Fionnuala") == fold("fionnuala  ni dhomhnaill")
    True
    """
    plain = name.casefold().translate(PLAIN).replace("'", "").replace("’", "")
    apart = unicodedata.normalize("NFKD", plain)
    letters = "".join(
        c if unicodedata.category(c)[0] in "LMN" else " "
        for c in apart
        if not unicodedata.combining(c)
    )
    return " ".join(sorted(letters.split()))
