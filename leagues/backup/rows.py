"""Copy all rows of one database into another, table by table, and compare them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from typing import Any

from django.core.management.color import no_style
from django.db import DataError, IntegrityError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Field, JSONField, Model
from django.db.utils import load_backend
from django.utils.translation import gettext as _

from leagues.backup.earlier import known_migrations
from leagues.backup.problem import BackupProblem
from leagues.models.prepared_queries import COUNT_ROWS

AT_ONCE = 2_000  # rows in memory
FILLED_WHEN_NEW = {
    "django_migrations",
    "django_content_type",
    "auth_permission",
    "django_session",
    "leagues_periodicjob",
}
"""Tables that have rows even in a site without a club."""


@dataclass(frozen=True)
class TableSum:
    """The number and hash of a table's rows, independent of the database and their order."""

    rows: int
    digest: int


def connect_to(alias: str, options: dict[str, Any]) -> BaseDatabaseWrapper:
    """Open a separate connection, under an alias of this thread only."""
    known: Any = connections
    options = known.configure_settings({"default": {}, alias: options})[alias]
    found: BaseDatabaseWrapper = load_backend(options["ENGINE"]).DatabaseWrapper(options, alias)
    known[alias] = found
    return found


def sqlite_at(path: object) -> dict[str, Any]:
    return {"ENGINE": "django.db.backends.sqlite3", "NAME": str(path)}


def models_of(alias: str) -> list[type[Model]]:
    """Return the models as of the migrations that were applied to the database."""
    loader = MigrationLoader(connections[alias])
    applied = [each for each in loader.applied_migrations if each in loader.graph.nodes]
    found = loader.project_state(applied).apps.get_models(include_auto_created=True)
    return [model for model in found if model._meta.managed and not model._meta.proxy]


def applied_in(alias: str) -> list[tuple[str, str]]:
    """Return the applied migrations that this release knows."""
    applied = MigrationRecorder(connections[alias]).applied_migrations()
    return sorted(applied.keys() & known_migrations())


def columns_of(model: type[Model]) -> list[Field[Any, Any]]:
    return [each for each in model._meta.local_concrete_fields if not each.generated]


def read_rows(model: type[Model], alias: str) -> Iterator[tuple[Any, ...]]:
    names = [field.attname for field in columns_of(model)]
    rows = model._base_manager.using(alias).order_by("pk").values_list(*names)
    return rows.iterator(chunk_size=AT_ONCE)


def sum_rows(model: type[Model], alias: str) -> TableSum:
    count, total = 0, 0
    for row in read_rows(model, alias):
        text = json.dumps(row, sort_keys=True, default=as_text).encode()
        total += int.from_bytes(sha256(text).digest())
        count += 1
    return TableSum(count, total % 2**256)


def as_text(value: object) -> str:
    return bytes(value).hex() if isinstance(value, bytes | memoryview) else str(value)


def tables_with_rows(alias: str) -> list[str]:
    """Return tables with rows, except those that have rows without a club."""
    connection = connections[alias]
    with connection.cursor() as cursor:
        names: list[str] = connection.introspection.table_names(cursor)
        return [
            name
            for name in names
            if name not in FILLED_WHEN_NEW and has_rows(cursor, connection, name)
        ]


def has_rows(cursor: Any, connection: BaseDatabaseWrapper, table: str) -> bool:
    name = connection.ops.quote_name(table)
    cursor.execute(f"SELECT EXISTS (SELECT 1 FROM {name})")  # noqa: S608
    return bool(cursor.fetchone()[0])


def copy_rows(models: Sequence[type[Model]], source: str, target: str) -> dict[str, int]:
    """Replace the rows of these tables in the target, and return the number of rows by table.

    The caller opens a transaction: foreign keys are checked when it ends.
    """
    connection = connections[target]
    with connection.cursor() as cursor:
        for model in models:
            cursor.execute(f"DELETE FROM {quote_table(connection, model)}")  # noqa: S608
        for model in models:
            copy_table(cursor, connection, model, source)
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)
        if connection.vendor == "postgresql":
            cursor.execute(COUNT_ROWS)
    return compare_rows(models, source, target)


def copy_table(
    cursor: Any, connection: BaseDatabaseWrapper, model: type[Model], source: str
) -> None:
    fields = columns_of(model)
    names = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    gaps = ", ".join(["%s"] * len(fields))
    sql = f"INSERT INTO {quote_table(connection, model)} ({names}) VALUES ({gaps})"  # noqa: S608
    rows = read_rows(model, source)
    while some := list(islice(rows, AT_ONCE)):
        values = [
            [
                prepare_value(field, value, connection)
                for field, value in zip(fields, row, strict=True)
            ]
            for row in some
        ]
        try:
            cursor.executemany(sql, values)
        except (DataError, IntegrityError, ValueError) as refused:
            raise BackupProblem(
                _("A row of %(table)s doesn’t fit into the new database: %(why)s")
                % {"table": model._meta.db_table, "why": str(refused).strip()}
            ) from refused


def prepare_value(field: Field[Any, Any], value: Any, connection: Any) -> Any:
    """Convert a value to its stored form. JSON's null is not a NULL column."""
    if value is None and isinstance(field, JSONField) and not field.null:
        return connection.ops.adapt_json_value(None, field.encoder)
    return field.get_db_prep_save(value, connection=connection)


def quote_table(connection: BaseDatabaseWrapper, model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def compare_rows(models: Sequence[type[Model]], source: str, target: str) -> dict[str, int]:
    """Return the number of rows of each table; raise ``BackupProblem`` if the databases differ."""
    counted = {}
    for model in models:
        here, there = sum_rows(model, source), sum_rows(model, target)
        if here != there:
            raise BackupProblem(
                _(
                    "%(table)s differs between the two databases (%(here)s and %(there)s rows). Nothing was saved."
                )
                % {"table": model._meta.db_table, "here": here.rows, "there": there.rows}
            )
        counted[model._meta.db_table] = here.rows
    return counted
