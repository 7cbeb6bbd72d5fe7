"""Screens on the wall, and what they show."""

from __future__ import annotations

from datetime import timedelta

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from leagues.models.events import Event
from leagues.models.links import hash_token

# The lifetime of a screen whose code was never typed.
CODE_LASTS = timedelta(hours=2)
# Letters and digits that aren't confused across a hall.
CODE_LETTERS = "ACDEFGHJKLMNPQRTUVWXY34679"
CODE_LENGTH = 6


class ScreenQuerySet(models.QuerySet["Screen"]):
    def paired(self) -> ScreenQuerySet:
        """Screens that the desk has added and not removed."""
        return self.filter(revoked_at=None).exclude(paired_at=None).order_by("pk")

    def waiting(self) -> ScreenQuerySet:
        """Screens with a code that can still be typed."""
        since = timezone.now() - CODE_LASTS
        return self.filter(paired_at=None, revoked_at=None, made_at__gt=since)

    def stale(self) -> ScreenQuerySet:
        return self.filter(paired_at=None, made_at__lte=timezone.now() - CODE_LASTS)

    def for_token(self, token: str) -> Screen | None:
        """Return the screen with this secret; None if the desk has removed it or its code has
        expired.
        """
        found = self.filter(token_hash=hash_token(token))
        return found.paired().first() or found.waiting().first()


class Screen(models.Model):
    """A browser on the wall. It shows a code until an organiser types it at the desk."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="screens")
    name = models.CharField(_("name"), max_length=40, blank=True)
    code = models.CharField(max_length=6, null=True, blank=True, unique=True)
    token_hash = models.CharField(max_length=64, unique=True)
    shows = models.JSONField(default=dict, blank=True, help_text="The view, and what it is set to.")
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    paired_at = models.DateTimeField(null=True, blank=True)
    seen_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = ScreenQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="screen_has_a_code_until_paired", condition=Q(code=None) | Q(paired_at=None)
            )
        ]

    def __str__(self) -> str:
        return self.name or f"screen {self.pk}"
