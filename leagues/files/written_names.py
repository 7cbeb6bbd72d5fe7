"""Parse names as people write them, with the details beside them: addresses, numbers, notes.

>>> details = Details()
>>> details.strip_from("1. Mary O'Brien <mary@example.org> (late) & Ben Ito *")
"Mary O'Brien & Ben Ito *"
>>> [details.read_name(piece) for piece in PAIR.split("Mary O'Brien & Ben Ito *")]
["Mary O'Brien", 'Ben Ito']
>>> details.emails, details.left_out
(['mary@example.org'], ['late', '*'])
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from leagues.files.list_words import (
    CALENDAR,
    FIRST_NAMES,
    GUESTS,
    HEADING_WORDS,
    MINORS,
    NOTES,
    SMALL_WORDS,
    TITLE_WORDS,
)
from leagues.models.names import KEPT, PARTICLES, fold_name, is_suffix, tidy_name

LONGEST_NAME = 120

# No pattern used with ``search`` begins with a repeat, which would be tried at each place of a
# long gap. Spaces left around a name are removed afterwards.
PAIR = re.compile(r"[&/+]|\s(?:and|und|et|en|és)\s", re.IGNORECASE)
FRONT = re.compile(
    r"""^[\s\u200b\ufeff]*(?:
        \[[ xX✓✔]?\]                            # a box to tick
      | [-–—\u2212•*·▪▫►▸◦‣○●✓✔☐☑☒>~]+               # a bullet
      | [(#№]?\s?\d{1,4}\s?[.):\]\u20e3°º-]+    # 1. 1) (1) #1: 1-
      | [#№]?\d{1,4}(?=\s)                      # 1 Ann
    )\s*""",
    re.VERBOSE,
)
GUEST = re.compile(r"[(\[]\s*(?:guest|gast|visitor|invité|g)\s*[)\]]|\s[-–—]\s*guest$", re.I)
JOINER, DECORATION = "\u200d", {"So", "Sk", "Me", "Cs", "Co", "Cn"}
EMPTY_MARKS = {"\u200b", "\ufe0e", "\ufe0f", "\ufeff"}

# --- Beside a name ------------------------------------------------------------------------

TELEPHONE = re.compile(r"[\d+(][\d ()+./-]{3,39}")
LISTED = re.compile(r"^\s*[(#№]?\d{1,3}[.):\]]\s+(?=\S)")
DATE = re.compile(r"(?<![\d.+(/-])\d{1,4}([-./])\d{1,2}\1\d{1,4}(?![-./]?\d)")
NUMBER = re.compile(
    r"(?:\b(?:telephone|phone|tel|tél|ph|cell|mobile|mob|telefon|téléphone|teléfono|telefoon"
    r"|handy|portable|móvil)\b[.:]? ?)?(?<!\w)([+(]?\d[\d ()+./-]{5,38}\d)(?!\w)",
    re.IGNORECASE,
)
ADDRESS_OF = re.compile(r"\b(?:e-?mail|mail|courriel|correo)\b[.:]?", re.IGNORECASE)
FEWEST_DIGITS, MOST_DIGITS = 7, 15
BRACKETED = re.compile(r"[(\[{<]([^()\[\]{}<>]*)[)\]}>]?")
ASIDE = re.compile(r"\s[-–—|@•=]+(?:\s|$)")
ASTERISKS = "*†‡#!?=~^_¹²³"


def is_heading(text: str) -> bool:
    """True if a line names no one: a title, a heading, a total or a date.

    >>> [is_heading(each) for each in ("Total 41", "Pool B", "Sat 26 November", "Ann List")]
    [True, True, True, False]
    """
    words = [word for word in fold_name(text).split() if not word[0].isdigit()]
    if TITLE_WORDS & set(words) or _is_day(text, words):
        return True
    rest = [word for word in words if len(word) > 1 and word not in SMALL_WORDS]
    return bool(rest) and all(word in HEADING_WORDS for word in rest)


def _is_day(text: str, words: list[str]) -> bool:
    if not words or not set(words) <= CALENDAR:
        return False
    is_dated = any(c.isdigit() for c in text)
    return is_dated or all(len(w) > 3 and w not in FIRST_NAMES for w in words)


@dataclass
class Details:
    """Details of a line besides names."""

    emails: list[str] = field(default_factory=list)
    telephones: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    guest: bool = False
    minor: bool = False
    unsure: bool = False

    def strip_from(self, text: str) -> str:
        """Return the text without addresses, telephone numbers and brackets, which are kept."""
        text = self._strip_addresses(without_pictures(text))
        text = self._strip_telephones(text)
        text = _without_front(text)
        text = BRACKETED.sub(lambda found: self.note(found[1]), text)
        return tidy_name(text.translate(BRACKETS))

    def _strip_addresses(self, text: str) -> str:
        if not any(sign in text for sign in ("@", "://", "www.")):
            return text
        for word in re.split(r"[\s,;<>()\[\]|]", text):
            address = word.removeprefix("mailto:").strip(".:'\"")
            if "@" in word and len(word) > 1:
                if _is_email(address):
                    self.emails.append(address)
                else:
                    self.left_out.append(word)
            elif "://" in word or word.startswith("www."):
                self.left_out.append(word)
            else:
                continue
            text = text.replace(word, " ", 1)
        return ADDRESS_OF.sub(" ", text)

    def _strip_telephones(self, text: str) -> str:
        if sum(c.isdigit() for c in text) < FEWEST_DIGITS:
            return text
        front = LISTED.match(text)
        head, rest = (front[0], text[front.end() :]) if front else ("", text)
        rest = DATE.sub(lambda found: self.note(found[0]), rest)
        return head + NUMBER.sub(self._take_telephone, rest)

    def _take_telephone(self, found: re.Match[str]) -> str:
        number = tidy_name(found[1])
        digits = sum(c.isdigit() for c in number)
        if not FEWEST_DIGITS <= digits <= MOST_DIGITS or not TELEPHONE.fullmatch(number):
            return found[0]
        self.telephones.append(number)
        return " "

    def note(self, text: str) -> str:
        """Keep a text from brackets or after a dash in ``guest``, ``minor`` or ``left_out``.

        One word for a minor is enough: a child must not be entered as an adult.
        """
        words = fold_name(text).split()
        rest = [word for word in words if word not in MINORS]
        if "".join(words) in MINORS:
            rest = []
        self.minor |= len(rest) < len(words)
        if rest and all(word in GUESTS for word in rest):
            self.guest = True
        elif rest:
            self.left_out.append(tidy_name(text))
        return " "

    def read_name(self, piece: str) -> str:
        """Return one name, perhaps with commas; notes around it go to ``left_out``."""
        name, *asides = ASIDE.split(f" {_without_front(piece)}")
        for aside in asides:
            self.note(aside)
        parts = [self._strip_part(part, at) for at, part in enumerate(name.split(","))]
        return ", ".join(part for part in parts if is_name(part))

    def _strip_part(self, part: str, at: int) -> str:
        """Return a name, or a part of one between commas, without marks and notes at its end."""
        marks = "".join(c for c in part if c in ASTERISKS)
        words = part.translate(MARKS).split()
        if marks:
            self.left_out.append(marks)
        if at > 0 and fold_name(" ".join(words)) in GUESTS | MINORS:
            return self.note(" ".join(words)).strip()
        end = _count_name_words(words, at)
        while end > 1 and _is_number(words[:end]):
            end -= 1
        if end and not is_name(" ".join(words[:end])):
            end = 0
        self.note(" ".join(words[end:]))
        return " ".join(words[:end]).rstrip("-–— ")


BRACKETS = str.maketrans(dict.fromkeys("()[]{}<>", " "))
MARKS = str.maketrans(dict.fromkeys(ASTERISKS, " "))


def _count_name_words(words: list[str], at: int) -> int:
    """Return how many words belong to the name."""
    for n, word in enumerate(words):
        is_number = n > 1 and not is_name(word)
        if is_number or _is_note(word, alone=at == n == 0):
            return n
    return len(words)


def _is_note(word: str, *, alone: bool) -> bool:
    """True if this word begins a note, not a name: "paid", "late 10:30"."""
    bare = word.strip(".,;:-–—")
    return fold_name(bare) in NOTES and (bare.islower() or (bare.isupper() and not alone))


def _is_number(words: list[str]) -> bool:
    """True if the last word is a number: "$10", "10:30", "2pm". "Player 7" is a name."""
    word = words[-1].strip(".,;:")
    if is_name(word) and not word[0].isdigit():
        return False
    return len(words) > 2 or not word.isdigit()


def _is_email(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return len(text) <= 254


# --- One name -----------------------------------------------------------------------------


@lru_cache(maxsize=KEPT)
def people_in(cell: str) -> tuple[str, ...]:
    """Return the names in one cell of a table.

    >>> people_in("Smith, Ann & Ben Ito"), people_in("1. Cas/Dot"), people_in("–")
    (('Ann Smith', 'Ben Ito'), ('Cas', 'Dot'), ())
    """
    named = (first_name_first(GUEST.sub("", tidy_name(name))) for name in split_people(cell))
    return tuple(name[:LONGEST_NAME] for name in named if name)


def split_people(text: str) -> list[str]:
    """Return the pieces of a line or cell that are names, unchanged."""
    return [name for name in PAIR.split(_without_front(text)) if is_name(name)]


def _without_front(text: str) -> str:
    """Remove numbers, bullets and emoji in front."""
    text = without_pictures(text)
    while (rest := FRONT.sub("", text, count=1)) != text:
        text = rest
    return text


def without_pictures(text: str) -> str:
    """Remove emoji and invisible characters that join them; letters of all scripts are kept."""
    kept = [
        c
        for c in text
        if c == "°" or (unicodedata.category(c) not in DECORATION and c not in EMPTY_MARKS)
    ]
    return "".join(
        c
        for before, c, after in zip(["", *kept], kept, [*kept[1:], ""], strict=False)
        if c != JOINER or (before.isalpha() and after.isalpha())
    )


def is_name(text: str) -> bool:
    return any(c.isalpha() for c in text)


def first_name_first(name: str) -> str:
    """Return "Smith, Ann" as "Ann Smith", without quotation marks and trailing signs.

    Suffixes follow the surname: "Smith, John Jr." becomes "John Smith Jr.".
    """
    parts = [part for part in map(tidy_name, _strip_signs(name).split(",")) if is_name(part)]
    if not parts:
        return ""
    words = [part.split() for part in parts[1:] if not is_suffix(part)]
    suffixes = [part for part in parts[1:] if is_suffix(part)]
    if words and len(words[-1]) > 1 and is_suffix(words[-1][-1]):
        suffixes.append(words[-1].pop())
    given = [word for part in words for word in part]
    return " ".join([*given, parts[0], *suffixes])


def _strip_signs(name: str) -> str:
    """Remove signs around a name, except the point of an abbreviation: "Ann S.", "Wm.", "Jr."."""
    plain = tidy_name(name.replace('"', " ")).strip("“”„ ").lstrip(" ,;:|.")
    bare = plain.rstrip(" ,;:|.")
    last = bare.split()[-1] if bare else ""
    is_short = len(last) == 1 or is_suffix(last) or not VOWELS & set(fold_name(last))
    return f"{bare}." if is_short and plain[len(bare) :].startswith(".") else bare


VOWELS = frozenset("aeiouy")


# --- Surnames and towns beside a comma ----------------------------------------------------


@dataclass(frozen=True)
class Order:
    """The meaning of the parts of a name with a comma, inferred from all lines of a list."""

    given: frozenset[str]
    towns: frozenset[str]
    is_surname_first: bool

    def turn(self, name: str, details: Details) -> str:
        """Return a name with its surname last; ``details`` keeps a town, and if it is unsure."""
        parts = _split_at_commas(name)
        if len(parts) < 2:
            return first_name_first(name)
        first, second, *rest = parts
        suffixes = [part for part in map(tidy_name, name.split(",")) if is_suffix(part)]
        if _is_surname(parts):
            is_town = fold_name(second) in self.towns and not self.is_surname_first
            details.unsure |= not self.is_surname_first and not is_town
        else:
            is_given = _first_word(second) in self.given and _first_word(first) not in self.given
            is_town, details.unsure = not is_given, True
        details.left_out += [second, *rest] if is_town else rest
        return first_name_first(", ".join([first, *([] if is_town else [second]), *suffixes]))


def find_order(names: Iterable[str]) -> Order:
    """Find out from a list's names with commas whether they are "Smith, Ann" or "Ann Smith,
    Guelph".

    >>> order = find_order(["Smith, Ann", "Ito, Ben", "Ek, Cas", "Garcia Lopez, Ann", "Cas Ek, Guelph"])
    >>> [order.turn(name, Details()) for name in ("Smith, Ann", "Garcia Lopez, Ann", "Cas Ek, Guelph")]
    ['Ann Smith', 'Ann Garcia Lopez', 'Cas Ek']
    """
    parted = list(map(_split_at_commas, names))
    commas = [parts for parts in parted if len(parts) > 1]
    surnames = [parts for parts in commas if _is_surname(parts)]
    full = [parts for parts in commas if not _is_surname(parts)]
    is_surname_first = len(surnames) > len(full)
    given = {_first_word(parts[0]) for parts in parted if len(parts) == 1}
    if is_surname_first:
        given |= {_first_word(parts[1]) for parts in surnames}
    towns = {fold_name(parts[1]) for parts in full if _first_word(parts[1]) not in given}
    return Order(frozenset(given), frozenset(towns), is_surname_first)


def _split_at_commas(name: str) -> list[str]:
    return [part for part in map(tidy_name, name.split(",")) if not is_suffix(part)]


def _first_word(text: str) -> str:
    return next(iter(text.casefold().split()), "")


def _is_surname(parts: Sequence[str]) -> bool:
    """True if the part before the comma is a surname: one word, or all capitals."""
    words = [word for word in parts[0].split() if not is_suffix(word)]
    alone = [word for word in words if word.lower() not in PARTICLES]
    return len(alone) < 2 or (parts[0].isupper() and not parts[1].isupper())
