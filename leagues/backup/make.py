"""Make a backup: written beside its final place, opened and compared, then renamed."""

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.backup.archive import MANIFEST, check_archive, tables_of, write_archive
from leagues.backup.placing import BESIDE, DATABASE, sync_folder
from leagues.backup.problem import BackupProblem
from leagues.backup.snapshot import take_snapshot

FOLDER = "backups"
UNFINISHED = ".making-"
LOCK = ".backup-lock"
PATIENCE = 3600  # seconds to wait for another backup
MADE_BY_THE_SITE = {"static", "joined", "styles", FOLDER, MANIFEST}
"""Entries of DATA_DIR left out: files that the site creates again, and backups, also unpacked."""
KEYS = {"SECRET_KEY": "secret-key", "PUSH_KEY": "push-key"}
SPARE = 64 * 1024 * 1024  # bytes that must stay free: a busy evening writes less


def backups_folder() -> Path:
    return Path(settings.DATA_DIR) / FOLDER


def backup_name(kind: str, now: datetime) -> str:
    return f"{kind}-{now:%Y-%m-%d-%H%M%S}.zip"


def make_backup(to: Path | None = None, *, kind: str = "twenties") -> Path:
    """Make a backup to this file, into this folder, or among the site's own. One at a time."""
    folder = to or backups_folder()
    with saying_what_is_wrong(folder), one_at_a_time():
        if to is None:
            folder.mkdir(mode=0o700, exist_ok=True)
        place = folder
        if folder.is_dir():
            place = folder / backup_name(kind, timezone.now())
        if place.exists():
            raise BackupProblem(_("The file %(file)s already exists.") % {"file": place})
        clear_away(place.parent, UNFINISHED)
        refuse_full_disk(place.parent)
        with TemporaryDirectory(prefix=UNFINISHED, dir=place.parent) as work:
            made = write_backup(Path(work))
            check_archive(made, Path(work))
            made.rename(place)
        sync_folder(place.parent)
    return place


def write_backup(folder: Path) -> Path:
    snapshot, made = folder / DATABASE, folder / "backup.zip"
    take_snapshot(snapshot)
    write_archive(
        made,
        {DATABASE: snapshot, **other_files(Path(settings.DATA_DIR))},
        release=settings.RELEASE,
        made_at=timezone.now().isoformat(),
        database=connection.vendor,
        migrations=migrations_in(snapshot),
        tables=tables_of(snapshot),
        not_kept=[name for name in KEYS if os.environ.get(name)],
    )
    snapshot.unlink()
    return made


def other_files(data_dir: Path) -> dict[str, Path]:
    """Return all files in DATA_DIR except the database, those created again, and hidden ones."""
    found: dict[str, Path] = {}
    for each in sorted(data_dir.iterdir()):
        if each.name in MADE_BY_THE_SITE or is_of_a_database(each.name):
            continue
        if each.name.startswith(".") or each.is_symlink():
            continue
        files = [each] if each.is_file() else sorted(each.rglob("*"))
        found |= {
            file.relative_to(data_dir).as_posix(): file
            for file in files
            if file.is_file() and not file.is_symlink()
        }
    return found


def is_of_a_database(name: str) -> bool:
    ours = {DATABASE, Path(str(connection.settings_dict["NAME"])).name}
    return any(name == f"{each}{ending}" for each in ours for ending in ("", ".queue", *BESIDE))


def migrations_in(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as rows:
        found = rows.execute("SELECT app, name FROM django_migrations")
        return sorted(f"{app}.{name}" for app, name in found)


@contextmanager
def one_at_a_time(name: str = LOCK) -> Iterator[None]:
    """Lock backups; the lock ends with its process, even if that is killed.

    It is SQLite's lock on an empty database, which all systems have.
    """
    path = Path(settings.DATA_DIR) / name
    path.touch(mode=0o600)
    with closing(sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as busy:
            raise TimeoutError(_("Another process is still at work after an hour.")) from busy
        yield


def clear_away(folder: Path, unfinished: str) -> None:
    """Remove unfinished files of a killed process. No other backup may be in progress."""
    for each in folder.glob(f"{unfinished}*"):
        shutil.rmtree(each)


@contextmanager
def saying_what_is_wrong(place: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.OperationalError) as problem:
        is_full = getattr(problem, "errno", None) == errno.ENOSPC
        if is_full or "disk is full" in str(problem):
            raise no_room() from problem
        why = getattr(problem, "strerror", None) or str(problem)
        raise BackupProblem(
            _("The backup couldn’t be saved to %(place)s: %(why)s.") % {"place": place, "why": why}
        ) from problem


def refuse_full_disk(folder: Path) -> None:
    """Refuse if the disk is too full: a backup needs up to twice the size, for rows and archive."""
    if shutil.disk_usage(folder).free < 3 * database_size() + SPARE:
        raise no_room()


def no_room() -> BackupProblem:
    return BackupProblem(_("There isn’t enough space on the disk for a backup."))


def database_size() -> int:
    """Return the size of the database in bytes, including SQLite's write-ahead log."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            size: int = cursor.fetchone()[0]
            return size
    path = Path(str(connection.settings_dict["NAME"]))
    files = [path, path.with_name(f"{path.name}-wal")]
    return sum(file.stat().st_size for file in files if file.exists())
