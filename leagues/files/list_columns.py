"""The columns of a table of people without a heading, told by what is in them.

>>> columns_of([["Ann Smith", "", "Guelph"], ["Ben Ito", "", "Guelph"], ["Cas Ek", "", "Guelph"]])
NameColumns(name=0, family=None, is_turned=False, partner=None)
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from leagues.files.list_words import GUESTS, MINORS, NO, NOTES, YES
from leagues.files.written_names import PAIR, Told, is_heading, is_name
from leagues.models.names import fold


@dataclass(frozen=True)
class NameColumns:
    """Which columns of a table without a heading hold names."""

    name: int
    family: int | None = None  # the rest of the name, or its beginning
    is_turned: bool = False
    partner: int | None = None


def text_in(cell: str) -> str:
    """What may be a name in a cell; nothing for an address, a number or a yes."""
    text = Told().take(cell)
    is_note = fold(text) in NO_NAMES or is_heading(text)
    return "" if is_note or not is_name(text) else text


NO_NAMES = YES | NO | NOTES | GUESTS | MINORS


def columns_of(rows: Sequence[Sequence[str]]) -> NameColumns | None:
    """Which columns are names, by what most rows have in them."""
    texts: dict[int, list[str]] = {}
    for row in rows:
        for n, text in enumerate(row):
            if text:
                texts.setdefault(n, []).append(text)
    often = [n for n in sorted(texts) if len(texts[n]) * 2 >= len(rows)]
    if not texts:
        return None
    first, *others = often or sorted(texts)
    second = texts[others[0]] if others else []
    if not second or _is_repeated(second):
        return NameColumns(first)
    if not _most(_has_words, texts[first]):
        is_turned = _most(str.isupper, texts[first]) and not _most(str.isupper, second)
        return NameColumns(first, others[0], is_turned)
    is_partner = _most(_has_words, second) and len(set(second)) == len(second)
    return NameColumns(first, partner=others[0] if is_partner else None)


def _most(test: Callable[[str], bool], texts: Sequence[str]) -> bool:
    return sum(map(test, texts)) * 2 > len(texts)


def _has_words(text: str) -> bool:
    return " " in text or PAIR.search(text) is not None


def _is_repeated(texts: Sequence[str]) -> bool:
    """Whether a column is one of towns, clubs or classes rather than of names."""
    return len(texts) > 2 and len(set(texts)) * 2 <= len(texts)


def cells_of(row: str, separator: str) -> list[str]:
    return next(csv.reader([row.replace("\0", "")], delimiter=separator), [])
