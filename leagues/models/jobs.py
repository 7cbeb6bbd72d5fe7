"""What time brings about once for the whole site, whichever of its servers does it."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models


class PeriodicJobs(models.Manager["PeriodicJob"]):
    def claim(self, name: PeriodicJob.Name, every: timedelta, now: datetime) -> bool:
        """Whether a job is due: of all servers that ask, one gets True, once in ``every``."""
        self.get_or_create(name=name, defaults={"ended_at": now - every})
        due = self.filter(name=name, ended_at__lte=now - every)
        return bool(due.update(ended_at=now))


class PeriodicJob(models.Model):
    """A job of the site: who does it now or did it last, and what came of it."""

    class Name(models.TextChoices):
        BACKUP = "backup"
        REMINDERS = "reminders"
        OLD_MAIL = "old-mail"
        OLD_SESSIONS = "old-sessions"

    name = models.CharField(max_length=40, primary_key=True, choices=Name.choices)
    begun_at = models.DateTimeField(null=True, blank=True)
    begun_by = models.CharField(max_length=255, blank=True)
    """The server's name: what it left is there."""
    ended_at = models.DateTimeField()
    left = models.TextField(blank=True)
    """What it left, such as a file; empty where it has left nothing yet."""
    problem = models.TextField(blank=True)

    objects = PeriodicJobs()

    def __str__(self) -> str:
        return self.name
