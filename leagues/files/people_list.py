"""A list of people as people write one, read into names.

One line is one entry: "Ann Smith", "Smith, Ann", or a pair, "Ann Smith & Ben Ito". Numbers,
bullets and little pictures in front mean nothing; addresses, telephone numbers and notes are
kept apart from names (``Told``). A table with a heading is read by its columns; without one,
its columns are told by what is in them.

>>> for line in read_list("1. Ann Smith\\n2) Ito, Ben (guest)\\n- Cas & Dot (late)\\n\\nann smith"):
...     print(line.number, line.names, line.guest, line.left_out, line.repeats)
1 ('Ann Smith',) False () None
2 ('Ben Ito',) True () None
3 ('Cas', 'Dot') False ('late',) None
5 ('ann smith',) False () 1
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from leagues.files.list_columns import NameColumns, cells_of, columns_of, text_in
from leagues.files.list_words import COLUMN_OF, NO, PARTNERS, YES
from leagues.files.name_order import Order, name_by, order_of
from leagues.files.written_names import (
    LONGEST_NAME,
    PAIR,
    TELEPHONE,
    Told,
    is_heading,
    is_name,
)
from leagues.models.names import fold, is_suffix, tidy

LONGEST_LINE = 1000  # a row of a spreadsheet with an address in it is shorter
MOST_LINES = 2000


class Trouble(Enum):
    """Why a line is not an entry."""

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
    """One line of the list as it was understood."""

    number: int
    text: str
    people: tuple[ListedPerson, ...] = ()
    team: str = ""
    seed: int | None = None
    guest: bool = False
    minor: bool = False
    left_out: tuple[str, ...] = ()  # what is on the line and goes nowhere
    unsure: bool = False  # another reading of the names is as likely
    repeats: int | None = None  # the earlier line that names one of the same people
    trouble: Trouble | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(person.name for person in self.people)


@dataclass
class Draft:
    """A line whose names are still as they are written: the other lines tell their order."""

    number: int
    row: str
    names: list[str] = field(default_factory=list)
    told: Told = field(default_factory=Told)
    team: str = ""
    seed: int | None = None
    trouble: Trouble | None = None
    is_first_reached: bool = False
    """Whether an address of a pair is that of the first."""


def read_list(text: str) -> tuple[ListLine, ...]:
    """Every line that has something on it, in order."""
    rows = [
        (number, SPACES.sub(" ", row))  # tabs stay, for an empty cell is one
        for number, row in enumerate(LINE_END.split(one_a_line(text)), start=1)
        if tidy(row)
    ]
    drafts = list(_read(rows))
    _doubt_unnumbered(drafts)
    order = order_of([name for draft in drafts for name in draft.names])
    return tuple(_with_repeats(_line(draft, order) for draft in drafts))


LINE_END = re.compile(r"\r\n|[\r\n\v\f\x85\u2028\u2029]")
SPACES = re.compile(r"[^\S\t]{2,}")


def one_a_line(text: str) -> str:
    """A list that is written on one line, on several: "Ann, Ben, Cas"."""
    row = tidy(text)
    if len(LINE_END.split(text.strip())) > 1 or any(sign in text for sign in "@(\t"):
        return text
    if not PAIR.search(row):
        for separator in ";,":
            parts = [part for part in row.split(separator) if tidy(part)]
            if len(parts) > 2 and not any(map(is_suffix, map(tidy, parts))):
                return "\n".join(map(tidy, parts))
    return text


def corrected(text: str, lines: Mapping[int, str]) -> str:
    """The list with other lines in place of some, by their numbers."""
    rows = LINE_END.split(text)
    return "\n".join(lines.get(number, row) for number, row in enumerate(rows, 1))


def _read(rows: Sequence[tuple[int, str]]) -> Iterator[Draft]:
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
            _by_column(draft, heading)
        elif at < heading.at:
            draft.trouble = Trouble.HEADING
        elif heading.unread:
            draft.trouble, draft.told.left_out = Trouble.COLUMNS, list(heading.unread)
        else:
            continue
        yield draft
    for number, row in rows[MOST_LINES : MOST_LINES + 1]:
        yield Draft(number, row, trouble=Trouble.TOO_MANY)


NUMBERED = re.compile(r"^\s*[(#№]?\d{1,4}[\s.):\]-]")


def _doubt_unnumbered(drafts: Iterable[Draft]) -> None:
    """In a numbered list, doubt the lines without a number: one word is a heading there."""
    named = [draft for draft in drafts if draft.names]
    numbered = [draft for draft in named if NUMBERED.match(draft.row)]
    if len(numbered) * 3 < len(named) * 2:
        return
    full = sum(all(" " in name for name in draft.names) for draft in numbered)
    for draft in named:
        if not NUMBERED.match(draft.row):
            draft.told.unsure = True
            if full * 2 > len(numbered) and " " not in tidy(draft.row):
                draft.trouble = Trouble.HEADING


def _with_repeats(lines: Iterable[ListLine]) -> Iterator[ListLine]:
    first: dict[str, int] = {}
    for line in lines:
        known = [first[key] for key in map(fold, line.names) if key in first]
        for key in map(fold, line.names):
            first.setdefault(key, line.number)
        yield replace(line, repeats=min(known)) if known else line


# --- A table with a heading ---------------------------------------------------------------

FIRST_LINES = 5  # among which a heading is looked for: titles may stand above it


@dataclass(frozen=True)
class Heading:
    at: int
    separator: str
    columns: tuple[str, ...]
    unread: tuple[str, ...]


def _find_heading(rows: Sequence[tuple[int, str]]) -> Heading | None:
    for at, (_number, row) in enumerate(rows[:FIRST_LINES]):
        is_title = row.endswith(":")  # such as a division's, "First:"
        heading = None if is_title else _heading(at, row[:LONGEST_LINE])
        if heading and (at == 0 or sum(map(bool, heading.columns)) > 1):
            return heading
    return None


def _heading(at: int, row: str) -> Heading | None:
    """The columns of a first line that names them; nothing for a line of people."""
    for separator in "\t;,|":
        cells = cells_of(row, separator)
        columns = tuple(COLUMN_OF.get(fold(cell), "") for cell in cells)
        if {"name", "given", "family"} & set(columns):
            named = zip(cells, columns, strict=True)
            unread = (tidy(cell) for cell, column in named if not column)
            return Heading(at, separator, columns, tuple(filter(is_name, unread)))
    return None


def _by_column(draft: Draft, heading: Heading) -> None:
    cells: dict[str, str] = {}
    for column, cell in zip(
        heading.columns, cells_of(draft.row, heading.separator), strict=False
    ):
        cells.setdefault(column, tidy(cell))
    told = draft.told
    _read_ways(told, cells.get("email", ""), cells.get("phone", ""))
    in_parts = f"{cells.get('given', '')} {cells.get('family', '')}"
    _read_names(draft, cells.get("name", "") or in_parts)
    if draft.trouble is None:
        _read_names(draft, cells.get("partner", ""))
    seed = cells.get("seed", "")
    draft.seed = int(seed) if re.fullmatch(r"[1-9][0-9]{0,3}", seed) else None
    draft.team = cells.get("team", "")[:LONGEST_NAME]
    told.guest |= _is_one_of(YES, cells.get("guest", ""))
    minor = cells.get("minor", "")
    if not _is_one_of(NO, minor):  # what is not understood rather hides a name
        if not _is_one_of(YES, minor):
            told.note(minor)
        told.minor = True
    draft.is_first_reached = True


def _is_one_of(words: frozenset[str], cell: str) -> bool:
    return cell.casefold() in words or (is_name(cell) and fold(cell) in words)


def _read_ways(told: Told, email: str, telephone: str) -> None:
    """How somebody is reached, from columns that are there for it."""
    if TELEPHONE.fullmatch(telephone):
        told.telephones.append(telephone)
        telephone = ""
    for rest in map(told.take, (email, telephone)):
        if is_name(rest):
            told.left_out.append(rest)


# --- Lines without a heading ----------------------------------------------------------------

LABEL = re.compile(r":(?:\s|$)")


def _read_names(draft: Draft, text: str) -> None:
    """Everyone who is named in a line or a cell, and what else is in it."""
    told = draft.told
    rest = told.take(text)
    if is_heading(rest) or text.rstrip(" *_").endswith(":"):
        draft.trouble = Trouble.HEADING
        return
    if found := LABEL.search(rest):
        label, after = rest[: found.start()], rest[found.end() :]
        if COLUMN_OF.get(fold(label)) == "name":
            rest = after
        elif is_heading(label) or (" " not in label and is_name(after)):
            draft.trouble = Trouble.HEADING
            return
        else:
            rest = label
            told.note(after)
    for piece in PAIR.split(rest):
        if draft.names and fold(piece) in PARTNERS:
            told.left_out.append(tidy(piece))
        elif name := told.name(piece):
            draft.names.append(name)


class Tables:
    """The rows that look like rows of a table, by what parts their cells."""

    def __init__(self, rows: Sequence[str]) -> None:
        many = sum(_is_comma_row(row) for row in rows)
        self._has_commas = many * 2 > len(rows)
        tables: dict[str, list[list[str]]] = {}
        for row in rows:
            if separator := self._separator(row):
                cells = [text_in(cell) for cell in cells_of(row, separator)]
                tables.setdefault(separator, []).append(cells)
        self._columns = {
            separator: columns_of(cells) for separator, cells in tables.items()
        }

    def _separator(self, row: str) -> str:
        bare = row.strip(" \t;|,")
        return next(
            (sign for sign in "\t;|" if sign in bare), "," if self._has_commas else ""
        )

    def read(self, draft: Draft) -> None:
        separator = self._separator(draft.row)
        if not separator:
            _read_names(draft, draft.row)
            draft.told.unsure = bool(draft.told.emails or draft.told.telephones)
        else:
            _read_cells(draft, cells_of(draft.row, separator), self._columns[separator])


def _read_cells(
    draft: Draft, cells: Sequence[str], columns: NameColumns | None
) -> None:
    if columns is None:
        return
    texts = [text_in(cell) for cell in cells]
    own = {n: cells[n] for n, text in enumerate(texts) if text}
    name, family = own.pop(columns.name, ""), ""
    if columns.family is not None:
        family = own.pop(columns.family, "")
    _read_names(draft, f"{family} {name}" if columns.is_turned else f"{name} {family}")
    partner = own.pop(columns.partner, "") if columns.partner is not None else ""
    if partner and draft.trouble is None:
        draft.told.unsure = True
        _read_names(draft, partner)
    for n, cell in enumerate(cells):
        if n in own or not texts[n]:
            rest = draft.told.take(cell)
            if is_name(rest):
                draft.told.note(rest)


def _is_comma_row(row: str) -> bool:
    """Whether a program wrote these commas: "1,Ann,Smith". People leave a space after each."""
    cells = cells_of(row, ",")
    many = sum(not is_suffix(cell.strip()) for cell in cells) > 2
    return many and not PAIR.search(row) and not any(c[:1] == " " for c in cells)


# --- What a line comes to ------------------------------------------------------------------


def _line(draft: Draft, order: Order) -> ListLine:
    told = draft.told
    names = list(filter(None, (name_by(order, name, told) for name in draft.names)))
    line = ListLine(
        draft.number,
        draft.row[:LONGEST_LINE],
        team=draft.team,
        seed=draft.seed,
        guest=told.guest,
        minor=told.minor,
        left_out=tuple(told.left_out),
        unsure=told.unsure,
    )
    if draft.trouble or not names:
        return replace(line, trouble=draft.trouble or Trouble.NO_NAME)
    if len(names) > 2 or any(len(name) > LONGEST_NAME for name in names):
        return replace(line, trouble=Trouble.TOO_LONG)
    emails = _shared(told.emails, len(names), draft)
    telephones = _shared(told.telephones, len(names), draft)
    people = map(ListedPerson, names, emails, telephones)
    return replace(line, people=tuple(people), left_out=tuple(told.left_out))


def _shared(found: list[str], among: int, draft: Draft) -> list[str]:
    """One for each, or for the first of a line; nobody gets what may be another's."""
    if len(found) == among:
        return found
    own = found[:1] if among == 1 or draft.is_first_reached else []
    draft.told.left_out += found[len(own) :]
    return [*own, *[""] * (among - len(own))]
