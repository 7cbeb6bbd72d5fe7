"""A list of people as people write one, read into names.

One line is one entry: "Ann Smith", "Smith, Ann", or a pair, "Ann Smith & Ben Ito". Numbers,
bullets and little pictures in front mean nothing. A table with a heading is read by its
columns; without one, a line of cells is a name in parts, or a pair of whole names.

>>> for line in read_list("1. Ann Smith\\n2) Ito, Ben (guest)\\n- Cas & Dot\\n\\nann smith"):
...     print(line.number, line.names, line.guest, line.repeats)
1 ('Ann Smith',) False None
2 ('Ben Ito',) True None
3 ('Cas', 'Dot') False None
5 ('ann smith',) False 1
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache

from leagues.models.names import KEPT, fold, is_suffix, tidy

LONGEST_NAME = 120
LONGEST_LINE = 1000  # a row of a spreadsheet with an address in it is shorter
MOST_LINES = 2000


class Trouble(Enum):
    """Why a line is not an entry."""

    NO_NAME = "no_name"
    TOO_LONG = "too_long"
    TOO_MANY = "too_many"


@dataclass(frozen=True)
class ListLine:
    """One line of the list as it was understood."""

    number: int
    text: str
    names: tuple[str, ...] = ()
    team: str = ""
    seed: int | None = None
    guest: bool = False
    repeats: int | None = None  # the earlier line that names one of the same people
    trouble: Trouble | None = None


def read_list(text: str) -> tuple[ListLine, ...]:
    """Every line that has something on it, in order."""
    rows = [
        (number, row)
        for number, row in enumerate(map(_squeezed, LINE_END.split(text)), start=1)
        if tidy(row)
    ]
    if len(rows) == 1:
        rows = _spread(*rows[0])
    return tuple(_with_repeats(_read(rows)))


LINE_END = re.compile(r"\r\n|[\r\n\v\f\x85\u2028\u2029]")
SPACES = re.compile(r"[^\S\t]{2,}")


def _squeezed(row: str) -> str:
    """Without long gaps; tabs stay, for an empty cell is one."""
    return SPACES.sub(" ", row)


def _spread(number: int, row: str) -> list[tuple[int, str]]:
    """A list on one line: "Ann, Ben, Cas"."""
    if PAIR.search(row):
        return [(number, row)]
    for separator in ";,":
        parts = [part for part in row.split(separator) if tidy(part)]
        if len(parts) > 2 and not any(map(is_suffix, map(tidy, parts))):
            return [(number, part) for part in parts]
    return [(number, row)]


def _read(rows: Sequence[tuple[int, str]]) -> Iterator[ListLine]:
    heading = _heading(rows[0][1][:LONGEST_LINE]) if rows else None
    separator = _separator([row for _, row in rows])
    for at, (number, row) in enumerate(rows):
        if at == 0 and heading:
            continue
        if at >= MOST_LINES:
            yield ListLine(number, _short(row), trouble=Trouble.TOO_MANY)
            return
        if len(row) > LONGEST_LINE:
            yield ListLine(number, _short(row), trouble=Trouble.TOO_LONG)
        elif heading:
            yield _by_column(number, row, heading)
        else:
            yield _plain(number, row, separator)


def _with_repeats(lines: Iterable[ListLine]) -> Iterator[ListLine]:
    first: dict[str, int] = {}
    for line in lines:
        known = [first[key] for key in map(fold, line.names) if key in first]
        for key in map(fold, line.names):
            first.setdefault(key, line.number)
        yield replace(line, repeats=min(known)) if known else line


# --- A table with a heading ---------------------------------------------------------------

COLUMNS = {
    "name": "name player spieler speler joueur naam nom nombre nome jugador fullname",
    "given": "first firstname given givenname forename vorname voornaam prénom prenom",
    "family": "last lastname surname familyname family nachname achternaam apellido",
    "partner": "partner name2 player2 partnername spieler2 speler2 secondplayer",
    "team": "team club verein club/team mannschaft équipe equipo",
    "seed": "seed seeding setzplatz",
    "guest": "guest gast invité visitor",
}
COLUMN_OF = {
    word: column for column, words in COLUMNS.items() for word in words.split()
}
YES = {"1", "x", "y", "yes", "true", "ja", "oui", "si", "sí", "✓", "✔", "wahr"}


@dataclass(frozen=True)
class Heading:
    separator: str
    columns: tuple[str, ...]


def _heading(row: str) -> Heading | None:
    """The columns of a first line that names them; nothing for a line of people."""
    for separator in "\t;,|":
        columns = tuple(
            COLUMN_OF.get("".join(cell.casefold().replace("_", " ").split()), "")
            for cell in _cells(row, separator)
        )
        if {"name", "given", "family"} & set(columns):
            return Heading(separator, columns)
    return None


def _by_column(number: int, row: str, heading: Heading) -> ListLine:
    cells: dict[str, str] = {}
    for column, cell in zip(
        heading.columns, _cells(row, heading.separator), strict=False
    ):
        cells.setdefault(column, tidy(cell))
    whole = cells.get("name", "")
    in_parts = f"{cells.get('given', '')} {cells.get('family', '')}"
    names = _people(whole) if whole else [in_parts]
    names += _people(cells.get("partner", ""))
    line = _line(number, row, names)
    seed = cells.get("seed", "")
    return replace(
        line,
        team=cells.get("team", "")[:LONGEST_NAME],
        seed=int(seed) if re.fullmatch(r"[1-9][0-9]{0,3}", seed) else None,
        guest=line.guest or cells.get("guest", "").casefold() in YES,
    )


# --- Lines without a heading ----------------------------------------------------------------

# No pattern that is searched for begins with a repeat: each place of a long gap would be
# tried to its end. What is left around a name is tidied away afterwards.
PAIR = re.compile(r"[&/+]|\s(?:and|und|et|en)\s", re.IGNORECASE)


def _separator(rows: Sequence[str]) -> str:
    """What parts the cells of a table without a heading; nothing where it is no table."""
    for separator in "\t;|":
        if sum(separator in row for row in rows) * 2 > len(rows):
            return separator
    commas = sum(_cells_of(row) > 2 and not PAIR.search(row) for row in rows)
    return "," if commas * 2 > len(rows) else ""


def _cells_of(row: str) -> int:
    """How many cells commas make; "Smith, John, Jr." is a name all the same."""
    return sum(not is_suffix(part.strip()) for part in row.split(","))


def _plain(number: int, row: str, separator: str) -> ListLine:
    if not separator:
        return _line(number, row, _people(row))
    cells = [tidy(_without_front(cell)) for cell in _cells(row, separator)]
    cells = [cell for cell in cells if _is_name(cell)]
    if len(cells) > 1 and not all(" " in cell for cell in cells):
        return _line(number, row, [" ".join(cells[:2])])
    return _line(number, row, [name for cell in cells[:2] for name in _people(cell)])


def _people(text: str) -> list[str]:
    """Whoever stands on one line or in one cell."""
    return [name for name in PAIR.split(_without_front(text)) if _is_name(name)]


def _cells(row: str, separator: str) -> list[str]:
    return next(csv.reader([row.replace("\0", "")], delimiter=separator), [])


@lru_cache(maxsize=KEPT)
def people_in(cell: str) -> tuple[str, ...]:
    """Whoever stands in one cell of a table.

    >>> people_in("Smith, Ann & Ben Ito"), people_in("1. Cas/Dot"), people_in("–")
    (('Ann Smith', 'Ben Ito'), ('Cas', 'Dot'), ())
    """
    named = (_turned(GUEST.sub("", tidy(name))) for name in _people(cell))
    return tuple(name[:LONGEST_NAME] for name in named if name)


# --- One name ---------------------------------------------------------------------------------

FRONT = re.compile(
    r"""^[\s\u200b\ufeff]*(?:
        \[[ xX✓✔]?\]                            # a box to tick
      | [-–—\u2212•*·▪▫►▸◦‣○●✓✔☐☑☒>~]+               # a bullet
      | [(#№]?\s?\d{1,4}\s?[.):\]\u20e3°º-]+    # 1. 1) (1) #1: 1-
      | [#№]?\d{1,4}(?=\s)                      # 1 Ann
    )\s*""",
    re.VERBOSE,
)
GUEST = re.compile(
    r"[(\[]\s*(?:guest|gast|visitor|invité|g)\s*[)\]]|\s[-–—]\s*guest$", re.I
)
JOINER, DECORATION = "\u200d", {"So", "Sk", "Me", "Cs", "Co", "Cn"}
EMPTY_MARKS = {"\u200b", "\ufe0e", "\ufe0f", "\ufeff"}


def _without_front(text: str) -> str:
    """What is left when numbers, bullets and pictures in front are taken away."""
    text = _without_pictures(text)
    while (rest := FRONT.sub("", text, count=1)) != text:
        text = rest
    return text


def _without_pictures(text: str) -> str:
    """Emoji out, and the invisible signs that glue them; letters of every script stay."""
    kept = [
        c
        for c in text
        if c == "°"
        or (unicodedata.category(c) not in DECORATION and c not in EMPTY_MARKS)
    ]
    return "".join(
        c
        for before, c, after in zip(["", *kept], kept, [*kept[1:], ""], strict=False)
        if c != JOINER or (before.isalpha() and after.isalpha())
    )


def _is_name(text: str) -> bool:
    return any(c.isalpha() for c in text)


def _line(number: int, row: str, written: Sequence[str]) -> ListLine:
    written = [tidy(name) for name in written]
    guest = any(GUEST.search(name) for name in written)
    names = tuple(filter(None, (_turned(GUEST.sub("", name)) for name in written)))
    if not names:
        return ListLine(number, _short(row), trouble=Trouble.NO_NAME)
    if len(names) > 2 or any(len(name) > LONGEST_NAME for name in names):
        return ListLine(number, _short(row), trouble=Trouble.TOO_LONG)
    return ListLine(number, tidy(row), names, guest=guest)


def _short(row: str) -> str:
    return tidy(row[:LONGEST_LINE])[:LONGEST_NAME]


def _turned(name: str) -> str:
    """ "Smith, Ann" as Ann Smith, without quotation marks and trailing signs.

    What follows a surname does so still: "Smith, John Jr." is John Smith Jr.
    """
    parts = [part for part in map(tidy, _bare(name).split(",")) if _is_name(part)]
    if not parts:
        return ""
    words = [part.split() for part in parts[1:] if not is_suffix(part)]
    suffixes = [part for part in parts[1:] if is_suffix(part)]
    if words and len(words[-1]) > 1 and is_suffix(words[-1][-1]):
        suffixes.append(words[-1].pop())
    given = [word for part in words for word in part]
    return " ".join([*given, parts[0], *suffixes])


def _bare(name: str) -> str:
    """Without signs around it, but for the point of an abbreviation: Ann S., Wm., Jr."""
    plain = tidy(name.replace('"', " ")).strip("“”„ ").lstrip(" ,;:|.")
    bare = plain.rstrip(" ,;:|.")
    last = bare.split()[-1] if bare else ""
    is_short = len(last) == 1 or is_suffix(last) or not VOWELS & set(fold(last))
    return f"{bare}." if is_short and plain[len(bare) :].startswith(".") else bare


VOWELS = frozenset("aeiouy")
