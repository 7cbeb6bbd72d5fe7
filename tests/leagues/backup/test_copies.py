"""Nightly backups are copied off this machine, and restored from there."""

import shutil
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import call_command
from pytest_django import Settings

from leagues.backup import copies, site_process
from leagues.backup.archive import check_archive
from leagues.backup.copies import copy_newest, is_copy_due, open_copy, start_copying
from leagues.backup.problem import BackupProblem
from leagues.models import PeriodicJob
from leagues.reads.club.server import server_status
from leagues.reads.club.server_troubles import server_troubles

NIGHT = datetime(2026, 11, 22, 4, tzinfo=UTC)
NAME = "nightly-2026-11-22-040000.zip"

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(tmp_path: Path, settings: Settings) -> Path:
    """A site with one nightly backup, and a stick with an older one."""
    settings.DATA_DIR = tmp_path / "site"
    settings.BACKUP_FOLDER = stick = tmp_path / "stick"
    (settings.DATA_DIR / "backups").mkdir(parents=True)
    stick.mkdir()
    (stick / "nightly-2026-11-21-040000.zip").touch()
    made = settings.DATA_DIR / "backups" / NAME
    made.write_bytes(b"rows and keys")
    return stick


def copy_job() -> PeriodicJob:
    PeriodicJob.objects.get_or_create(name="backup-copy", defaults={"ended_at": NIGHT})
    copy_newest()
    return PeriodicJob.objects.get(name="backup-copy")


def test_the_second_folder_gets_a_copy_that_only_its_owner_reads(night: Path) -> None:
    job = copy_job()

    copy = night / NAME
    assert (job.left, job.problem) == (NAME, "")
    assert copy.read_bytes() == b"rows and keys"
    assert copy.stat().st_mode & 0o777 == 0o600
    assert not is_copy_due()
    assert server_status().last_copy == NIGHT


def test_old_copies_go_by_the_same_rule(night: Path) -> None:
    for hour in (1, 2):
        (night / f"nightly-2026-11-22-0{hour}0000.zip.age").touch()
    copy_job()
    assert [each.name for each in sorted(night.glob("*.zip*"))] == [
        "nightly-2026-11-21-040000.zip",
        NAME,
    ]


def test_copies_of_another_site_stay(night: Path, settings: Settings) -> None:
    copy_job()
    settings.SECRET_KEY = "of another site"
    (night / "nightly-2026-11-22-010000.zip").touch()
    assert f"{night} has the backups of another site" in copy_job().problem
    assert (night / "nightly-2026-11-22-010000.zip").exists()


def test_without_a_backup_there_is_nothing_to_copy(night: Path, settings: Settings) -> None:
    (settings.DATA_DIR / "backups" / NAME).unlink()
    with pytest.raises(BackupProblem, match="no nightly backup to copy yet"):
        copy_newest()


def test_a_checksum_beside_a_backup_is_no_backup(night: Path, settings: Settings) -> None:
    checksum = settings.DATA_DIR / "backups" / f"{NAME}.sha256"
    checksum.touch()
    assert copy_job().left == NAME
    assert checksum.exists()


def test_what_a_killed_copy_left_goes_with_the_next(night: Path, settings: Settings) -> None:
    left = settings.DATA_DIR / ".copying-left"
    left.mkdir()
    copy_job()
    assert not left.exists()


def test_a_command_gets_each_file(night: Path, settings: Settings, tmp_path: Path) -> None:
    settings.BACKUP_FOLDER = None
    settings.BACKUP_COMMAND = f'cp "$BACKUP_FILE" {tmp_path}'
    assert copy_job().problem == ""
    assert (tmp_path / NAME).read_bytes() == b"rows and keys"


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("echo no line; echo at all >&2; exit 1", "BACKUP_COMMAND failed: no line\nat all"),
        ("exit 3", "BACKUP_COMMAND failed: 3"),
    ],
)
def test_a_command_that_fails_is_reported_and_tried_again(
    command: str, why: str, night: Path, settings: Settings
) -> None:
    settings.BACKUP_COMMAND = command
    job = copy_job()
    assert (job.problem, job.left) == (why, "")
    assert is_copy_due()


def test_a_command_that_hangs_is_ended(
    night: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_process, "LONGEST", 0.01)
    settings.BACKUP_COMMAND = "sleep 60"
    assert copy_job().problem == "BACKUP_COMMAND took more than an hour."


def test_a_folder_that_is_not_there_is_reported(
    night: Path, settings: Settings, tmp_path: Path
) -> None:
    settings.BACKUP_FOLDER = tmp_path / "unplugged"
    assert "No such file or directory" in copy_job().problem
    assert not (tmp_path / "unplugged").exists()


def test_a_copy_that_differs_is_thrown_away(night: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def cut_off(file: Path, to: Path) -> Path:
        to.write_bytes(file.read_bytes()[:-1])
        return to

    monkeypatch.setattr(copies, "copyfile", cut_off)
    assert "differs from the backup" in copy_job().problem
    assert not (night / NAME).exists()


# --- When --------------------------------------------------------------------------------


def test_without_a_place_nothing_is_copied(night: Path, settings: Settings) -> None:
    assert is_copy_due()
    settings.BACKUP_FOLDER = None
    assert not is_copy_due()
    settings.BACKUP_COMMAND = "true"
    assert is_copy_due()


def test_a_server_with_an_older_backup_copies_nothing(night: Path) -> None:
    left = "nightly-2026-11-23-040000.zip"
    PeriodicJob.objects.create(name="backup-copy", ended_at=NIGHT, left=left)
    assert not is_copy_due()


def test_one_process_copies_and_tries_once_an_hour(
    night: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[list[str]] = []
    process = SimpleNamespace(poll=lambda: None)

    def begin(command: list[str]) -> SimpleNamespace:
        begun.append(command)
        return process

    monkeypatch.setattr(subprocess, "Popen", begin)
    monkeypatch.setattr(copies._process, "running", None)
    minute = timedelta(minutes=1)

    start_copying(now=NIGHT)
    start_copying(now=NIGHT + 90 * minute)
    assert [command[-2:] for command in begun] == [["back_up", "--copy"]], "one still runs"
    process.poll = lambda: 1
    start_copying(now=NIGHT + 59 * minute)
    assert len(begun) == 1
    start_copying(now=NIGHT + 60 * minute)
    assert len(begun) == 2


def test_the_process_copies_with_low_priority(night: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grants: list[int] = []
    monkeypatch.setattr("os.nice", grants.append)
    call_command("back_up", "--copy")
    assert grants == [10]
    assert (night / NAME).exists()


# --- What owners see -------------------------------------------------------------------


def troubles(now: datetime) -> list[str]:
    return [
        each for each in server_troubles(server_status(), now=now) if "off this machine" in each
    ]


def test_owners_hear_of_a_copy_that_is_missing(night: Path, settings: Settings) -> None:
    PeriodicJob.objects.create(name="backup", ended_at=NIGHT, left=NAME)
    job = PeriodicJob.objects.create(name="backup-copy", ended_at=NIGHT)
    assert troubles(NIGHT) == ["No backup has been copied off this machine."]
    job.left = "nightly-2026-11-20-040000.zip"
    job.save()
    assert troubles(NIGHT) == ["Last night’s backup wasn’t copied off this machine."]
    job.left = NAME
    job.save()
    assert troubles(NIGHT) == []
    settings.BACKUP_FOLDER, job.left = None, ""
    job.save()
    assert troubles(NIGHT) == []


# --- Encrypted, and back ---------------------------------------------------------------


@pytest.mark.long
def test_a_passphrase_encrypts_the_copies_and_only_them(
    night: Path, settings: Settings, tmp_path: Path
) -> None:
    settings.BACKUP_PASSPHRASE = "twenty discs"
    settings.BACKUP_COMMAND = f'cp "$BACKUP_FILE" {tmp_path}'
    copy_job()

    for place in (night, tmp_path):
        assert (place / f"{NAME}.age").read_bytes().startswith(b"age-encryption.org/v1\n")
        assert not (place / NAME).exists()
    assert (settings.DATA_DIR / "backups" / NAME).read_bytes() == b"rows and keys"
    assert {each.name for each in settings.DATA_DIR.iterdir()} == {"backups", ".copy-lock"}

    work = tmp_path / "work"
    work.mkdir()
    opened = open_copy(night, work)
    assert (opened.parent, opened.read_bytes()) == (work, b"rows and keys")
    settings.BACKUP_PASSPHRASE = "twenty disks"
    with pytest.raises(BackupProblem, match="Set BACKUP_PASSPHRASE"):
        open_copy(night / f"{NAME}.age", work)


def test_of_a_folder_the_newest_is_restored(night: Path, tmp_path: Path) -> None:
    for name in (
        "nightly-2026-11-23-040000.zip",
        "twenties-2026-11-22-190000.zip",
        "notes.zip.txt",
        "photos.zip",
        "nightly-2026-11-24-040000.zip.sha256",
    ):
        (night / name).touch()
    assert open_copy(night, tmp_path).name == "nightly-2026-11-23-040000.zip"
    shutil.rmtree(night)
    night.mkdir()
    with pytest.raises(BackupProblem, match="There’s no file"):
        check_archive(open_copy(night, tmp_path), tmp_path)
