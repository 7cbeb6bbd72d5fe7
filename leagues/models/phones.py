"""Phones and tablets in the hall: which device scores for which side, and push addresses."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from leagues.models.events import Board
from leagues.models.fields import language_field
from leagues.models.matches import Match
from leagues.models.people import Player

AWAY_AFTER = timedelta(minutes=2)


class KioskQuerySet(models.QuerySet["Kiosk"]):
    def open(self) -> KioskQuerySet:
        return self.filter(revoked_at=None).select_related("board")


class Kiosk(models.Model):
    """A tablet at a board that scores all matches played there."""

    board = models.ForeignKey(Board, models.CASCADE, related_name="kiosks")
    name = models.CharField(_("name"), max_length=40, blank=True)
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    seen_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = KioskQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name or f"tablet at {self.board}"


class ScoringPhone(models.Model):
    """The phone that currently scores for a side, so that two phones notice each other."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="phones")
    seat = models.PositiveSmallIntegerField()
    device = models.UUIDField()
    seen_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_scoring_phone_per_side", fields=["match", "seat"]),
            models.CheckConstraint(name="phone_seat_is_a_seat", condition=Q(seat__lte=3)),
        ]

    def __str__(self) -> str:
        return f"phone for side {self.seat} of {self.match}"

    @property
    def is_away(self) -> bool:
        """True if it was not seen for a while: another phone may take the side."""
        return self.seen_at < timezone.now() - AWAY_AFTER


class KeptParcel(models.Model):
    """Reports from a phone that wait to be judged.

    They are safe until they are stored as reports, even if the process that should judge them dies.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    signed = models.CharField(max_length=200)
    body = models.BinaryField()
    received_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["received_at"]

    def __str__(self) -> str:
        return f"parcel of {self.received_at:%H:%M:%S}"

    @classmethod
    def of(cls, signed: str, reports: bytes) -> KeptParcel:
        """Return a parcel of these reports. The same reports sent again are another parcel, so that
        the verdict on one deletes nothing that waits for its own.
        """
        return cls(id=uuid4(), signed=signed, body=reports)


class PushAddress(models.Model):
    """A browser's push address, and the person it belongs to."""

    endpoint = models.TextField()
    endpoint_hash = models.CharField(max_length=64, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=40)
    player = models.ForeignKey(
        Player, models.CASCADE, null=True, blank=True, related_name="push_addresses"
    )
    language = language_field()
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name_plural = "push addresses"

    def __str__(self) -> str:
        return f"push address {self.pk}"


class Follow(models.Model):
    """A browser that is notified of a player's matches."""

    address = models.ForeignKey(PushAddress, models.CASCADE, related_name="follows")
    player = models.ForeignKey(Player, models.CASCADE, related_name="followers")

    class Meta:
        constraints = [models.UniqueConstraint(name="followed_once", fields=["address", "player"])]

    def __str__(self) -> str:
        return f"{self.address} follows {self.player}"
