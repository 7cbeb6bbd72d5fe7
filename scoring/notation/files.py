"""Read a file of matches in any of the notations, recognised by its content."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scoring.notation.archive import read_archive_csv
from scoring.notation.cmn import cmn_of
from scoring.notation.fields import json_of
from scoring.notation.plain_json import plain_of
from scoring.notation.record import NotationError, Recorded

ZIP = b"PK\x03\x04"


def read_file(path: Path) -> Recorded:
    """Read the matches in a CMN file, plain JSON, an archive CSV file or a folder of them."""
    with _report_unreadable(path):
        if path.is_dir():
            found = sorted(path.glob("*.csv"))
            return read_archive_csv(*(_decode_text(each.read_bytes()) for each in found)).recorded
        return recorded_in(path.read_bytes())


@contextmanager
def _report_unreadable(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise NotationError(f"cannot read {path}: {reason}") from None


def recorded_in(content: bytes) -> Recorded:
    """Read matches from the content of a file."""
    if content.startswith(ZIP):
        raise NotationError("this is a workbook: save each of its sheets as CSV")
    source = _decode_text(content)
    if not source.lstrip().startswith(("{", "[")):
        return read_archive_csv(source).recorded
    data = json_of(source)
    if isinstance(data, dict) and "cmn" in data:
        return cmn_of(data).recorded
    return plain_of(data)


def _decode_text(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotationError("the file is not text in UTF-8") from None
