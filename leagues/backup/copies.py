"""Copies of the nightly backup off this machine: a second folder, and a command for each file."""

import re
from datetime import datetime, timedelta
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory

import pyrage
from django.conf import settings
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from leagues.backup.archive import sum_of, sync_file
from leagues.backup.make import UNFINISHED, clear_away, one_at_a_time, saying_what_is_wrong
from leagues.backup.placing import sync_folder
from leagues.backup.problem import BackupProblem
from leagues.backup.retention import ENCRYPTED, NIGHTLY, made_at, made_of, remove_old_nightly
from leagues.backup.site_process import SiteProcess, run_for_operator
from leagues.models import PeriodicJob

BACKUP = re.compile(r"[a-z]{1,20}(?:-[a-z]{1,20}){0,3}-\d{4}-\d\d-\d\d-\d{6}\.zip(\.age)?")
LOCK = ".copy-lock"  # not of backups: a command may take an hour
UNFINISHED_COPY = ".copying-"
SITE = ".twenties"  # in BACKUP_FOLDER: whose backups these are
EVERY = timedelta(hours=1)  # between two tries, while the line is down
COPY = PeriodicJob.Name.BACKUP_COPY

_process = SiteProcess("back_up", "--copy")


def start_copying(*, now: datetime) -> None:
    """Copy the newest nightly backup of this server in a separate process, if that is due."""
    _process.start_if(lambda: is_copy_due() and PeriodicJob.objects.claim(COPY, EVERY, now))


def is_copy_due() -> bool:
    """True if this server has a nightly backup that is newer than the last one copied."""
    if not (settings.BACKUP_FOLDER or settings.BACKUP_COMMAND):
        return False
    newest = max(made_of(NIGHTLY), default=None)
    job = PeriodicJob.objects.filter(name=COPY).first()
    copied = made_at(job.left, NIGHTLY) if job else None
    return newest is not None and (copied is None or copied < newest)


def copy_newest() -> None:
    if not (found := made_of(NIGHTLY)):
        raise BackupProblem(_("There’s no nightly backup to copy yet."))
    made = found[max(found)]
    facts = {"left": made.name, "problem": ""}
    try:
        copy_away(made)
    except BackupProblem as trouble:
        facts = {"problem": str(trouble)}
    PeriodicJob.objects.filter(name=COPY).update(**facts)


def copy_away(made: Path) -> None:
    """Copy a backup to ``BACKUP_FOLDER`` and run ``BACKUP_COMMAND`` on it.

    With ``BACKUP_PASSPHRASE`` both get an encrypted file, which ``age`` opens too.
    """
    folder = settings.BACKUP_FOLDER
    with saying_what_is_wrong(folder or made.parent), one_at_a_time(LOCK):
        clear_away(settings.DATA_DIR, UNFINISHED_COPY)
        with TemporaryDirectory(prefix=UNFINISHED_COPY, dir=settings.DATA_DIR) as work:
            if passphrase := settings.BACKUP_PASSPHRASE:
                packed = Path(work, f"{made.name}{ENCRYPTED}")
                packed.write_bytes(pyrage.passphrase.encrypt(made.read_bytes(), passphrase))
                made = packed
            if folder:
                refuse_others_folder(folder)
                clear_away(folder, UNFINISHED)
                copy_whole(made, folder)
                remove_old_nightly(folder)
            if settings.BACKUP_COMMAND and (
                problem := run_for_operator("BACKUP_COMMAND", BACKUP_FILE=made)
            ):
                raise BackupProblem(problem)


def refuse_others_folder(folder: Path) -> None:
    """Refuse a folder with another site's copies, which would be deleted like old ones."""
    mark, ours = folder / SITE, salted_hmac("backup folder", "").hexdigest()
    if not mark.exists() or not mark.read_text():
        mark.write_text(ours)
    if mark.read_text() != ours:
        raise BackupProblem(
            _(
                "%(folder)s has the backups of another site, or of this one before its SECRET_KEY "
                "changed. Use a separate folder for each site, or delete %(file)s in this one."
            )
            % {"folder": folder, "file": SITE}
        )


def copy_whole(file: Path, folder: Path) -> None:
    """Copy a file and compare it; the copy has its name only when it is whole and on disk."""
    with TemporaryDirectory(prefix=UNFINISHED, dir=folder) as work:
        copy = Path(copyfile(file, Path(work, file.name)))
        copy.chmod(0o600)
        sync_file(copy)
        if sum_of(copy) != sum_of(file):
            raise BackupProblem(
                _("The copy in %(folder)s differs from the backup.") % {"folder": folder}
            )
        copy.rename(folder / file.name)
    sync_folder(folder)


def open_copy(file: Path, work: Path) -> Path:
    """Return a backup to restore: of a folder the newest, of an encrypted file its content."""
    if file.is_dir():
        found = [each for each in file.iterdir() if BACKUP.fullmatch(each.name)]
        file = max(found, key=stamp_of, default=file / "*.zip")
    if file.suffix != ENCRYPTED:
        return file
    if not file.exists():
        raise BackupProblem(_("There’s no file %(file)s.") % {"file": file})
    try:
        content = pyrage.passphrase.decrypt(file.read_bytes(), settings.BACKUP_PASSPHRASE)
    except pyrage.DecryptError as problem:
        raise BackupProblem(
            _(
                "%(file)s couldn’t be decrypted. Set BACKUP_PASSPHRASE to the passphrase it was encrypted with."
            )
            % {"file": file}
        ) from problem
    opened = work / file.stem
    opened.write_bytes(content)
    return opened


def stamp_of(file: Path) -> str:
    """Return the moment in a backup's name as text that sorts by time."""
    return file.name.removesuffix(ENCRYPTED)[-len("2026-11-22-040000.zip") :]
