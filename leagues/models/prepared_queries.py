"""Queries and inserts whose SQL is compiled once, for what a hall of phones does all day.

Django compiles the SQL of a query each time, which costs five times what the database takes to
answer. This module uses private parts of Django (a compiler's ``klass_info`` and converters,
``get_related_populators``); ``tests/leagues/phones/test_prepared.py`` compares each prepared
query with Django's own, and fails if a new Django differs.
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

        def read(row: Sequence[Any]) -> M:
            found: M = shape["model"].from_db(HERE, fields, row[own])
            for each in related:
                each.populate(row, found)
            return found

        return read


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
    fields = [each for each in row._meta.local_concrete_fields if not each.primary_key]
    sql = _insert_sql(connection.vendor, type(row))
    with connection.cursor() as cursor:
        cursor.execute(sql, _column_values(connection, row, fields, adding=True))
        row.pk = cursor.fetchone()[0]
    row._state.adding, row._state.db = False, HERE


def insert_plain(
    model: type[models.Model], names: Sequence[str], rows: Sequence[Sequence[Any]]
) -> None:
    """Write many new rows of numbers, or of values from ``as_written``, without returning their
    keys.

    Creating an object for each row takes five times as long.
    """
    connection = connections[HERE]
    fields: list[Any] = [model._meta.get_field(name) for name in names]
    columns = ", ".join(map(_quote_column, fields))
    blanks = f"({', '.join(['%s'] * len(names))})"
    at_once = min(connection.ops.bulk_batch_size(fields, rows) or 1, MOST_VALUES // len(names))
    with connection.cursor() as cursor:
        for start in range(0, len(rows), at_once):
            now = rows[start : start + at_once]
            cursor.execute(
                f"INSERT INTO {_quote_name(model._meta.db_table)} ({columns}) "  # noqa: S608
                f"VALUES {', '.join([blanks] * len(now))}",
                list(chain.from_iterable(now)),
            )


def as_written(rows: Iterable[M]) -> Iterator[tuple[type[M], list[str], list[Any]]]:
    """Yield the columns and values of new rows of one model, in portions, for ``insert_plain``.

    Preparing them takes ten times as long as writing them, so it is done before a transaction.
    """
    connection, left = connections[HERE], iter(rows)
    while part := list(islice(left, PART)):
        model = type(part[0])
        fields = [f for f in model._meta.local_concrete_fields if not f.primary_key]
        values = [_column_values(connection, row, fields, adding=True) for row in part]
        yield model, [field.name for field in fields], values


def update_row(row: models.Model, names: Sequence[str]) -> None:
    """Write these fields of a row, as ``save(update_fields=names)`` would."""
    if isinstance(row, AppendOnly):
        raise Unchangeable("These rows are kept as they were written.")
    connection = connections[HERE]
    fields = [row._meta.get_field(name) for name in names]
    sql = _update_sql(connection.vendor, type(row), tuple(names))
    with connection.cursor() as cursor:
        cursor.execute(sql, [*_column_values(connection, row, fields), row.pk])


def _column_values(
    connection: BaseDatabaseWrapper,
    row: models.Model,
    fields: Iterable[Any],
    *,
    adding: bool = False,
) -> list[Any]:
    return [each.get_db_prep_save(each.pre_save(row, adding), connection) for each in fields]


@lru_cache
def _insert_sql(vendor: str, model: type[models.Model]) -> str:
    fields = [f for f in model._meta.local_concrete_fields if not f.primary_key]
    columns = ", ".join(_quote_column(each) for each in fields)
    blanks = ", ".join(["%s"] * len(fields))
    table, key = _quote_name(model._meta.db_table), _quote_column(model._meta.pk)
    # Names of tables and columns only, no user input.
    return f"INSERT INTO {table} ({columns}) VALUES ({blanks}) RETURNING {key}"  # noqa: S608


@lru_cache
def _update_sql(vendor: str, model: type[models.Model], names: tuple[str, ...]) -> str:
    columns = ", ".join(f"{_quote_column(model._meta.get_field(n))} = %s" for n in names)
    table, key = _quote_name(model._meta.db_table), _quote_column(model._meta.pk)
    return f"UPDATE {table} SET {columns} WHERE {key} = %s"  # noqa: S608


def _quote_column(field: Any) -> str:
    return _quote_name(field.column)


def _quote_name(name: str) -> str:
    return connections[HERE].ops.quote_name(name)
