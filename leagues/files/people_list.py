"""Read a list of people, as they write them, into names.

One line is one entry: "Ann Smith", "Smith, Ann", or a pair, "Ann Smith & Ben Ito". Numbers,
bullets and emoji in front are ignored; addresses, telephone numbers and notes go to ``Details``.
A table with a heading is read by its columns. Without one, the columns are guessed from their
cells.

>>> for line in read_list("1. Ann Smith\\n2) Ito, Ben (guest)\\n- Cas & Dot (late)\\n\\nann smith"):
...     print(line.number, line.names, line.guest, line.left_out, line.repeats)
1 ('Ann Smith',) False () None
2 ('Ben Ito',) True () None
3 ('Cas', 'Dot') False ('late',) None
5 ('ann smith',) False () 1
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import zip_longest

from leagues.files.list_words import COLUMN_OF, GUESTS, MINORS, NO, NOTES, PARTNERS, YES
from leagues.files.written_names import (
    LONGEST_NAME,
    PAIR,
    TELEPHONE,
    Details,
    Order,
    find_order,
    is_heading,
    is_name,
)
from leagues.models.names import fold_name, is_suffix, tidy_name

LONGEST_LINE = 1000  # even a spreadsheet row with an address is shorter
MOST_LINES = 2000


class Trouble(Enum):
    """The reason why a line is not an entry."""

    NO_NAME = "no_name"
    HEADING = "heading"
    COLUMNS = "columns"
    TOO_LONG = "too_long"
    TOO_MANY = "too_many"


@dataclass(frozen=True)
class ListedPerson:
    name: str
    email: str = ""
    telephone: str = ""


@dataclass(frozen=True)
class ListLine:
    """One line of the list, as it was read."""

    number: int
    text: str
    people: tuple[ListedPerson, ...] = ()
    team: str = ""
    seed: int | None = None
    guest: bool = False
    minor: bool = False
    left_out: tuple[str, ...] = ()  # read, but not used
    unsure: bool = False  # another reading of the names is as likely
    repeats: int | None = None  # an earlier line with one of the same people
    trouble: Trouble | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(person.name for person in self.people)


@dataclass
class Draft:
    """A line before the order of its names is known, which needs all lines (``find_order``)."""

    number: int
    row: str
    names: list[str] = field(default_factory=list)
    details: Details = field(default_factory=Details)
    team: str = ""
    seed: int | None = None
    trouble: Trouble | None = None
    is_first_reached: bool = False
    """True if the only address of a pair belongs to the first player."""


def read_list(text: str) -> tuple[ListLine, ...]:
    """Read every line that isn't blank, in order."""
    rows = [
        (number, SPACES.sub(" ", row))  # keeps tabs, since an empty cell is between two
        for number, row in enumerate(LINE_END.split(split_one_line(text)), start=1)
        if tidy_name(row)
    ]
    drafts = list(_read_drafts(rows))
    _doubt_unnumbered(drafts)
    order = find_order([name for draft in drafts for name in draft.names])
    return tuple(_with_repeats(_finish_line(draft, order) for draft in drafts))


LINE_END = re.compile(r"\r\n|[\r\n\v\f\x85\u2028\u2029]")
SPACES = re.compile(r"[^\S\t]{2,}")


def split_one_line(text: str) -> str:
    """Split a list on a single line, such as "Ann, Ben, Cas", into lines."""
    row = tidy_name(text)
    if len(LINE_END.split(text.strip())) > 1 or any(sign in text for sign in "@(\t"):
        return text
    if not PAIR.search(row):
        for separator in ";,":
            parts = [part for part in row.split(separator) if tidy_name(part)]
            if len(parts) > 2 and not any(map(is_suffix, map(tidy_name, parts))):
                return "\n".join(map(tidy_name, parts))
    return text


def replace_lines(text: str, lines: Mapping[int, str]) -> str:
    """Replace lines of a list, by their numbers."""
    rows = LINE_END.split(text)
    return "\n".join(lines.get(number, row) for number, row in enumerate(rows, 1))


def _read_drafts(rows: Sequence[tuple[int, str]]) -> Iterator[Draft]:
    heading = _find_heading(rows)
    short = [row for _, row in rows[:MOST_LINES] if len(row) <= LONGEST_LINE]
    tables = Tables(() if heading else short)
    for at, (number, row) in enumerate(rows[:MOST_LINES]):
        draft = Draft(number, row)
        if len(row) > LONGEST_LINE:
            draft.trouble = Trouble.TOO_LONG
        elif heading is None:
            tables.read(draft)
        elif at > heading.at:
            _read_row(draft, heading)
        elif at < heading.at:
            draft.trouble = Trouble.HEADING
        elif heading.unread:
            draft.trouble, draft.details.left_out = (Trouble.COLUMNS, list(heading.unread))
        else:
            continue
        yield draft
    for number, row in rows[MOST_LINES : MOST_LINES + 1]:
        yield Draft(number, row, trouble=Trouble.TOO_MANY)


NUMBERED = re.compile(r"^\s*[(#№]?\d{1,4}[\s.):\]-]")


def _doubt_unnumbered(drafts: Iterable[Draft]) -> None:
    """In a numbered list, mark lines without a number as unsure; a single word is a heading."""
    named = [draft for draft in drafts if draft.names]
    numbered = [draft for draft in named if NUMBERED.match(draft.row)]
    if len(numbered) * 3 < len(named) * 2:
        return
    full = sum(all(" " in name for name in draft.names) for draft in numbered)
    for draft in named:
        if not NUMBERED.match(draft.row):
            draft.details.unsure = True
            if full * 2 > len(numbered) and " " not in tidy_name(draft.row):
                draft.trouble = Trouble.HEADING


def _with_repeats(lines: Iterable[ListLine]) -> Iterator[ListLine]:
    first: dict[str, int] = {}
    for line in lines:
        known = [first[key] for key in map(fold_name, line.names) if key in first]
        for key in map(fold_name, line.names):
            first.setdefault(key, line.number)
        yield replace(line, repeats=min(known)) if known else line


# --- A table with a heading ---------------------------------------------------------------

FIRST_LINES = 5  # searched for a heading: titles may come before it


@dataclass(frozen=True)
class Heading:
    at: int
    separator: str
    columns: tuple[str, ...]
    unread: tuple[str, ...]


def _find_heading(rows: Sequence[tuple[int, str]]) -> Heading | None:
    for at, (_number, row) in enumerate(rows[:FIRST_LINES]):
        is_title = row.endswith(":")  # such as a division's, "First:"
        heading = None if is_title else _parse_heading(at, row[:LONGEST_LINE])
        if heading and (at == 0 or sum(map(bool, heading.columns)) > 1):
            return heading
    return None


def _parse_heading(at: int, row: str) -> Heading | None:
    """Return the columns of a row if it is a heading, else None."""
    for separator in "\t;,|":
        cells = cells_of(row, separator)
        columns = tuple(COLUMN_OF.get(fold_name(cell), "") for cell in cells)
        if {"name", "given", "family"} & set(columns):
            named = zip(cells, columns, strict=True)
            unread = (tidy_name(cell) for cell, column in named if not column)
            return Heading(at, separator, columns, tuple(filter(is_name, unread)))
    return None


def _read_row(draft: Draft, heading: Heading) -> None:
    cells: dict[str, str] = {}
    for column, cell in zip(heading.columns, cells_of(draft.row, heading.separator), strict=False):
        cells.setdefault(column, tidy_name(cell))
    details = draft.details
    _read_ways(details, cells.get("email", ""), cells.get("phone", ""))
    in_parts = f"{cells.get('given', '')} {cells.get('family', '')}"
    _read_names(draft, cells.get("name", "") or in_parts)
    if draft.trouble is None:
        _read_names(draft, cells.get("partner", ""))
    seed = cells.get("seed", "")
    draft.seed = int(seed) if re.fullmatch(r"[1-9][0-9]{0,3}", seed) else None
    draft.team = cells.get("team", "")[:LONGEST_NAME]
    details.guest |= _is_one_of(YES, cells.get("guest", ""))
    minor = cells.get("minor", "")
    if not _is_one_of(NO, minor):  # in doubt, treat the player as a minor
        if not _is_one_of(YES, minor):
            details.note(minor)
        details.minor = True
    draft.is_first_reached = True


def _is_one_of(words: frozenset[str], cell: str) -> bool:
    return cell.casefold() in words or (is_name(cell) and fold_name(cell) in words)


def _read_ways(details: Details, email: str, telephone: str) -> None:
    """Read the cells for email and telephone, also if they were swapped."""
    if TELEPHONE.fullmatch(telephone):
        details.telephones.append(telephone)
        telephone = ""
    for rest in map(details.strip_from, (email, telephone)):
        if is_name(rest):
            details.left_out.append(rest)


# --- Lines without a heading ----------------------------------------------------------------

LABEL = re.compile(r":(?:\s|$)")


def _read_names(draft: Draft, text: str) -> None:
    """Add the names in a line or a cell to ``draft.names``, the rest to its details."""
    details = draft.details
    rest = details.strip_from(text)
    if is_heading(rest) or text.rstrip(" *_").endswith(":"):
        draft.trouble = Trouble.HEADING
        return
    if found := LABEL.search(rest):
        label, after = rest[: found.start()], rest[found.end() :]
        if COLUMN_OF.get(fold_name(label)) == "name":
            rest = after
        elif is_heading(label) or (" " not in label and is_name(after)):
            draft.trouble = Trouble.HEADING
            return
        else:
            rest = label
            details.note(after)
    for piece in PAIR.split(rest):
        if draft.names and fold_name(piece) in PARTNERS:
            details.left_out.append(tidy_name(piece))
        elif name := details.read_name(piece):
            draft.names.append(name)


class Tables:
    """Tables without a heading in a list, one for each separator."""

    def __init__(self, rows: Sequence[str]) -> None:
        many = sum(_is_comma_row(row) for row in rows)
        self._has_commas = many * 2 > len(rows)
        tables: dict[str, list[list[str]]] = {}
        for row in rows:
            if separator := self._separator(row):
                cells = [text_in(cell) for cell in cells_of(row, separator)]
                tables.setdefault(separator, []).append(cells)
        self._columns = {separator: find_columns(cells) for separator, cells in tables.items()}

    def _separator(self, row: str) -> str:
        bare = row.strip(" \t;|,")
        return next((sign for sign in "\t;|" if sign in bare), "," if self._has_commas else "")

    def read(self, draft: Draft) -> None:
        details = draft.details
        if separator := self._separator(draft.row):
            _read_cells(draft, cells_of(draft.row, separator), self._columns[separator])
        else:
            _read_names(draft, draft.row)
            details.unsure = bool(details.emails or details.telephones)


def _read_cells(draft: Draft, cells: Sequence[str], columns: NameColumns | None) -> None:
    if columns is None:
        return
    texts = [text_in(cell) for cell in cells]
    own: dict[int | None, str] = {n: cells[n] for n, text in enumerate(texts) if text}
    name, family = own.pop(columns.name, ""), own.pop(columns.family, "")
    _read_names(draft, f"{family} {name}" if columns.is_turned else f"{name} {family}")
    partner = own.pop(columns.partner, "")
    if partner and draft.trouble is None:
        draft.details.unsure = True
        _read_names(draft, partner)
    for n, cell in enumerate(cells):
        if n in own or not texts[n]:
            rest = draft.details.strip_from(cell)
            if is_name(rest):
                draft.details.note(rest)


def _is_comma_row(row: str) -> bool:
    """True if a program wrote these commas ("1,Ann,Smith"). People add a space after each."""
    cells = cells_of(row, ",")
    many = sum(not is_suffix(cell.strip()) for cell in cells) > 2
    return many and not PAIR.search(row) and not any(c[:1] == " " for c in cells)


# --- The columns of a table without a heading ----------------------------------------------


@dataclass(frozen=True)
class NameColumns:
    """The columns with names in a table without a heading."""

    name: int
    family: int | None = None  # the rest of the name, or its beginning
    is_turned: bool = False
    partner: int | None = None


def text_in(cell: str) -> str:
    """Return the possible name in a cell. Empty for an address, a number or a yes."""
    text = Details().strip_from(cell)
    is_note = fold_name(text) in NO_NAMES or is_heading(text)
    return "" if is_note or not is_name(text) else text


NO_NAMES = YES | NO | NOTES | GUESTS | MINORS


def find_columns(rows: Sequence[Sequence[str]]) -> NameColumns | None:
    """Find the columns with names, by what most rows have in them.

    >>> find_columns([["Ann Smith", "", "Guelph"], ["Ben Ito", "", "Guelph"], ["Cas Ek", "", "Guelph"]])
    NameColumns(name=0, family=None, is_turned=False, partner=None)
    """
    texts = {
        n: found
        for n, cells in enumerate(zip_longest(*rows, fillvalue=""))
        if (found := list(filter(None, cells)))
    }
    often = [n for n, found in texts.items() if len(found) * 2 >= len(rows)]
    if not texts:
        return None
    first, *others = often or texts
    second = texts[others[0]] if others else []
    if not second or _is_repeated(second):
        return NameColumns(first)
    if not _fits_most(_has_words, texts[first]):
        is_turned = _fits_most(str.isupper, texts[first]) and not _fits_most(str.isupper, second)
        return NameColumns(first, others[0], is_turned)
    is_partner = _fits_most(_has_words, second) and len(set(second)) == len(second)
    return NameColumns(first, partner=others[0] if is_partner else None)


def _fits_most(test: Callable[[str], bool], texts: Sequence[str]) -> bool:
    return sum(map(test, texts)) * 2 > len(texts)


def _has_words(text: str) -> bool:
    return " " in text or PAIR.search(text) is not None


def _is_repeated(texts: Sequence[str]) -> bool:
    """True if a column repeats its values, as towns, clubs and classes do, but names don't."""
    return len(texts) > 2 and len(set(texts)) * 2 <= len(texts)


def cells_of(row: str, separator: str) -> list[str]:
    return next(csv.reader([row.replace("\0", "")], delimiter=separator), [])


# --- The finished line -----------------------------------------------------------------


def _finish_line(draft: Draft, order: Order) -> ListLine:
    details = draft.details
    names = list(filter(None, (order.turn(name, details) for name in draft.names)))
    line = ListLine(
        draft.number,
        draft.row[:LONGEST_LINE],
        team=draft.team,
        seed=draft.seed,
        guest=details.guest,
        minor=details.minor,
        left_out=tuple(details.left_out),
        unsure=details.unsure,
    )
    if draft.trouble or not names:
        return replace(line, trouble=draft.trouble or Trouble.NO_NAME)
    if len(names) > 2 or any(len(name) > LONGEST_NAME for name in names):
        return replace(line, trouble=Trouble.TOO_LONG)
    emails = _share_out(details.emails, len(names), draft)
    telephones = _share_out(details.telephones, len(names), draft)
    people = map(ListedPerson, names, emails, telephones)
    return replace(line, people=tuple(people), left_out=tuple(details.left_out))


def _share_out(found: list[str], among: int, draft: Draft) -> list[str]:
    """Return an address for each of ``among`` people. Ambiguous ones go to ``left_out``."""
    if len(found) == among:
        return found
    own = found[:1] if among == 1 or draft.is_first_reached else []
    draft.details.left_out += found[len(own) :]
    return [*own, *[""] * (among - len(own))]
