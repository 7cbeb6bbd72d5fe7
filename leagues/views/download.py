"""Responses that download a file, and the names of these files."""

from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from tempfile import TemporaryFile
from typing import IO

from django.http import StreamingHttpResponse

from leagues.files.table_file import TableFile, csv_lines, write_xlsx
from leagues.models import Club
from leagues.models.names import make_slug

CSV = "text/csv; charset=utf-8"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
PART = 64 * 1024


def file_name(club: Club, what: str, day: date, ending: str) -> str:
    """Return a name of club, content and day: "westport_autumn-open-matches_2026-10-14.csv"."""
    return f"{make_slug(club.name) or club.slug}_{make_slug(what)}_{day:%Y-%m-%d}.{ending}"


def as_download(
    parts: Iterator[bytes] | Iterator[str], name: str, kind: str
) -> StreamingHttpResponse:
    answer = StreamingHttpResponse(parts, content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def stream_file(write: Callable[[IO[bytes]], object]) -> Iterator[bytes]:
    """Yield a file in parts, from a temporary file for writers that need to seek."""
    with TemporaryFile() as file:
        write(file)
        file.seek(0)
        while part := file.read(PART):
            yield part


def as_table(table: TableFile, name: str) -> StreamingHttpResponse:
    """Send the table as CSV or as a workbook, by the ending of ``name``.

    CSV is streamed row by row.
    """
    if name.endswith(".csv"):
        return as_download(csv_lines(table), name, CSV)
    return as_download(stream_file(partial(write_xlsx, tables=[table])), name, XLSX)
