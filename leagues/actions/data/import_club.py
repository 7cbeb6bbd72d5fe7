"""Import a whole club from its export into an empty site, in one transaction."""

from __future__ import annotations

import json
import zlib
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import IO, Any
from zipfile import BadZipFile, ZipFile

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.db import DataError, IntegrityError, connection, models, transaction
from django.utils.translation import gettext as _

from leagues.actions.refusal import Refused
from leagues.files.club_tables import FORMAT, HEAD, TABLES, UPLOADS, VERSION, RowKind
from leagues.files.earlier_columns import with_present_names
from leagues.models import Club, User
from leagues.models.news import CLUB, notify
from leagues.models.prepared_queries import COUNT_ROWS
from leagues.reads.data.club_file import last_migration
from leagues.reads.people.stored_sums import store_all

AT_ONCE = 1000  # rows in one statement
LONGEST_LINE = 16 * 2**20  # bytes of one row; also ends a batch of rows
LARGEST_UPLOAD = 32 * 2**20  # bytes; no request is larger
PIECE = 2**20
BROKEN = (
    *(BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError),
    *(UnicodeDecodeError, json.JSONDecodeError),
)
"""Errors that Python raises for a damaged or encrypted zip, and for invalid JSON."""


def import_club(file: IO[bytes]) -> dict[str, int]:
    """Import the club in a file; returns the row count of each table. Writes no log line.

    The sums of its results are stored too, so that no page has to wait for them.
    """
    try:
        with ZipFile(file) as archive, transaction.atomic():
            refuse_another_format(archive)
            refuse_a_club()
            counts = {table.path: _read_table(archive, table) for table in TABLES}
            connection.check_constraints()
            _count_keys_on()
            _write_uploads(archive)
            notify(CLUB)
    except BROKEN as odd:
        raise not_a_club() from odd
    except (IntegrityError, DataError) as odd:
        raise Refused(
            _("Nothing was imported, because the file contradicts itself: %(why)s")
            % {"why": str(odd).strip().splitlines()[0]}
        ) from odd
    for club in Club.objects.filter(is_home=True):
        deque(store_all(club), maxlen=0)
    return counts


def not_a_club() -> Refused:
    return Refused(_("This isn’t an export of a club."))


def refuse_another_format(archive: ZipFile) -> None:
    names = set(archive.namelist())
    if HEAD not in names:
        raise not_a_club()
    with archive.open(HEAD) as file:
        head = json.loads(file.read(LONGEST_LINE))
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise not_a_club()
    if head.get("version") != VERSION or str(head.get("made_by")) > last_migration():
        raise Refused(_("This file is from a newer release. Update this site, then try again."))
    unknown = sorted(
        name
        for name in names - {HEAD} - {f"{table.path}.jsonl" for table in TABLES}
        if not name.startswith(UPLOADS)
    )
    if unknown:
        raise Refused(_("Unknown item in the file: %(name)s.") % {"name": unknown[0]})


def refuse_a_club() -> None:
    if any(table.model._base_manager.exists() for table in TABLES):
        raise Refused(_("A club can only be imported into an empty site."))


def _read_table(archive: ZipFile, table: RowKind) -> int:
    """Import one table; returns its row count, which is 0 if an older file lacks the table."""
    name = f"{table.path}.jsonl"
    if name not in archive.namelist():
        return 0
    with archive.open(name) as lines:
        rows = _read_rows(table, _read_lines(lines))
        count = 0
        while some := list(_next_batch(rows)):
            table.model._base_manager.bulk_create([row for row, _lists in some])
            for field in table.lists:
                _write_lists(field, some)
            count += len(some)
    return count


def _read_lines(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file, limited to ``LONGEST_LINE`` because zipped data can expand a lot."""
    while line := file.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            raise not_a_club()
        yield line


def _next_batch(
    rows: Iterator[tuple[models.Model, dict[str, list[Any]], int]],
) -> Iterator[tuple[models.Model, dict[str, list[Any]]]]:
    """The next batch of rows, limited in number and bytes to what one statement takes."""
    size = 0
    for row, lists, length in islice(rows, AT_ONCE):
        yield row, lists
        size += length
        if size > LONGEST_LINE:
            return


def _read_rows(
    table: RowKind, lines: Iterable[bytes]
) -> Iterator[tuple[models.Model, dict[str, list[Any]], int]]:
    columns = {each.name: each for each in table.columns}
    lists = {each.name for each in table.lists}
    for number, line in enumerate(lines, start=1):
        values = json.loads(line)
        where = f"{table.path}.jsonl:{number}"
        if isinstance(values, dict):
            values = with_present_names(str(table.model._meta.model_name), values)
        if not isinstance(values, dict) or values.keys() - columns.keys() - lists:
            raise Refused(_("Unknown content in the file at %(where)s.") % {"where": where})
        try:
            row = table.model(
                **{
                    columns[name].attname: _clean_value(columns[name], value)
                    for name, value in values.items()
                    if name in columns
                }
            )
        except (ValidationError, TypeError, ValueError) as odd:
            raise Refused(
                _("Invalid value at %(where)s: %(value)s")
                % {"where": where, "value": line.decode()[:200].strip()}
            ) from odd
        if isinstance(row, User):
            row.set_unusable_password()
        if isinstance(row, Club):
            row.sends_from = ""  # silent until an owner lets it send
        yield row, {name: values.get(name, []) for name in lists}, len(line)


def _clean_value(field: models.Field[Any, Any], value: Any) -> Any:
    if value is None:
        return None
    found = field.to_python(value)
    if not field.is_relation:
        field.run_validators(found)
    return found


def _write_lists(
    field: models.ManyToManyField[Any, Any],
    rows: Iterable[tuple[models.Model, dict[str, list[Any]]]],
) -> None:
    through: Any = field.remote_field.through
    owner = f"{field.m2m_field_name()}_id"
    other = f"{field.m2m_reverse_field_name()}_id"
    through._base_manager.bulk_create(
        [
            through(**{owner: row.pk, other: key})
            for row, lists in rows
            for key in lists[field.name]
        ],
        batch_size=AT_ONCE,
    )


def _count_keys_on() -> None:
    """Set the database's sequences, so that new rows get keys above the imported ones."""
    sql = connection.ops.sequence_reset_sql(no_style(), [table.model for table in TABLES])
    with connection.cursor() as cursor:
        for statement in sql:
            cursor.execute(statement)
        if connection.vendor == "postgresql":
            cursor.execute(COUNT_ROWS)


def _write_uploads(archive: ZipFile) -> None:
    """Write the uploaded files before the commit: without rows that name them they do no harm."""
    root = Path(settings.MEDIA_ROOT).resolve()
    for name in archive.namelist():
        if not name.startswith(UPLOADS) or name.endswith("/"):
            continue
        path = (root / name.removeprefix(UPLOADS)).resolve()
        if not path.is_relative_to(root):
            raise not_a_club()
        path.parent.mkdir(parents=True, exist_ok=True)
        with archive.open(name) as packed, path.open("wb") as to:
            left = LARGEST_UPLOAD
            while piece := packed.read(PIECE):
                left -= len(piece)
                if left < 0:
                    raise not_a_club()
                to.write(piece)
