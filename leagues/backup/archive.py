"""A backup as a file: a zip with the database, the other files of DATA_DIR, and a manifest."""

from __future__ import annotations

import json
import os
import sqlite3
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from hashlib import sha256
from math import inf
from pathlib import Path, PurePosixPath
from struct import error as StructError
from tempfile import TemporaryDirectory
from typing import IO, Any

from django.utils.translation import gettext as _

from leagues.backup.placing import DATABASE
from leagues.backup.problem import BackupProblem

FORMAT = 1
MANIFEST = "manifest.json"
PIECE = 1024 * 1024
LONGEST_MANIFEST = 16 * PIECE  # 100,000 files
DAMAGED = (
    *(zipfile.BadZipFile, zlib.error, EOFError, StructError, NotImplementedError),
    *(RuntimeError, ValueError, KeyError, TypeError, AttributeError, OverflowError),
    sqlite3.Error,
)


@dataclass(frozen=True)
class ArchivedFile:
    size: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """The description of a backup, stored in it."""

    format: int
    release: str
    made_at: str
    database: str
    """The kind of database the rows come from; the backup always stores them in SQLite."""
    migrations: list[str]
    tables: dict[str, int]
    not_kept: list[str]
    """Keys that came from the environment, so that no file has them."""
    files: dict[str, ArchivedFile]

    @classmethod
    def of(cls, text: bytes) -> Manifest:
        data: dict[str, Any] = json.loads(text)
        files = {name: ArchivedFile(**each) for name, each in data.pop("files").items()}
        return cls(**data, files=files)

    @property
    def text(self) -> str:
        return json.dumps(asdict(self), indent=1, ensure_ascii=False)


def write_archive(path: Path, files: Mapping[str, Path], **facts: Any) -> None:
    """Write the zip, readable by its owner only as it contains keys; it is on disk afterwards."""
    listed: dict[str, ArchivedFile] = {}
    with (
        os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as to,
        zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        for name, file in files.items():
            entry = zipfile.ZipInfo.from_file(file, name, strict_timestamps=False)
            entry.compress_type = zipfile.ZIP_DEFLATED
            with file.open("rb") as source, archive.open(entry, "w", force_zip64=True) as packed:
                listed[name] = copy_and_sum(source, packed)
        manifest = Manifest(format=FORMAT, files=listed, **facts)
        archive.writestr(MANIFEST, manifest.text)
    sync_file(path)


def copy_and_sum(source: IO[bytes], to: IO[bytes] | None = None, most: float = inf) -> ArchivedFile:
    """Copy a file in pieces and return its sum; refuse it when it exceeds ``most`` bytes."""
    size, digest = 0, sha256()
    while piece := source.read(PIECE):
        size += len(piece)
        if size > most:
            raise ValueError("longer than the manifest lists")
        digest.update(piece)
        if to is not None:
            to.write(piece)
    return ArchivedFile(size, digest.hexdigest())


def sum_of(file: Path) -> ArchivedFile:
    with file.open("rb") as source:
        return copy_and_sum(source)


def sync_file(path: Path) -> None:
    with path.open("rb+") as file:  # Windows syncs no file that was opened to be read
        os.fsync(file.fileno())


def check_archive(path: Path, work: Path) -> Manifest:
    """Open a backup as a restore would: check every file's checksum, count every table's rows."""
    with TemporaryDirectory(dir=work) as folder:
        return unpack_archive(path, Path(folder))


def unpack_archive(path: Path, folder: Path) -> Manifest:
    """Unpack a backup and check it; a ``BackupProblem`` explains any difference from its
    manifest.
    """
    with open_archive(path) as archive:
        manifest = manifest_of(archive)
        names = [each.filename for each in archive.infolist()]
        if sorted(names) != sorted([*manifest.files, MANIFEST]):
            raise ValueError("other files than the manifest lists")
        for name, listed in manifest.files.items():
            target = folder / safe_path(name)
            target.parent.mkdir(parents=True, exist_ok=True)
            with (
                archive.open(name) as entry,
                os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as to,
            ):
                if copy_and_sum(entry, to, listed.size) != listed:
                    raise ValueError(name)
        if tables_of(folder / DATABASE) != manifest.tables:
            raise ValueError(DATABASE)
        return manifest


@contextmanager
def open_archive(path: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(path) as archive:
            yield archive
    except FileNotFoundError as missing:
        raise BackupProblem(_("There’s no file %(file)s.") % {"file": path}) from missing
    except DAMAGED as damage:
        raise BackupProblem(
            _(
                "%(file)s isn’t a complete backup. It was cut off or changed after it was made. Nothing was restored."
            )
            % {"file": path}
        ) from damage


def manifest_of(archive: zipfile.ZipFile) -> Manifest:
    with archive.open(MANIFEST) as entry:
        text = entry.read(LONGEST_MANIFEST)
    if (newest := json.loads(text)["format"]) > FORMAT:
        raise BackupProblem(
            _(
                "This backup has a newer format (%(number)s) than this release can read. Update the site first."
            )
            % {"number": newest}
        )
    return Manifest.of(text)


def safe_path(name: str) -> PurePosixPath:
    """Return the path below the target folder; a path that leads outside is refused."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or not path.parts or "\0" in name:
        raise ValueError(name)
    return path


def tables_of(database: Path) -> dict[str, int]:
    """Return the number of rows of each table, after an integrity check."""
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as rows:
        if rows.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise ValueError(DATABASE)
        names = rows.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table'"
            " AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name"
        )
        return {
            name: rows.execute(f'SELECT COUNT(*) FROM "{name}"').fetchone()[0]  # noqa: S608
            for (name,) in names.fetchall()
        }
