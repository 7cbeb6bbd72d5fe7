"""What time brings about once for the whole site, whichever of its servers does it."""

from __future__ import annotations

from django.db import models


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

    def __str__(self) -> str:
        return self.name
