"""The state of the server, for the owner's page about it and for metrics."""

import shutil
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import django
from django.conf import settings
from django.db import connection
from django.db.models import Count, Min

from leagues.backup.make import backups_folder, database_size
from leagues.backup.retention import NIGHTLY, made_at
from leagues.live.process_counts import COUNTS, ServerCounts
from leagues.models import KeptParcel, Mail, PeriodicJob, WebhookDelivery
from leagues.reads.club.queues import QueueStatus, queue_status

STAMPED = "????-??-??-??????"


@dataclass(frozen=True)
class StoredBackup:
    name: str
    made_at: datetime
    size: int


@dataclass(frozen=True)
class ServerStatus:
    release: str
    python: str
    django: str
    database: str
    database_size: int
    disk_free: int
    disk_size: int
    folder: Path
    counts: ServerCounts
    waiting: int
    """The number of received reports from phones that are not processed yet."""
    waiting_since: datetime | None
    mail: QueueStatus
    webhooks: QueueStatus
    job: PeriodicJob | None
    """The job that makes nightly backups; None if it has never run."""
    copies: PeriodicJob | None
    """The job that copies them off this machine; None if it has never run."""
    wants_copies: bool
    backups: list[StoredBackup]
    """The backup files on this server, newest first."""

    @property
    def has_news(self) -> bool:
        """Whether every process on this server receives live updates."""
        return self.counts.processes_with_news == self.counts.processes > 0

    @property
    def looked_at(self) -> datetime | None:
        at = self.counts.looked_at
        return datetime.fromtimestamp(at, UTC) if at else None

    @property
    def last_backup(self) -> datetime | None:
        """When the newest backup was made, on any server of the site; None if there is none."""
        known = [each.made_at for each in self.backups[:1]]
        if self.job and self.job.left and not self.job.problem:
            known.append(self.job.ended_at)
        return max(known, default=None)

    @property
    def last_copy(self) -> datetime | None:
        """When the newest backup that lies off this machine was made; None if none does."""
        return made_at(self.copies.left, NIGHTLY) if self.copies else None


def server_status() -> ServerStatus:
    disk = shutil.disk_usage(settings.DATA_DIR)
    jobs = PeriodicJob.objects.in_bulk()
    parcels = KeptParcel.objects.aggregate(number=Count("pk"), first=Min("received_at"))
    return ServerStatus(
        release=settings.RELEASE,
        python=sys.version.partition(" ")[0],
        django=django.get_version(),
        database=connection.vendor,
        database_size=database_size(),
        disk_free=disk.free,
        disk_size=disk.total,
        folder=Path(settings.DATA_DIR),
        counts=COUNTS.together(),
        waiting=parcels["number"],
        waiting_since=parcels["first"],
        mail=queue_status(Mail),
        webhooks=queue_status(WebhookDelivery),
        job=jobs.get(PeriodicJob.Name.BACKUP),
        copies=jobs.get(PeriodicJob.Name.BACKUP_COPY),
        wants_copies=bool(settings.BACKUP_FOLDER or settings.BACKUP_COMMAND),
        backups=stored_backups(),
    )


def stored_backups() -> list[StoredBackup]:
    found = [
        StoredBackup(
            file.name, datetime.fromtimestamp(file.stat().st_mtime, UTC), file.stat().st_size
        )
        for file in backups_folder().glob("*.zip")
    ]
    return sorted(found, key=lambda each: each.made_at, reverse=True)
