"""Base for outgoing messages: written with an act, claimed by one server, retried, given up."""

import uuid
from datetime import datetime
from typing import Self, TypeVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

M = TypeVar("M", bound="Outgoing")


class OutgoingQuerySet(models.QuerySet[M]):
    def due(self, now: datetime) -> Self:
        """Messages due now that no process is sending; the oldest first."""
        waits = self.free(now).filter(state=Outgoing.State.QUEUED, send_at__lte=now)
        return waits.order_by("send_at", "pk")

    def free(self, now: datetime) -> Self:
        """Messages that no server has claimed, or whose server did not finish in time."""
        return self.filter(Q(claimed_until=None) | Q(claimed_until__lte=now))


class Outgoing(models.Model):
    """One outgoing message: whether it was sent, and why not yet."""

    class State(models.TextChoices):
        QUEUED = "queued", _("Waiting")
        SENT = "sent", _("Sent")
        FAILED = "failed", _("Not sent")

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    """Sent with the message, so that a receiver can recognise a repeated one."""
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    send_at = models.DateTimeField(default=timezone.now)
    """When it is sent, or retried."""
    state = models.CharField(max_length=6, choices=State, default=State.QUEUED)
    tries = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    claimed_by = models.UUIDField(null=True, blank=True)
    claimed_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True


def claimed_until_a_time(name: str) -> models.CheckConstraint:
    return models.CheckConstraint(
        name=name,
        condition=Q(claimed_by=None, claimed_until=None)
        | Q(claimed_by__isnull=False, claimed_until__isnull=False),
    )
