"""A snapshot of the rows as one SQLite file, while people play."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from django.db import connection, connections, transaction
from django.db.migrations.recorder import MigrationRecorder

from leagues.backup.rows import applied_in, connect_to, copy_rows, models_of, sqlite_at

SESSIONS = "django_session"
"""Not copied, so that no session in a backup can be used to sign in."""
SOURCE, COPY = "snapshot_source", "snapshot_copy"
BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
TRIES = 20  # attempts, a quarter of a second apart


def take_snapshot(to: Path) -> None:
    if connection.vendor == "sqlite":
        copy_file(to)
    else:
        copy_database(to)


def copy_file(to: Path) -> None:
    """Copy the file by SQLite's online backup in one step, while writers go on."""
    tried = 0

    def give_up(status: int, remaining: int, total: int) -> None:
        """Stop after ``TRIES``, as it would try for ever."""
        nonlocal tried
        tried += status in BUSY
        if tried >= TRIES:
            raise sqlite3.OperationalError("database is locked")

    connection.ensure_connection()
    with closing(sqlite3.connect(to)) as copy:
        connection.connection.backup(copy, progress=give_up)
        if copy.execute(f"DELETE FROM {SESSIONS}").rowcount:  # noqa: S608
            copy.commit()
            copy.execute("VACUUM")  # remove all deleted data from the file
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a write-ahead log


def copy_database(to: Path) -> None:
    """Copy the rows, as one isolated transaction sees them, into tables of SQLite."""
    source, copy = snapshot_of_default(), connect_to(COPY, sqlite_at(to))
    try:
        with transaction.atomic(using=SOURCE):
            models = models_of(SOURCE)
            make_tables(models)
            MigrationRecorder(copy).ensure_schema()
            with transaction.atomic(using=COPY):
                for app, name in applied_in(SOURCE):
                    MigrationRecorder(copy).record_applied(app, name)
                kept = [each for each in models if each._meta.db_table != SESSIONS]
                copy_rows(kept, SOURCE, COPY)
    finally:
        source.close()
        copy.close()


def snapshot_of_default() -> Any:
    options: dict[str, Any] = {**connection.settings_dict}
    options["OPTIONS"] = {**options["OPTIONS"], "isolation_level": 3}  # REPEATABLE READ
    return connect_to(SOURCE, options)


def make_tables(models: list[Any]) -> None:
    """Create the tables as they are in the database, which may be behind this release."""
    with connections[COPY].schema_editor() as editor:
        for model in models:
            if not model._meta.auto_created:  # created with their many-to-many field
                editor.create_model(model)
