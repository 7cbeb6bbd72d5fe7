"""Periodic jobs that run once for the whole site, on any of its servers."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models


class PeriodicJobs(models.Manager["PeriodicJob"]):
    def claim(self, name: PeriodicJob.Name, every: timedelta, now: datetime) -> bool:
        """Claim a job: of all servers that ask, one gets True, once in ``every``."""
        self.get_or_create(name=name, defaults={"ended_at": now - every})
        due = self.filter(name=name, ended_at__lte=now - every)
        return bool(due.update(ended_at=now))


class PeriodicJob(models.Model):
    """A job of the site: the server that runs or ran it, and its result."""

    class Name(models.TextChoices):
        BACKUP = "backup"
        REMINDERS = "reminders"
        OLD_MAIL = "old-mail"
        OLD_SESSIONS = "old-sessions"

    name = models.CharField(max_length=40, primary_key=True, choices=Name.choices)
    begun_at = models.DateTimeField(null=True, blank=True)
    begun_by = models.CharField(max_length=255, blank=True)
    """The name of the server, on which its output is."""
    ended_at = models.DateTimeField()
    left = models.TextField(blank=True)
    """The output, such as a file; empty if there is none yet."""
    problem = models.TextField(blank=True)

    objects = PeriodicJobs()

    def __str__(self) -> str:
        return self.name
