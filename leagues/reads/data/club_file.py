"""Export the whole club as one ZIP file."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.conf import settings
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder

from leagues.files.club_tables import FORMAT, HEAD, TABLES, UPLOADS, VERSION, RowKind, line_of
from leagues.models import Club
from leagues.models.rehearsals import rows_that_count

AT_ONCE = 2000  # rows in memory at a time
DAY_ONE = (1980, 1, 1, 0, 0, 0)  # fixed, so that an unchanged club gives the same file


def write_club(out: IO[bytes]) -> dict[str, int]:
    """Write a consistent snapshot of the club to ``out``. Returns the number of rows by table."""
    counts = {}
    with one_moment(), ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for table in TABLES:
            counts[table.path] = _write_lines(archive, f"{table.path}.jsonl", _table_lines(table))
        for path in uploaded_files():
            name = UPLOADS + path.relative_to(settings.MEDIA_ROOT).as_posix()
            archive.writestr(_zip_member(name), path.read_bytes())
        _write_lines(archive, HEAD, [line_of(_build_head(counts))])
    return counts


def _build_head(counts: dict[str, int]) -> dict[str, Any]:
    home = Club.objects.home()
    return {
        "format": FORMAT,
        "version": VERSION,
        "made_by": last_migration(),
        "club": home.name if home else "",
        "rows": counts,
    }


def last_migration() -> str:
    """The name of the latest migration, which identifies the database schema."""
    applied = MigrationRecorder(connection).applied_migrations()
    return max(name for app, name in applied if app == "leagues")


def _zip_member(name: str) -> ZipInfo:
    member = ZipInfo(name, DAY_ONE)
    member.compress_type = ZIP_DEFLATED
    member.external_attr = 0o600 << 16
    return member


def _write_lines(archive: ZipFile, name: str, lines: Iterable[str]) -> int:
    written = 0
    with archive.open(_zip_member(name), "w") as file:
        for line in lines:
            file.write(line.encode() + b"\n")
            written += 1
    return written


def _table_lines(table: RowKind) -> Iterator[str]:
    names = [each.name for each in table.columns]
    found = rows_that_count(table.model).order_by("pk")
    listed = {each.name: _keys_by_owner(each) for each in table.lists}
    columns = [each.attname for each in table.columns]
    for row in found.values_list("pk", *columns).iterator(AT_ONCE):
        values = dict(zip(names, row[1:], strict=True))
        yield line_of(values | {name: keys.get(row[0], []) for name, keys in listed.items()})


def _keys_by_owner(field: Any) -> dict[Any, list[Any]]:
    """The keys in a many-to-many field by the key of the row that has them, in stored order."""
    found: dict[Any, list[Any]] = {}
    rows = field.remote_field.through._base_manager.order_by("pk")
    names = (f"{field.m2m_field_name()}_id", f"{field.m2m_reverse_field_name()}_id")
    for owner, other in rows.values_list(*names).iterator(AT_ONCE):
        found.setdefault(owner, []).append(other)
    return found


def uploaded_files() -> list[Path]:
    root = Path(settings.MEDIA_ROOT)
    return sorted(path for path in root.rglob("*") if path.is_file())


@contextmanager
def one_moment() -> Iterator[None]:
    """Read from one consistent snapshot, without blocking writers."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    else:
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")  # atomic() would take the write lock
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
