"""A backup is one file with all data, and a damaged file is refused."""

import json
import shutil
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from pytest_django import Settings

from leagues.backup import make
from leagues.backup.archive import check_archive, tables_of, unpack_archive, write_archive
from leagues.backup.make import make_backup
from leagues.backup.placing import DATABASE, RESTORED, finish_restore
from leagues.backup.problem import BackupProblem
from leagues.backup.restore import refuse_full_folder, refuse_newer
from leagues.models import Player
from tests.cast import Cast


@pytest.fixture
def data_dir(tmp_path: Path, settings: Settings, transactional_db: None) -> Path:
    """A data folder with keys, an upload and generated files; other connections see rows."""
    folder = tmp_path / "data"
    (folder / "uploads" / "logos").mkdir(parents=True)
    (folder / "static").mkdir()
    (folder / "uploads" / "logos" / "club.png").write_bytes(b"a picture")
    (folder / "static" / "site.css").touch()
    (folder / "secret-key").write_text("of the club")
    (folder / "push-key").write_text("of its phones")
    settings.DATA_DIR = folder
    return folder


def test_a_database_that_stays_locked_is_reported(
    cast: Cast, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL has as many readers as ask")
    monkeypatch.setattr("leagues.backup.snapshot.TRIES", 1)
    with transaction.atomic():
        Player.objects.update(alias="Nobody else reads this yet")
        with pytest.raises(BackupProblem, match="database is locked"):
            make_backup()
    assert list((data_dir / "backups").iterdir()) == []


def test_one_file_holds_the_rows_the_uploads_and_the_keys(
    cast: Cast, data_dir: Path, tmp_path: Path
) -> None:
    made = make_backup()
    unpacked = tmp_path / "unpacked"
    manifest = unpack_archive(made, unpacked)

    assert made.parent == data_dir / "backups"
    assert made.stat().st_mode & 0o777 == 0o600, "it holds keys"
    assert sorted(manifest.files) == [
        *("push-key", "secret-key", DATABASE, "uploads/logos/club.png")
    ]
    assert (unpacked / "secret-key").read_text() == "of the club"
    assert "leagues.0001_squashed_0058_days_of_runs" in manifest.migrations
    assert manifest.tables == tables_of(unpacked / DATABASE)
    counted = {
        model._meta.db_table: model._base_manager.count()
        for model in apps.get_models(include_auto_created=True)
    }
    counted[Session._meta.db_table] = 0
    assert counted.items() <= manifest.tables.items()
    with closing(sqlite3.connect(unpacked / DATABASE)) as rows:
        names = rows.execute("SELECT name FROM leagues_player ORDER BY name").fetchall()
    assert names == [(player.name,) for player in Player.objects.order_by("name")]


def test_a_backup_holds_no_sessions(cast: Cast, data_dir: Path, tmp_path: Path) -> None:
    """Neither as rows nor in free pages of the database file."""
    key = cast.browser_of("olga").cookies["sessionid"].value
    unpack_archive(make_backup(), tmp_path / "unpacked")

    assert Session.objects.filter(pk=key).exists()
    assert key.encode() not in (tmp_path / "unpacked" / DATABASE).read_bytes()


def test_a_backup_lists_keys_that_came_from_the_environment(
    cast: Cast, data_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY", "of two servers")
    assert check_archive(make_backup(), tmp_path).not_kept == ["SECRET_KEY"]


def test_a_backup_goes_to_the_given_path_and_replaces_nothing(
    cast: Cast, data_dir: Path, tmp_path: Path
) -> None:
    there = tmp_path / "club.zip"
    assert make_backup(there) == there
    with pytest.raises(BackupProblem, match="already exists"):
        make_backup(there)
    with pytest.raises(BackupProblem, match=r"couldn’t be saved to .*nowhere"):
        make_backup(tmp_path / "nowhere" / "club.zip")


def test_a_full_disk_is_reported_before_anything_is_written(
    cast: Cast, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = SimpleNamespace(free=3 * make.database_size() + make.SPARE - 1)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: room)
    with pytest.raises(BackupProblem, match="enough space"):
        make_backup()
    assert list((data_dir / "backups").iterdir()) == []


def test_a_disk_that_fills_up_meanwhile_leaves_nothing(
    cast: Cast, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*args: object, **facts: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(make, "write_archive", full)
    with pytest.raises(BackupProblem, match="enough space"):
        make_backup()
    assert list((data_dir / "backups").iterdir()) == []


def test_what_a_killed_backup_left_goes_with_the_next(cast: Cast, data_dir: Path) -> None:
    left = data_dir / "backups" / ".making-left"
    left.mkdir(parents=True)
    made = make_backup()
    assert list((data_dir / "backups").iterdir()) == [made]


# --- Truncated or changed files -------------------------------------------------------


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A small backup with one table and a key."""
    rows, key = tmp_path / DATABASE, tmp_path / "push-key"
    with closing(sqlite3.connect(rows)) as database, database:
        database.execute("CREATE TABLE leagues_player (name)")
        names = [(name,) for name in ("Ann", "Ben", "Cat")]
        database.executemany("INSERT INTO leagues_player VALUES (?)", names)
    key.write_text("of its phones")
    to = tmp_path / "made.zip"
    write_archive(
        to,
        {DATABASE: rows, "push-key": key},
        release="0.1.0",
        made_at="2026-11-22T18:00:00+00:00",
        database="sqlite",
        migrations=["leagues.0001_ground_floor"],
        tables=tables_of(rows),
        not_kept=[],
    )
    return to


def is_refused(file: Path, work: Path) -> bool:
    try:
        check_archive(file, work)
    except BackupProblem as problem:
        return "isn’t a complete backup" in str(problem)
    return False


def test_a_file_that_was_cut_off_is_refused(made: Path, tmp_path: Path) -> None:
    whole = made.read_bytes()
    cut = tmp_path / "cut.zip"
    for share in (0, 0.01, 0.5, 0.99):
        cut.write_bytes(whole[: int(len(whole) * share)])
        assert is_refused(cut, tmp_path)
    cut.write_bytes(whole[:-1])
    assert is_refused(cut, tmp_path)


def test_a_file_with_a_changed_byte_is_refused_or_reads_the_same(
    made: Path, tmp_path: Path
) -> None:
    """Some bytes of a zip carry no data: the time of a file, for one."""
    manifest = check_archive(made, tmp_path)
    content, changed = made.read_bytes(), tmp_path / "changed.zip"
    dice = Random(16)
    refused = 0
    for _ in range(80):
        where = dice.randrange(len(content))
        other = bytes([content[where] ^ dice.randrange(1, 256)])
        changed.write_bytes(content[:where] + other + content[where + 1 :])
        if is_refused(changed, tmp_path):
            refused += 1
        else:
            assert check_archive(changed, tmp_path) == manifest
    assert refused > 60


def test_something_else_is_no_backup(tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG" * 100)
    assert is_refused(picture, tmp_path)
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as other:
        other.writestr("manifest.json", json.dumps({"format": 1, "files": {}}))
    assert is_refused(tmp_path / "other.zip", tmp_path)
    with pytest.raises(BackupProblem, match="There’s no file"):
        check_archive(tmp_path / "nothing.zip", tmp_path)


def rewrite_backup(made: Path, folder: Path, **changes: object) -> Path:
    """A copy of a backup with changes to its manifest and a valid checksum."""
    unpacked = folder / "rewritten"
    manifest = unpack_archive(made, unpacked)
    other = folder / "other.zip"
    facts = {
        name: getattr(manifest, name)
        for name in (*("release", "made_at", "database", "migrations", "tables", "not_kept"),)
    }
    names: dict[str, str] = {}
    if isinstance(renamed := changes.pop("renamed", None), dict):
        names = renamed
    files = {names.get(name, name): unpacked / name for name in manifest.files}
    write_archive(other, files, **{**facts, **changes})
    return other


@pytest.mark.parametrize("name", ["/etc/club", "../club", "uploads/../../club"])
def test_a_name_that_leads_elsewhere_is_refused(name: str, made: Path, tmp_path: Path) -> None:
    other = rewrite_backup(made, tmp_path, renamed={"push-key": name})
    assert is_refused(other, tmp_path)


def test_a_backup_that_counted_other_rows_is_refused(made: Path, tmp_path: Path) -> None:
    other = rewrite_backup(made, tmp_path, tables={"leagues_player": 1})
    assert is_refused(other, tmp_path)


def test_a_file_longer_than_in_its_manifest_does_not_fill_the_disk(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A megabyte of zip can hold a gigabyte."""
    long = tmp_path / "long.zip"
    with zipfile.ZipFile(made) as whole, zipfile.ZipFile(long, "w") as to:
        for name in whole.namelist():
            more = b"A" * 100_000 if name == "push-key" else b""
            to.writestr(name, whole.read(name) + more)
    monkeypatch.setattr("leagues.backup.archive.PIECE", 100)
    (tmp_path / "work").mkdir()

    with pytest.raises(BackupProblem, match="isn’t a complete backup"):
        unpack_archive(long, tmp_path / "work")

    assert (tmp_path / "work" / "push-key").stat().st_size <= 100


def test_a_manifest_is_read_up_to_a_limit(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("leagues.backup.archive.LONGEST_MANIFEST", 100)
    assert is_refused(made, tmp_path)


def test_a_backup_of_a_newer_release_is_not_called_damaged(made: Path, tmp_path: Path) -> None:
    known = check_archive(made, tmp_path).migrations
    newer = rewrite_backup(made, tmp_path, release="9.0", migrations=[*known, "leagues.9999_later"])
    with pytest.raises(BackupProblem, match=r"newer release \(9\.0\) than this one"):
        refuse_newer(check_archive(newer, tmp_path))


def test_a_newer_kind_of_backup_asks_for_an_update(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("leagues.backup.archive.FORMAT", 0)
    with pytest.raises(BackupProblem, match="Update the site first"):
        check_archive(made, tmp_path)


# --- The folder to restore into --------------------------------------------------------


def test_a_folder_with_files_of_another_club_is_full(
    cast: Cast, data_dir: Path, tmp_path: Path
) -> None:
    """Keys don't count, as every start makes them; neither do files that are the same."""
    manifest = check_archive(make_backup(), tmp_path)
    (data_dir / "secret-key").write_text("of a first start")
    refuse_full_folder(data_dir, manifest)

    (data_dir / "uploads" / "logos" / "club.png").write_bytes(b"another")
    with pytest.raises(BackupProblem, match=r"isn’t empty. It contains uploads/logos/club\.png"):
        refuse_full_folder(data_dir, manifest)


def test_an_interrupted_restore_goes_on_at_the_next_start(
    tmp_path: Path,
) -> None:
    ready = tmp_path / RESTORED
    (ready / "uploads").mkdir(parents=True)
    (ready / "uploads" / "club.png").write_text("picture")
    (ready / DATABASE).write_text("rows")
    (ready / "secret-key").write_text("of the club")
    (tmp_path / "uploads").mkdir()
    (tmp_path / "secret-key").write_text("of a first start")
    (tmp_path / f"{DATABASE}-wal").write_text("of a database that was here before")

    finish_restore(tmp_path)
    finish_restore(tmp_path)

    assert not ready.exists()
    assert not (tmp_path / f"{DATABASE}-wal").exists()
    assert (tmp_path / "secret-key").read_text() == "of the club"
    assert (tmp_path / "uploads" / "club.png").read_text() == "picture"
    assert (tmp_path / DATABASE).read_text() == "rows"
