"""The tables of a site are those of the models.

Most tests make theirs from the models, in a second instead of eight. A served site has come
through every migration.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler
from pytest_django import DjangoDbBlocker

pytestmark = pytest.mark.long

MIGRATIONS = "django_migrations"


@contextmanager
def open_database(path: Path) -> Iterator[BaseDatabaseWrapper]:
    one = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(path)}
    with closing(ConnectionHandler({"default": one})["default"]) as connection:
        yield connection


def make_tables(connection: BaseDatabaseWrapper) -> None:
    with connection.constraint_checks_disabled(), connection.schema_editor() as editor:
        for model in apps.get_models():
            if model._meta.managed and not model._meta.proxy:
                editor.create_model(model)


def statements_of(connection: BaseDatabaseWrapper) -> dict[str, list[str]]:
    """The SQL statements that create each table and its indexes."""
    made: dict[str, list[str]] = {}
    with connection.cursor() as cursor:
        cursor.execute("SELECT tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        for table, statement in cursor.fetchall():
            if table != MIGRATIONS and not table.startswith("sqlite_"):
                made.setdefault(table, []).append(statement)
    return {table: sorted(statements) for table, statements in made.items()}


def schema_of(connection: BaseDatabaseWrapper, table: str) -> Any:
    """Columns, indexes, keys and constraints of a table, sorted."""
    with connection.cursor() as cursor:
        return (
            sorted(connection.introspection.get_table_description(cursor, table)),
            sorted(map(describe_part, constraints_of(connection, cursor, table))),
        )


def constraints_of(connection: BaseDatabaseWrapper, cursor: Any, table: str) -> Any:
    return connection.introspection.get_constraints(cursor, table).items()


def describe_part(item: tuple[str, dict[str, Any]]) -> str:
    """A constraint with its name, which is left out where SQLite makes it up."""
    name, facts = item
    made_up = name.startswith("__") or facts["primary_key"] or facts["foreign_key"]
    return f"{'' if made_up else name} {sorted(facts.items())}"


def test_migrations_make_the_tables_of_the_models(
    bare: Path, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    with (
        django_db_blocker.unblock(),
        open_database(tmp_path / "made.sqlite3") as made,
        open_database(bare / "twenties.sqlite3") as served,
    ):
        make_tables(made)
        from_models, by_migrations = statements_of(made), statements_of(served)
        assert by_migrations.keys() == from_models.keys()
        for table, statements in from_models.items():
            # To read what a statement says takes long, and one statement says one thing.
            if by_migrations[table] != statements:
                assert schema_of(served, table) == schema_of(made, table), table
