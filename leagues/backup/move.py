"""Move a site from SQLite to PostgreSQL: every row, compared, or nothing."""

import os
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import dj_database_url
from django.conf import settings
from django.db import Error, connection, connections, transaction
from django.utils.translation import gettext as _

from leagues.backup.make import clear_away, one_at_a_time
from leagues.backup.placing import DATABASE
from leagues.backup.problem import BackupProblem
from leagues.backup.rows import (
    applied_in,
    connect_to,
    copy_rows,
    models_of,
    sqlite_at,
    tables_with_rows,
)

UNFINISHED = ".moving-"
SOURCE, TARGET = "moved_from", "moved_to"


def move_to(url: str) -> dict[str, int]:
    """Copy all rows and return how many each table has in both databases.

    The file is not changed.
    """
    if connection.vendor != "sqlite":
        raise BackupProblem(_("This site already uses PostgreSQL."))
    path = Path(str(connection.settings_dict["NAME"]))
    if not path.exists():
        raise BackupProblem(_("There’s no database at %(file)s.") % {"file": path})
    open_target(url)
    clear_away(path.parent, UNFINISHED)
    with (
        one_at_a_time(),
        TemporaryDirectory(prefix=UNFINISHED, dir=path.parent) as folder,
        stopped_site(path) as rows,
    ):
        copy = Path(folder, DATABASE)
        with closing(sqlite3.connect(copy)) as to:
            rows.backup(to)
            to.execute("PRAGMA journal_mode=DELETE")
        connect_to(SOURCE, sqlite_at(copy))
        try:
            return copy_all(url)
        finally:
            connections[SOURCE].close()
            connections[TARGET].close()


@contextmanager
def stopped_site(path: Path) -> Iterator[sqlite3.Connection]:
    """Lock the file: rows that a running site saved meanwhile would not be copied."""
    connection.close()
    with closing(sqlite3.connect(path, timeout=1, isolation_level=None)) as rows:
        try:
            rows.execute("PRAGMA locking_mode=EXCLUSIVE")
            rows.execute("BEGIN EXCLUSIVE")
            rows.execute("COMMIT")  # the lock is held until this connection is closed
        except sqlite3.OperationalError as held:
            raise BackupProblem(
                _("The site is running on %(file)s. Stop it first.") % {"file": path}
            ) from held
        yield rows


def open_target(url: str) -> None:
    """Open the target database, which must be empty."""
    try:
        options = dj_database_url.parse(url)
    except ValueError as problem:
        raise no_address(url) from problem
    if not options["ENGINE"].endswith("postgresql"):
        raise no_address(url)
    options["OPTIONS"] = {"connect_timeout": 5, **options.get("OPTIONS", {})}
    connect_to(TARGET, dict(options))
    try:
        full = tables_with_rows(TARGET)
    except Error as problem:
        raise BackupProblem(
            _("The new database doesn’t answer: %(why)s") % {"why": str(problem).strip()}
        ) from problem
    if full:
        raise BackupProblem(
            _(
                "The new database isn’t empty. It has rows in %(table)s. Create another one (createdb)."
            )
            % {"table": full[0]}
        )


def no_address(url: str) -> BackupProblem:
    return BackupProblem(
        _("%(url)s isn’t a PostgreSQL address. Use postgres://user:password@host/name.")
        % {"url": url}
    )


def copy_all(url: str) -> dict[str, int]:
    make_tables_at(url)
    if applied_in(SOURCE) != applied_in(TARGET):
        raise BackupProblem(
            _("The database belongs to another release. Start the site once, then move it.")
        )
    with transaction.atomic(using=TARGET):
        return copy_rows(models_of(TARGET), SOURCE, TARGET)


def make_tables_at(url: str) -> None:
    """Create the tables of ``url``, in a separate process because migrations need it as default."""
    run = subprocess.run(  # noqa: S603
        [*settings.SITE_COMMAND, "migrate", "-v0", "--skip-checks"],
        env={**os.environ, "DATABASE_URL": url},
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        raise BackupProblem(
            _("The tables couldn’t be created there:\n%(why)s") % {"why": run.stderr}
        )
