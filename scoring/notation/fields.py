"""Readers for JSON from other programs; each wrong field is reported in a sentence with its place.

>>> game = Fields({"scores": [20]}, "match 3, game 2")
>>> game.take("scores", for_both_sides(read_whole, "two numbers"))
Traceback (most recent call last):
scoring.notation.record.NotationError: match 3, game 2: scores must be two numbers
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeVar

from scoring.notation.record import Extra, NotationError
from scoring.results import Number
from scoring.sides import BySeat

T = TypeVar("T")
Reader = Callable[[object], T]

CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
NUMBER = re.compile(r"-?[0-9]{1,20}([./][0-9]{1,20})?")


class Wrong(ValueError):
    """An invalid value; the message is what it must be, and the caller adds where it is."""


class Fields:
    """The fields of one JSON object, taken one by one; those not taken are kept as ``extra``."""

    def __init__(self, value: object, where: str) -> None:
        if not isinstance(value, dict):
            raise NotationError(f"{where} must be an object")
        self.where = where
        self._left = dict(value)

    def take(self, name: str, read: Reader[T]) -> T:
        """Take a field that must be present; null is passed to the reader like any other value."""
        if name not in self._left:
            raise NotationError(f"{self.where}: {name} is missing")
        try:
            return read(self._left.pop(name))
        except Wrong as wrong:
            raise NotationError(f"{self.where}: {name} {wrong}") from None

    def maybe(self, name: str, read: Reader[T]) -> T | None:
        """Take a field that may be missing or null."""
        if self._left.get(name) is None:
            self._left.pop(name, None)
            return None
        return self.take(name, read)

    def inside(self, name: str) -> Fields | None:
        """Take an object inside this one, if it is there."""
        where = f"{self.where}: {name}"
        return self.maybe(name, lambda value: Fields(value, where))

    @property
    def left(self) -> Extra:
        return dict(self._left)


def read_text(value: object) -> str:
    if not isinstance(value, str):
        raise Wrong("must be text")
    return value


def read_name(value: object) -> str:
    """Read a name: never empty, on one line, without surrounding spaces."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise Wrong("must be a name")
    printable = CONTROL.sub(" ", str(value)).strip()
    if not printable:
        raise Wrong("must be a name")
    return printable


def an_object(value: object) -> Extra:
    if not isinstance(value, dict):
        raise Wrong("must be an object")
    return value


def a_list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise Wrong("must be a list")
    return value


def read_number(value: object) -> Number:
    """Read an exact number: 5, 5.5, "5.5" or "170/3"."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise Wrong("must be a number")
    if isinstance(value, str) and not NUMBER.fullmatch(value.strip()):
        raise Wrong("must be a number")
    try:
        exact = Fraction(value if isinstance(value, int) else str(value))
    except (ValueError, ZeroDivisionError):
        raise Wrong("must be a number") from None
    return exact.numerator if exact.denominator == 1 else exact


def read_whole(value: object) -> int:
    found = read_number(value)
    if not isinstance(found, int):
        raise Wrong("must be a whole number")
    return found


def or_nothing(read: Reader[T]) -> Reader[T | None]:
    """Return a reader that also accepts null, as None: nothing was written down."""
    return lambda value: None if value is None else read(value)


def for_both_sides(read: Reader[T], what: str) -> Reader[BySeat[T]]:
    """Return a reader for a list with one value for each of the two sides."""

    def both(value: object) -> BySeat[T]:
        try:
            a, b = a_list(value)
            return BySeat(read(a), read(b))
        except ValueError:  # ``Wrong`` is one, and so is the wrong number of values
            raise Wrong(f"must be {what}") from None

    return both


def to_json_number(value: Number | None) -> int | str | None:
    """Return a number for JSON: whole ones as they are, others as an exact string such as
    "170/3".
    """
    if value is None:
        return None
    return int(value) if value.denominator == 1 else str(value)


def json_of(source: str) -> Any:
    """Parse JSON strictly, without the extensions that ``json`` accepts."""
    try:
        data = json.loads(source, parse_constant=_refuse_constant)
        if "\\ud" in source.lower():  # half a character could never be shown or written
            json.dumps(data, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise NotationError(f"this is not JSON: {_reason_of(error)}") from None
    return data


def _refuse_constant(constant: str) -> object:
    raise ValueError(f"{constant} is not a number")


def _reason_of(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg[0].lower()}{error.msg[1:]} in line {error.lineno}"
    if isinstance(error, UnicodeEncodeError):
        return "it holds half a character"
    return "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
