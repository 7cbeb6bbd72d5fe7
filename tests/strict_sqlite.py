"""In tests SQLite refuses what PostgreSQL refuses, and reverses rows without an ``ORDER BY``.

``.ci/run`` sends every statement to PostgreSQL, but not every value in every test.
"""

import re
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from django.db import DataError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.postgresql.operations import DatabaseOperations
from django.db.backends.signals import connection_created
from django.db.models import CharField, Field, IntegerField

NUL = re.compile(r"\0|\\u0000")
RANGES = DatabaseOperations.integer_field_ranges


def be_strict() -> None:
    connection_created.connect(be_strict_on)
    refuse_values()


def be_strict_on(connection: BaseDatabaseWrapper, **_: Any) -> None:
    if connection.vendor == "sqlite":
        # A connection that is opened again keeps its wrappers, not its pragmas.
        if refuse_nul not in connection.execute_wrappers:
            connection.execute_wrappers.append(refuse_nul)
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA reverse_unordered_selects = ON")


def refuse_values() -> None:
    """Refuse texts longer than their column, and numbers that do not fit."""
    prepared = Field.get_db_prep_save

    def checked(field: Any, value: Any, connection: BaseDatabaseWrapper) -> Any:
        ready = prepared(field, value, connection)
        if connection.vendor != "sqlite":
            return ready
        if isinstance(ready, str) and isinstance(field, CharField):
            if len(ready) > (field.max_length or len(ready)):
                raise DataError(f"{field}: value too long ({len(ready)} characters)")
        elif isinstance(ready, int) and isinstance(field, IntegerField):
            least, most = RANGES.get(field.get_internal_type(), (ready, ready))
            if not least <= ready <= most:
                raise DataError(f"{field}: {ready} is out of range")
        return ready

    patch.object(Field, "get_db_prep_save", checked).start()


def refuse_nul(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    """Refuse NUL characters in texts and in JSON."""
    if any(type(each) is str and NUL.search(each) for each in params or ()):
        raise DataError("text with a NUL")
    return execute(sql, params, many, context)
