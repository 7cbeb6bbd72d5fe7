"""Save rows before and after an act, so that undo can restore them."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, TypeAlias

from django.apps import apps
from django.db.models import F, Field, ManyToOneRel, Model, QuerySet

Columns: TypeAlias = dict[str, Any]
Rows: TypeAlias = dict[tuple[str, int], Columns]

Change: TypeAlias = tuple[str, list[int], Columns | None, Columns | None]
"""A model, the keys of its rows, and their changed columns before and after, as JSON has them.

New rows have None as before, deleted rows None as after.
"""

ASIDE = 1000
"""Added to a row's number for a moment while two rows swap theirs."""
UNIQUE: dict[str, Columns] = {
    "stage": {"number": F("number") + ASIDE},
    "entry": {"seed": None},
    "poolentry": {"seed": F("seed") + ASIDE},
    "dateoffer": {"state": "replaced"},
}
"""Columns that two rows may exchange, with the values that free them meanwhile."""
EVER_NEW = frozenset({"revision", "texts_revision", "settled_at", "venue"})
"""Columns that undo never restores.

Revisions only rise, a match is settled only once, and a venue, which may be a private
address, isn't written to the log.
"""


class RowsBefore:
    """The rows before an act changes them, each after the rows it refers to."""

    def __init__(self, sets: Iterable[QuerySet[Any]], *, are_new: bool = False) -> None:
        self._sets = list(sets)
        self._before = {} if are_new else _read_rows(self._sets)

    def changes(self) -> list[Change]:
        """The changes of these rows, and of new rows in the same query sets."""
        now = _read_rows(self._sets)
        now |= _read_rows(self._moved_out(self._before.keys() - now.keys()))
        changes: dict[str, Change] = {}
        new = [row for row in now if row not in self._before]
        for row in [*self._before, *new]:
            model, pk = row
            columns = _find_difference(self._before.get(row), now.get(row))
            if columns != ({}, {}):  # rows with the same changes share one entry
                alike = json.dumps([model, columns])
                changes.setdefault(alike, (model, [], *columns))[1].append(pk)
        return list(changes.values())

    def _moved_out(self, gone: Collection[tuple[str, int]]) -> Iterator[QuerySet[Any]]:
        """Rows that no longer match the query set in which they were before."""
        for name in {model for model, _pk in gone}:
            keys = [pk for model, pk in gone if model == name]
            yield _rows_of(name, keys)


def _read_rows(sets: Iterable[QuerySet[Any]]) -> Rows:
    return {
        (str(each.model._meta.model_name), row[each.model._meta.pk.attname]): _as_json(row)
        for each in sets
        for row in each.values()
    }


def _as_json(row: Columns) -> Columns:
    plain = json.loads(json.dumps(row, default=str))
    return {name: value for name, value in plain.items() if name not in EVER_NEW}


def _find_difference(
    was: Columns | None, now: Columns | None
) -> tuple[Columns | None, Columns | None]:
    if was is None or now is None:
        return was, now
    changed = [name for name, value in was.items() if now[name] != value]
    return {name: was[name] for name in changed}, {name: now[name] for name in changed}


def are_as_left(changes: Collection[Change]) -> bool:
    """Whether all rows still have the values that the act gave them."""
    there = _read_rows(_rows_of(model, of) for model, of in _keys_by_model(changes).items())
    return all(_is_as(now, there.get((model, pk))) for model, of, _was, now in changes for pk in of)


def _is_as(left: Columns | None, row: Columns | None) -> bool:
    if left is None or row is None:
        return left is row
    return all(row[name] == value for name, value in left.items())


def lack_what_they_refer_to(changes: Collection[Change]) -> bool:
    """Whether a restored row would refer to a row that no longer exists."""
    coming_back = _keys_by_model(each for each in changes if each[3] is None)
    wanted: dict[type[Model], set[int]] = {}
    for name, _pks, was, _now in changes:
        fields = _fields_of(_find_model(name))
        for column, key in (was or {}).items():
            if key is not None and fields[column].is_relation:
                wanted.setdefault(_referred_model(fields[column]), set()).add(key)
    return any(
        model._base_manager.filter(pk__in=missing).count() < len(missing)
        for model, keys in wanted.items()
        if (missing := keys - set(coming_back.get(str(model._meta.model_name), ())))
    )


def are_needed(changes: Collection[Change]) -> bool:
    """Whether other rows refer to rows that undo would delete."""
    going = _keys_by_model(each for each in changes if each[2] is None)
    known = _keys_by_model(changes)
    return any(
        field.model._base_manager.filter(**{f"{field.name}__in": keys})
        .exclude(pk__in=known.get(str(field.model._meta.model_name), ()))
        .exists()
        for name, keys in going.items()
        for field in references_to(_find_model(name))
    )


def _keys_by_model(changes: Iterable[Change]) -> dict[str, list[int]]:
    keys: dict[str, list[int]] = {}
    for model, of, *_columns in changes:
        keys.setdefault(model, []).extend(of)
    return keys


def _referred_model(field: Field[Any, Any]) -> type[Model]:
    model = field.related_model
    assert isinstance(model, type)
    return model


def references_to(model: type[Model]) -> Iterator[Any]:
    for relation in model._meta.get_fields(include_hidden=True):
        if isinstance(relation, ManyToOneRel):
            yield relation.field


def put_rows_back(changes: Sequence[Change]) -> None:
    """Restore rows to their values before an act.

    New rows are deleted after the rows that refer to them. Deleted rows are created last,
    because the database checks references only at the end.
    """
    here = [each for each in changes if each[3] is not None]
    exchanged = [
        each for each in here if UNIQUE.get(each[0], {}).keys() & (each[2] or each[3] or {}).keys()
    ]
    for model, keys in _keys_by_model(exchanged).items():
        _rows_of(model, keys).update(**UNIQUE[model])
    _update_rows([each for each in here if each[2]])
    for model, keys, was, _now in reversed(here):
        if was is None:
            _rows_of(model, keys).delete()
    for model, of in groupby((each for each in changes if each[3] is None), _model_name):
        lost = [
            _find_model(model)(**_from_json(_find_model(model), was or {}))
            for _m, _k, was, _n in of
        ]
        _find_model(model)._base_manager.bulk_create(lost)


def _model_name(change: Change) -> str:
    return change[0]


def _update_rows(changes: Iterable[Change]) -> None:
    """Restore changed columns, with one query for all rows that changed the same columns."""
    rows: dict[tuple[str, tuple[str, ...]], list[Model]] = {}
    for name, keys, was, _now in changes:
        model, columns = _find_model(name), was or {}
        rows.setdefault((name, tuple(columns)), []).extend(
            model(pk=pk, **_from_json(model, columns)) for pk in keys
        )
    for (name, names), of in rows.items():
        fields = [_fields_of(_find_model(name))[column].name for column in names]
        _find_model(name)._base_manager.bulk_update(of, fields)


def _rows_of(model: str, keys: Collection[int]) -> QuerySet[Any]:
    return _find_model(model)._base_manager.filter(pk__in=keys)


def invert_changes(changes: Iterable[Change]) -> list[Change]:
    """The changes with before and after swapped, as the undo makes them."""
    return [(model, keys, now, was) for model, keys, was, now in changes]


def _find_model(name: str) -> type[Model]:
    return apps.get_model("leagues", name)


def _fields_of(model: type[Model]) -> dict[str, Field[Any, Any]]:
    return {field.attname: field for field in model._meta.concrete_fields}


def _from_json(model: type[Model], plain: Columns) -> Columns:
    """Columns as model fields take them, from their JSON values."""
    fields = _fields_of(model)
    return {name: fields[name].to_python(value) for name, value in plain.items()}
