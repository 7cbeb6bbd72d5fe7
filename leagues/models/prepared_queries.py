"""Queries and inserts whose SQL is compiled once, for what a hall of phones does all day.

Django compiles the SQL of a query each time, which costs five times what the database takes to
answer. This module uses private parts of Django (a compiler's ``klass_info`` and converters,
``get_related_populators``, ``ModelState``); ``tests/leagues/phones/test_prepared.py`` compares
each prepared query with Django's own, and fails if a new Django differs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from itertools import chain, islice
from typing import Any, Generic, TypeAlias, TypeVar
from uuid import UUID

from django.db import DatabaseError, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.base import ModelState
from django.db.models.query import get_related_populators
from django.db.models.sql.compiler import SQLCompiler

from leagues.models.log import AppendOnly, Unchangeable

T = TypeVar("T")
M = TypeVar("M", bound=models.Model)
Wanted: TypeAlias = "int | str | UUID | datetime"
HERE = "default"
# Placeholder values by parameter type: what the SQL has where a value will be, and how a database
# names it.
BLANKS: dict[type, Callable[[int], Any]] = {
    int: lambda at: at - 2**60,
    str: lambda at: f"what is asked for {at}",
    UUID: lambda at: UUID(int=at + 1),
    datetime: lambda at: datetime(1, 1, 2 + at, tzinfo=UTC),
}
STORED: dict[type, models.Field[Any, Any]] = {
    UUID: models.UUIDField(),
    datetime: models.DateTimeField(),
}
PART = 2000  # rows
MOST_VALUES = 65_535  # values of one statement: the limit of PostgreSQL
# PostgreSQL plans for few rows until it has counted, minutes after many came at once.
COUNT_ROWS = "ANALYZE"


@dataclass(frozen=True)
class PreparedQuery(Generic[T]):
    """A query compiled for one connection, and the conversion of its rows."""

    sql: str
    values: tuple[Any, ...]
    blanks: list[Any]
    convert: Callable[[Iterable[Sequence[Any]]], Iterable[Sequence[Any]]]
    read: Callable[[Sequence[Any]], T]


class PreparedValues(Generic[T]):
    """A query for plain rows (``values_list``), with the types of its parameters."""

    def __init__(self, ask: Callable[..., models.QuerySet[Any, T]], *kinds: type):
        self.ask = ask
        self.blanks = [BLANKS[kind](at) for at, kind in enumerate(kinds)]

    def __call__(self, *wanted: Wanted) -> list[T]:
        return self.asked(*wanted)()

    def asked(self, *wanted: Wanted) -> Callable[[], list[T]]:
        """Send the query now; the returned callable reads the answer, see ``at_once``."""
        connection = connections[HERE]
        made = self._made_for(connection)
        parameters = dict(zip(made.blanks, _as_stored(connection, wanted), strict=True))
        cursor = connection.cursor()
        cursor.execute(made.sql, [parameters.get(each, each) for each in made.values])

        def answer() -> list[T]:
            with cursor:
                rows = cursor.fetchall()
            return [made.read(row) for row in made.convert(rows)]

        return answer

    def _made_for(self, connection: BaseDatabaseWrapper) -> PreparedQuery[T]:
        """Return the compiled query, stored with the connection so that it lives as long."""
        kept: dict[Any, PreparedQuery[T]] = vars(connection).setdefault("prepared", {})
        if self not in kept:
            compiler = self.ask(*self.blanks).query.get_compiler(using=HERE)
            sql, values = compiler.as_sql()
            converters = compiler.get_converters([each[0] for each in compiler.select])
            kept[self] = PreparedQuery(
                sql,
                values,
                _as_stored(connection, self.blanks),
                lambda rows: compiler.apply_converters(rows, converters),
                self._reader(compiler),
            )
        return kept[self]

    def _reader(self, compiler: SQLCompiler) -> Callable[[Sequence[Any]], Any]:
        return tuple


class Prepared(PreparedValues[M]):
    """A query for model objects. It may follow foreign keys, and prefetches nothing."""

    def _reader(self, compiler: SQLCompiler) -> Callable[[Sequence[Any]], M]:
        shape: Any = compiler.klass_info
        own = slice(shape["select_fields"][0], shape["select_fields"][-1] + 1)
        fields = [column[0].target.attname for column in compiler.select[own]]
        populators: Any = get_related_populators  # the stubs are for a later Django
        related = populators(shape, compiler.select, HERE)
        _read_related_plainly(related)
        model: SavedRow[M] = SavedRow(shape["model"])

        def read(row: Sequence[Any]) -> M:
            found = model.from_db(HERE, fields, row[own])
            for each in related:
                each.populate(row, found)
            return found

        return read


@dataclass(frozen=True)
class SavedRow(Generic[M]):
    """Makes the instances of saved rows as the model's ``from_db`` does, in a tenth of the time.

    It sends no signals and calls no ``__init__``: no model of the site has its own.
    """

    model: type[M]

    def from_db(self, using: str, names: Iterable[str], values: Iterable[Any]) -> M:
        row = self.model.__new__(self.model)
        state = ModelState()
        state.adding, state.db = False, using
        vars(row).update(zip(names, values, strict=True), _state=state)
        return row


def _read_related_plainly(populators: Iterable[Any]) -> None:
    for each in populators:
        each.model_cls = SavedRow(each.model_cls)
        _read_related_plainly(each.related_populators)


@contextmanager
def at_once() -> Iterator[None]:
    """Send all queries and inserts of the block to PostgreSQL in one pipeline: one round trip.

    Answers can be read after the block, and a savepoint in it has no effect. SQLite has no round
    trips to save.
    """
    connection = connections[HERE]
    connection.close_if_health_check_failed()
    connection.ensure_connection()
    if connection.vendor != "postgresql":
        yield
        return
    try:
        with connection.wrap_database_errors, connection.connection.pipeline():
            yield
    except DatabaseError:
        # After an error psycopg believes that later statements are prepared. A rollback clears
        # that; without a transaction to roll back, the connection is replaced.
        if not connection.in_atomic_block:
            connection.close()
        raise


def _as_stored(connection: BaseDatabaseWrapper, values: Iterable[Any]) -> list[Any]:
    """Convert keys and times for SQLite, which stores them as text."""
    return [
        STORED[type(each)].get_db_prep_value(each, connection) if type(each) in STORED else each
        for each in values
    ]


def insert_row(row: models.Model) -> None:
    """Write a new row, as ``save`` would."""
    connection = connections[HERE]
    fields = _fields_to_insert(type(row))
    sql = _insert_sql(connection.vendor, type(row))
    with connection.cursor() as cursor:
        cursor.execute(sql, _column_values(connection, row, fields, adding=True))
        row.pk = cursor.fetchone()[0]
    row._state.adding, row._state.db = False, HERE


def insert_plain(
    model: type[models.Model], names: Sequence[str], rows: Sequence[Sequence[Any]]
) -> list[int]:
    """Write many new rows of numbers, or of values from ``as_written`` or ``columns_of``. Return
    their keys, in order.

    Creating an object for each row takes five times as long.
    """
    connection = connections[HERE]
    fields: list[Any] = [model._meta.get_field(name) for name in names]
    columns = ", ".join(map(_quote_column, fields))
    blanks = f"({', '.join(['%s'] * len(names))})"
    table, key = _quote_name(model._meta.db_table), _quote_column(model._meta.pk)
    at_once = min(connection.ops.bulk_batch_size(fields, rows) or 1, MOST_VALUES // len(names))
    keys = list[int]()
    with connection.cursor() as cursor:
        for start in range(0, len(rows), at_once):
            now = rows[start : start + at_once]
            cursor.execute(
                f"INSERT INTO {table} ({columns}) "  # noqa: S608
                f"VALUES {', '.join([blanks] * len(now))} RETURNING {key}",
                list(chain.from_iterable(now)),
            )
            keys += [key for (key,) in cursor.fetchall()]
    return keys


def as_written(rows: Iterable[M]) -> Iterator[tuple[type[M], list[str], list[Any]]]:
    """Yield the columns and values of new rows of one model, in portions, for ``insert_plain``.

    Preparing them takes ten times as long as writing them, so it is done before a transaction.
    """
    connection, left = connections[HERE], iter(rows)
    while part := list(islice(left, PART)):
        model = type(part[0])
        fields = _fields_to_insert(model)
        values = [_column_values(connection, row, fields, adding=True) for row in part]
        yield model, [field.name for field in fields], values


def columns_of(row: models.Model) -> dict[str, Any]:
    """Return the values of a new row by field: a pattern for many rows of ``insert_plain``."""
    fields = _fields_to_insert(type(row))
    values = _column_values(connections[HERE], row, fields, adding=True)
    return dict(zip([field.name for field in fields], values, strict=True))


def to_column(model: type[models.Model], name: str, value: Any) -> Any:
    """Convert the value of one field, such as JSON, for ``insert_plain``."""
    field: Any = model._meta.get_field(name)
    return field.get_db_prep_save(value, connections[HERE])


def update_rows(rows: Sequence[models.Model], names: Sequence[str]) -> None:
    """Write these fields of rows of one model, as ``save(update_fields=names)`` would of each."""
    if not rows:
        return
    model = type(rows[0])
    if issubclass(model, AppendOnly):
        raise Unchangeable("These rows are kept as they were written.")
    connection = connections[HERE]
    fields = [model._meta.get_field(name) for name in names]
    sql = _update_sql(connection.vendor, model, tuple(names))
    values = [[*_column_values(connection, row, fields), row.pk] for row in rows]
    with connection.cursor() as cursor:
        cursor.executemany(sql, values)


def exchange_rows(model: type[M], new: Sequence[M], old: Iterable[Any]) -> None:
    """Delete rows by key, and write new ones that have keys."""
    connection, fields = connections[HERE], model._meta.local_concrete_fields
    delete, insert = _exchange_sql(connection.vendor, model)
    keys = [[model._meta.pk.get_db_prep_value(each, connection)] for each in old]
    values = [_column_values(connection, row, fields, adding=True) for row in new]
    with connection.cursor() as cursor:
        for sql, rows in ((delete, keys), (insert, values)):
            if rows:
                cursor.executemany(sql, rows)


def _column_values(
    connection: BaseDatabaseWrapper,
    row: models.Model,
    fields: Iterable[Any],
    *,
    adding: bool = False,
) -> list[Any]:
    return [each.get_db_prep_save(each.pre_save(row, adding), connection) for each in fields]


def _fields_to_insert(model: type[models.Model]) -> list[Any]:
    return [each for each in model._meta.local_concrete_fields if not each.primary_key]


@lru_cache
def _insert_sql(vendor: str, model: type[models.Model]) -> str:
    fields = _fields_to_insert(model)
    columns = ", ".join(_quote_column(each) for each in fields)
    blanks = ", ".join(["%s"] * len(fields))
    table, key = _quote_name(model._meta.db_table), _quote_column(model._meta.pk)
    # Names of tables and columns only, no user input.
    return f"INSERT INTO {table} ({columns}) VALUES ({blanks}) RETURNING {key}"  # noqa: S608


@lru_cache
def _exchange_sql(vendor: str, model: type[models.Model]) -> tuple[str, str]:
    fields = model._meta.local_concrete_fields
    columns, blanks = ", ".join(map(_quote_column, fields)), ", ".join(["%s"] * len(fields))
    table, key = _quote_name(model._meta.db_table), _quote_column(model._meta.pk)
    insert = f"INSERT INTO {table} ({columns}) VALUES ({blanks})"  # noqa: S608
    return f"DELETE FROM {table} WHERE {key} = %s", insert  # noqa: S608


@lru_cache
def _update_sql(vendor: str, model: type[models.Model], names: tuple[str, ...]) -> str:
    columns = ", ".join(f"{_quote_column(model._meta.get_field(n))} = %s" for n in names)
    table, key = _quote_name(model._meta.db_table), _quote_column(model._meta.pk)
    return f"UPDATE {table} SET {columns} WHERE {key} = %s"  # noqa: S608


def _quote_column(field: Any) -> str:
    return _quote_name(field.column)


def _quote_name(name: str) -> str:
    return connections[HERE].ops.quote_name(name)
