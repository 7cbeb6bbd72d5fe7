"""Which part of a written name is which: "Smith, Ann" or "Ann Smith, Guelph".

>>> order = order_of(["Smith, Ann", "Ito, Ben", "Ek, Cas", "Garcia Lopez, Ann", "Cas Ek, Guelph"])
>>> [name_by(order, name, Told()) for name in ("Smith, Ann", "Garcia Lopez, Ann", "Cas Ek, Guelph")]
['Ann Smith', 'Ann Garcia Lopez', 'Cas Ek']
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from leagues.files.written_names import Told, turned
from leagues.models.names import PARTICLES, fold, is_suffix, tidy


@dataclass(frozen=True)
class Order:
    """What the other lines tell of "Smith, Ann" and "Ann Smith, Guelph"."""

    given: frozenset[str]
    towns: frozenset[str]
    is_surname_first: bool


def order_of(names: Iterable[str]) -> Order:
    parted = list(map(_parts, names))
    commas = [parts for parts in parted if len(parts) > 1]
    surnames = [parts for parts in commas if _is_surname(parts)]
    full = [parts for parts in commas if not _is_surname(parts)]
    is_surname_first = len(surnames) > len(full)
    given = {_first(parts[0]) for parts in parted if len(parts) == 1}
    if is_surname_first:
        given |= {_first(parts[1]) for parts in surnames}
    towns = {fold(parts[1]) for parts in full if _first(parts[1]) not in given}
    return Order(frozenset(given), frozenset(towns), is_surname_first)


def _parts(name: str) -> list[str]:
    return [part for part in map(tidy, name.split(",")) if not is_suffix(part)]


def _first(text: str) -> str:
    return next(iter(text.casefold().split()), "")


def _is_surname(parts: Sequence[str]) -> bool:
    """Whether what stands before the comma is a surname: one word, or all capitals."""
    words = [word for word in parts[0].split() if not is_suffix(word)]
    alone = [word for word in words if word.lower() not in PARTICLES]
    return len(alone) < 2 or (parts[0].isupper() and not parts[1].isupper())


def name_by(order: Order, name: str, told: Told) -> str:
    parts = _parts(name)
    if len(parts) < 2:
        return turned(name)
    first, second, *rest = parts
    suffixes = [part for part in map(tidy, name.split(",")) if is_suffix(part)]
    if _is_surname(parts):
        is_town = fold(second) in order.towns and not order.is_surname_first
        told.unsure |= not order.is_surname_first and not is_town
    else:
        is_given = _first(second) in order.given and _first(first) not in order.given
        is_town, told.unsure = not is_given, True
    told.left_out += [second, *rest] if is_town else rest
    return turned(", ".join([first, *([] if is_town else [second]), *suffixes]))
