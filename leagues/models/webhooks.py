"""Webhooks: other programs that are notified of events, and the messages to each."""

from __future__ import annotations

from datetime import datetime
from typing import Self
from urllib.parse import urlsplit

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from leagues.models.outgoing import Outgoing, OutgoingQuerySet, claimed_until_a_time
from leagues.models.people import Club, User

LONGEST_ADDRESS = 500


class Webhook(models.Model):
    """An address to which this site posts messages, signed with its secret."""

    class Kind(models.TextChoices):
        RESULT = "result.changed", _("A result counts or changes")
        ROUND = "round.published", _("A game has been drawn and published")
        STARTED = "event.started", _("An event has started")
        FINISHED = "event.finished", _("An event has finished")
        NIGHT = "night.ended", _("A night of a league has ended")
        SEASON = "season.closed", _("A season has been closed")
        PLAYER = "player.added", _("A new person is in the club")
        TEST = "test", _("A test")

    club = models.ForeignKey(Club, models.CASCADE, related_name="webhooks")
    address = models.URLField(_("address"), max_length=LONGEST_ADDRESS)
    kinds: models.JSONField[list[str], list[str]] = models.JSONField(default=list)
    """The kinds of messages it gets."""
    secret = models.CharField(max_length=80)
    """The key that signs its messages, so it must be stored unhashed."""
    made_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    paused_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="webhook_address_once", fields=["club", "address"])
        ]

    def __str__(self) -> str:
        return self.host

    @property
    def host(self) -> str:
        """The host, the only part of the address that the log shows: the rest is often a secret."""
        return urlsplit(self.address).hostname or ""

    @property
    def kinds_in_words(self) -> list[str]:
        return [str(kind.label) for kind in self.Kind if kind in self.kinds]


class WebhookDeliveryQuerySet(OutgoingQuerySet["WebhookDelivery"]):
    def due(self, now: datetime) -> Self:
        """Messages due now; those of a paused webhook wait until it is resumed."""
        return super().due(now).filter(webhook__paused_at=None)


class WebhookDelivery(Outgoing):
    """One message to one program: the exact text that is signed and sent."""

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    kind = models.CharField(max_length=20, choices=Webhook.Kind)
    match_pk = models.BigIntegerField(null=True, blank=True)
    """The number of its match; no foreign key, so that the message outlives the match."""
    body = models.TextField()
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    """The status of the program's last answer; None if it did not answer."""

    objects = WebhookDeliveryQuerySet.as_manager()

    class Meta:
        constraints = [claimed_until_a_time("delivery_claimed_until_a_time")]
        indexes = [
            models.Index(fields=["send_at"], condition=Q(state="queued"), name="delivery_to_send"),
            models.Index(fields=["webhook", "match_pk"], name="delivery_of_match"),
            models.Index(F("made_at").desc(), name="delivery_latest"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} → {self.webhook}"
