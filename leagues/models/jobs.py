"""Periodic jobs that run once for the whole site, on any of its servers."""

from __future__ import annotations

import socket
from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q

TAKES = timedelta(hours=1)


class PeriodicJobs(models.Manager["PeriodicJob"]):
    def begin(self, name: PeriodicJob.Name, now: datetime, takes: timedelta = TAKES) -> bool:
        """Begin a job: of all servers that ask, one gets True, unless it is in progress.

        A process that takes longer than ``takes`` counts as killed.
        """
        free = self.filter(Q(begun_at=None) | Q(begun_at__lte=now - takes), name=name)
        return bool(free.update(begun_at=now, begun_by=socket.gethostname()))

    def claim(self, name: PeriodicJob.Name, every: timedelta, now: datetime) -> bool:
        """Claim a job: of all servers that ask, one gets True, once in ``every``."""
        self.get_or_create(name=name, defaults={"ended_at": now - every})
        due = self.filter(name=name, ended_at__lte=now - every)
        return bool(due.update(ended_at=now))


class PeriodicJob(models.Model):
    """A job of the site: the server that runs or ran it, and its result."""

    class Name(models.TextChoices):
        BACKUP = "backup"
        BACKUP_COPY = "backup-copy"
        REMINDERS = "reminders"
        OLD_MAIL = "old-mail"
        OLD_SESSIONS = "old-sessions"
        WEEK = "week-matches"
        PUBLISH = "publish"

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
