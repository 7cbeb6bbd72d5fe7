"""Restore a backup into an empty place: all of it, or nothing."""

import os
import sqlite3
import subprocess
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connection, transaction
from django.utils.translation import gettext as _

from leagues.backup.archive import Manifest, sum_of, sync_file, unpack_archive
from leagues.backup.copies import open_copy
from leagues.backup.earlier import known_migrations, refuse_too_old
from leagues.backup.make import KEYS, clear_away, is_of_a_database, no_room, one_at_a_time
from leagues.backup.make import other_files as files_of
from leagues.backup.placing import DATABASE, RESTORED, finish_restore, sync_folder
from leagues.backup.problem import BackupProblem
from leagues.backup.rows import connect_to, copy_rows, models_of, sqlite_at, tables_with_rows

UNFINISHED = ".restoring-"
UNPACKED = "unpacked_backup"


@dataclass(frozen=True)
class RestoredClub:
    manifest: Manifest
    is_migrated: bool
    """True if the backup is of an earlier release, and its rows were migrated to this one."""


def restore_backup(file: Path) -> RestoredClub:
    """Restore a backup, or the newest one of a folder."""
    data_dir = Path(settings.DATA_DIR)
    with one_at_a_time():
        refuse_full_database(data_dir)
        clear_away(data_dir, UNFINISHED)
        with TemporaryDirectory(prefix=UNFINISHED, dir=data_dir) as folder:
            unpacked = Path(folder, "unpacked")
            unpacked.mkdir(mode=0o700)
            try:
                manifest = unpack_archive(open_copy(file, Path(folder)), unpacked)
            except OSError as problem:
                raise no_room() from problem
            refuse_newer(manifest)
            refuse_too_old(applied_to(manifest))
            refuse_full_folder(data_dir, manifest)
            is_migrated = missing_from(manifest)
            if is_migrated:
                migrate_rows(unpacked)
            silence_rows(unpacked)
            put_in_place(unpacked, data_dir)
    return RestoredClub(manifest, is_migrated)


def put_in_place(unpacked: Path, data_dir: Path) -> None:
    """Put the files in place.

    With SQLite one rename decides, with PostgreSQL one commit after them.
    """
    if connection.vendor == "sqlite":
        place_files(unpacked, data_dir)
        return
    call_command("migrate", interactive=False, verbosity=0)
    copy = connect_to(UNPACKED, sqlite_at(unpacked / DATABASE))
    try:
        with transaction.atomic():
            copy_rows(models_of(DEFAULT_DB_ALIAS), UNPACKED, DEFAULT_DB_ALIAS)
            connection.check_constraints()
            copy.close()
            (unpacked / DATABASE).unlink()
            place_files(unpacked, data_dir)
    finally:
        copy.close()


def place_files(unpacked: Path, data_dir: Path) -> None:
    for each in unpacked.rglob("*"):
        sync_folder(each) if each.is_dir() else sync_file(each)
    sync_folder(unpacked)
    unpacked.rename(data_dir / RESTORED)
    sync_folder(data_dir)
    finish_restore(data_dir)


# --- What is refused ------------------------------------------------------------------


def refuse_full_database(data_dir: Path) -> None:
    if connection.vendor == "postgresql":
        if full := tables_with_rows(DEFAULT_DB_ALIAS):
            raise BackupProblem(
                _(
                    "The database in DATABASE_URL isn’t empty. It has rows in %(table)s. Restore into a new one (createdb)."
                )
                % {"table": full[0]}
            )
        return
    path = Path(str(connection.settings_dict["NAME"]))
    if path != data_dir / DATABASE:
        raise BackupProblem(
            _(
                "DATABASE_URL points to %(file)s, but a backup is restored to %(database)s. Run the command without DATABASE_URL."
            )
            % {"file": path, "database": data_dir / DATABASE}
        )
    if path.exists():
        raise full_folder(data_dir, DATABASE)


def refuse_full_folder(data_dir: Path, manifest: Manifest) -> None:
    """Refuse a folder with files, except keys (every start makes them) and files equal to the
    backup's.
    """
    for name, file in files_of(data_dir).items():
        if name not in KEYS.values() and sum_of(file) != manifest.files.get(name):
            raise full_folder(data_dir, name)


def full_folder(data_dir: Path, name: str) -> BackupProblem:
    return BackupProblem(
        _(
            "%(folder)s isn’t empty. It contains %(name)s. Restore into an empty folder: DATA_DIR=/path/to/an/empty/one"
        )
        % {"folder": data_dir, "name": name}
    )


def refuse_newer(manifest: Manifest) -> None:
    """Refuse a backup with later migrations; names of earlier ones went when they were squashed."""
    newest = dict(sorted(known_migrations()))
    if any(name > newest.get(app, "") for app, name in applied_to(manifest)):
        raise BackupProblem(
            _(
                "This backup was made by a newer release (%(its)s) than this one (%(ours)s). "
                "Update the site first, then restore it."
            )
            % {"its": manifest.release, "ours": settings.RELEASE}
        )


def applied_to(manifest: Manifest) -> set[tuple[str, str]]:
    parts = (each.partition(".") for each in manifest.migrations)
    return {(app, name) for app, _dot, name in parts}


def missing_from(manifest: Manifest) -> bool:
    return bool(known_migrations() - applied_to(manifest))


def migrate_rows(unpacked: Path) -> None:
    """Migrate the unpacked rows to this release, as a start of the site would."""
    kept = {k: v for k, v in os.environ.items() if k != "DATABASE_URL"}
    run = subprocess.run(  # noqa: S603
        [*settings.SITE_COMMAND, "migrate", "-v0", "--skip-checks"],
        env={**kept, "DATA_DIR": str(unpacked)},
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        raise BackupProblem(
            _("The backup couldn’t be updated to this release:\n%(why)s") % {"why": run.stderr}
        )
    with closing(sqlite3.connect(unpacked / DATABASE)) as rows:
        rows.execute("PRAGMA journal_mode=DELETE")
    for each in unpacked.iterdir():
        if is_of_a_database(each.name) and each.name != DATABASE:
            each.unlink()


def silence_rows(unpacked: Path) -> None:
    """Let the restored site send nothing until an owner allows it: the site of the backup, which
    may still run, would send the same messages.
    """
    with closing(sqlite3.connect(unpacked / DATABASE)) as rows, rows:
        rows.execute("UPDATE leagues_club SET sends_from = ''")
