"""A backup every night, made by one server of the site, in a separate process."""

import socket
import subprocess
import sys
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from leagues.backup.make import make_backup
from leagues.backup.problem import BackupProblem
from leagues.backup.retention import NIGHTLY, remove_old_nightly
from leagues.models import Club, PeriodicJob

AT = time(4)  # by the club's clock, when no one plays
TAKES = timedelta(hours=1)  # a process that takes longer was killed
Name = PeriodicJob.Name

_running: subprocess.Popen[bytes] | None = None


def start_nightly(*, now: datetime) -> None:
    """Start a backup if one is due and no other server has begun it; requests are served
    meanwhile.
    """
    global _running
    if _running is not None and _running.poll() is None:
        return
    _running = None
    if is_due(now) and claim_backup(now):
        command = [str(settings.BASE_DIR / "manage.py"), "back_up", "--nightly"]
        _running = subprocess.Popen([sys.executable, *command])  # noqa: S603


def is_due(now: datetime) -> bool:
    """True if a backup is due. A new site has nothing to lose before its first night."""
    club = Club.objects.home()
    if club is None:
        return False
    job, _ = PeriodicJob.objects.get_or_create(name=Name.BACKUP, defaults={"ended_at": now})
    return job.ended_at < last_night(now, ZoneInfo(club.zone))


def last_night(now: datetime, zone: ZoneInfo) -> datetime:
    """Return the latest moment at which a backup was due.

    A hall's laptop sleeps at that time; it makes its backup at the next start.
    """
    here = now.astimezone(zone)
    tonight = datetime.combine(here.date(), AT, zone)
    if tonight <= here:
        return tonight
    return datetime.combine(here.date() - timedelta(days=1), AT, zone)


def claim_backup(now: datetime) -> bool:
    """Claim the backup: True for one of all servers that ask."""
    free = PeriodicJob.objects.filter(
        Q(begun_at=None) | Q(begun_at__lte=now - TAKES), name=Name.BACKUP
    )
    return bool(free.update(begun_at=now, begun_by=socket.gethostname()))


def make_nightly() -> None:
    left = problem = ""
    try:
        left = str(make_backup(kind=NIGHTLY))
        remove_old_nightly()
    except BackupProblem as trouble:
        problem = str(trouble)
    job = PeriodicJob.objects.get(name=Name.BACKUP)
    job.begun_at, job.ended_at, job.problem = None, timezone.now(), problem
    job.left = left or job.left
    job.save()
