"""A backup every night, made by one server of the site, in a separate process."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone

from leagues.backup.make import make_backup
from leagues.backup.problem import BackupProblem
from leagues.backup.retention import NIGHTLY, remove_old_nightly
from leagues.backup.site_process import SiteProcess
from leagues.models import Club, PeriodicJob

AT = time(4)  # by the club's clock, when no one plays
Name = PeriodicJob.Name

_process = SiteProcess("back_up", "--nightly")


def start_nightly(*, now: datetime) -> None:
    """Start a backup if one is due and no other server has begun it; requests are served
    meanwhile.
    """
    _process.start_if(lambda: is_due(now) and PeriodicJob.objects.begin(Name.BACKUP, now))


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
