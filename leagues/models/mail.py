"""E-mail on its way: a row is written with what causes it, and sent afterwards."""

from __future__ import annotations

import uuid
from datetime import datetime

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from leagues.models.people import Player, User


class MailQuerySet(models.QuerySet["Mail"]):
    def due(self, now: datetime) -> MailQuerySet:
        """What is to be sent now, and nobody is sending; the oldest first."""
        waits = self.filter(state=Mail.State.QUEUED, send_at__lte=now)
        return waits.free(now).order_by("send_at", "pk")

    def free(self, now: datetime) -> MailQuerySet:
        """What no server has claimed, or one that did not end in time."""
        return self.filter(Q(claimed_until=None) | Q(claimed_until__lte=now))


class Mail(models.Model):
    """One message to one address: what it says, whether it was sent, and why not yet."""

    class Kind(models.TextChoices):
        LINK = "link", _("Personal link")
        INVITATION = "invitation", _("Invitation")
        ENTRY = "entry", _("On a list")
        REMINDER = "reminder", _("Reminder")

    class State(models.TextChoices):
        QUEUED = "queued", _("Waiting")
        SENT = "sent", _("Sent")
        FAILED = "failed", _("Not sent")

    HOLD_SECRETS = frozenset({Kind.LINK, Kind.INVITATION})
    """What these say opens something, so it is kept only until they are sent."""

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    """In its Message-ID: a mailbox that gets it twice can tell."""
    kind = models.CharField(max_length=12, choices=Kind)
    player = models.ForeignKey(
        Player, models.CASCADE, null=True, blank=True, related_name="mail"
    )
    to = models.EmailField()
    subject = models.CharField(max_length=200)
    text = models.TextField(blank=True)
    about = models.CharField(max_length=120, blank=True)
    """What it is about, where that is told once for good."""
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    made_by = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    send_at = models.DateTimeField(default=timezone.now)
    """When it is sent, or tried again."""
    state = models.CharField(max_length=6, choices=State, default=State.QUEUED)
    tries = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    """From when on it is no news any more, and not sent."""
    sent_at = models.DateTimeField(null=True, blank=True)
    claimed_by = models.UUIDField(null=True, blank=True)
    claimed_until = models.DateTimeField(null=True, blank=True)

    objects = MailQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="mail_about_it_once", fields=["about"], condition=~Q(about="")
            ),
            models.CheckConstraint(
                name="mail_claimed_until_a_time",
                condition=Q(claimed_by=None, claimed_until=None)
                | Q(claimed_by__isnull=False, claimed_until__isnull=False),
            ),
        ]
        indexes = [
            models.Index(
                fields=["send_at"], condition=Q(state="queued"), name="mail_to_send"
            ),
            models.Index(F("made_at").desc(), name="mail_latest"),
        ]

    def __str__(self) -> str:
        return f"{self.subject} → {self.to}"

    @property
    def may_be_stopped(self) -> bool:
        """Whether whoever gets it may say that they want no more of this kind."""
        return self.kind == self.Kind.REMINDER and self.player_id is not None

    @property
    def holds_secret(self) -> bool:
        return self.kind in self.HOLD_SECRETS
