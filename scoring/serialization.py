"""Rules as plain dictionaries and back, because a site stores an organiser's rules as JSON.

A value becomes its fields and its ``kind``, the name it is stored under:

>>> from scoring.game_end import FixedRounds
>>> to_dict(FixedRounds(4))
{'kind': 'fixed-rounds', 'rounds': 4, 'when_level': {'kind': 'tie-stands'}}

Reading back is strict: an unknown key or a value that can't be played raises ``RuleError``.
"""

from collections.abc import Callable, Iterable
from dataclasses import MISSING, Field, fields
from enum import Enum
from fractions import Fraction
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from scoring.errors import RuleError
from scoring.sides import BySeat
from scoring.text import Text

C = TypeVar("C", bound=type)

_kinds: dict[type, dict[str, type]] = {}
_names: dict[type, str] = {}


def stored_as(name: str, family: type) -> Callable[[C], C]:
    """Register a dataclass under ``name``, as one of the values of ``family``."""

    def register(cls: C) -> C:
        _kinds.setdefault(family, {})[name] = cls
        _names[cls] = name
        return cls

    return register


def to_dict(value: Any) -> dict[str, Any]:
    """Return a rule, or a part of one, as JSON-able data."""
    return {"kind": _names[type(value)]} | {
        field.name: _to_plain(getattr(value, field.name)) for field in fields(value)
    }


def from_dict(family: type, data: object) -> Any:
    """Read a value of this family from its stored ``data``."""
    if not isinstance(data, dict):
        raise RuleError(f"expected a dictionary with a kind, not {data!r}")
    kinds = _kinds[family]
    kind = str(data.get("kind"))
    if kind not in kinds:
        raise RuleError(f"{kind!r} is not known here; known are {_join_names(kinds)}")
    return _build_value(kinds[kind], {key: value for key, value in data.items() if key != "kind"})


def _to_plain(value: Any) -> Any:
    if type(value) in _names:
        return to_dict(value)
    if isinstance(value, BySeat | tuple):
        return [_to_plain(item) for item in value]
    if isinstance(value, Fraction | Text):
        return str(value)
    return value.value if isinstance(value, Enum) else value


def _build_value(cls: type, data: dict[str, Any]) -> Any:
    hints = _type_hints(cls)
    known = {field.name: field for field in fields(cls)}
    if unknown := data.keys() - known.keys():
        raise RuleError(
            f"{_names[cls]} has no {_join_names(map(str, unknown))}; it has {_join_names(known)}"
        )
    if missing := {name for name in known.keys() - data.keys() if _is_required(known[name])}:
        raise RuleError(f"{_names[cls]} needs {_join_names(missing)}")
    return cls(
        **{name: _read_value(hints[name], value, where=name) for name, value in data.items()}
    )


def _is_required(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


@cache
def _type_hints(cls: type) -> dict[str, Any]:
    return get_type_hints(cls)


def _read_value(hint: Any, value: Any, *, where: str) -> Any:
    if hint in _kinds:
        return from_dict(hint, value)
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        (inner,) = (arg for arg in get_args(hint) if arg is not type(None))
        return None if value is None else _read_value(inner, value, where=where)
    if origin in (tuple, BySeat):
        return _read_many(origin, get_args(hint)[0], value, where=where)
    return _read_one(hint, value, where=where)


def _read_many(collection: Any, hint: Any, value: Any, *, where: str) -> Any:
    if not isinstance(value, list | tuple):
        raise RuleError(f"{where} is a list, not {value!r}")
    items = [_read_value(hint, item, where=where) for item in value]
    if collection is tuple:
        return tuple(items)
    try:
        return BySeat(*items)
    except ValueError as error:
        raise RuleError(f"{where}: {error}") from None


def _read_one(hint: Any, value: Any, *, where: str) -> Any:
    if issubclass(hint, Enum):
        choices = {str(member.value): member for member in hint}
        if str(value) not in choices:
            raise RuleError(f"{where} is one of {_join_names(choices)}, not {value!r}")
        return choices[str(value)]
    if hint is Fraction:
        return _read_fraction(value, where=where)
    if hint is Text:
        return Text(_read_one(str, value, where=where))
    if type(value) is not hint:
        raise RuleError(f"{where} is {_SPOKEN[hint]}, not {value!r}")
    return value


def _read_fraction(value: Any, *, where: str) -> Fraction:
    try:
        return Fraction(value if type(value) is int else str(value))
    except (ValueError, ZeroDivisionError):
        raise RuleError(f"{where} is a fraction or a decimal, not {value!r}") from None


_SPOKEN = {int: "a whole number", str: "a text", bool: "true or false"}


def _join_names(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))
