"""The valid rounds of a match, and every report of one."""

from __future__ import annotations

from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from leagues.models.fields import points_list
from leagues.models.log import AppendOnly, AppendOnlyQuerySet
from leagues.models.people import Player, User


class RoundQuerySet(models.QuerySet["Round"]):
    def unsettled(self) -> RoundQuerySet:
        """Rounds that only one side has reported, or that the sides report differently."""
        return self.filter(state__in=[Round.State.REPORTED, Round.State.DISPUTED])


class Round(models.Model):
    """The valid result of one round: all discs shot once, and counted."""

    class State(models.TextChoices):
        REPORTED = "reported", _("Reported by one side")
        AGREED = "agreed", _("Agreed")
        DISPUTED = "disputed", _("The sides disagree")
        RULED = "ruled", _("Decided by the desk")

    match = models.ForeignKey("Match", models.PROTECT, related_name="rounds")
    game = models.PositiveSmallIntegerField(default=1)
    number = models.PositiveSmallIntegerField()
    first = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=State, default=State.REPORTED)
    points = points_list()
    score = points_list()
    twenties = points_list()
    discs = models.JSONField(
        null=True, blank=True, help_text="Discs per zone and seat, where counted."
    )

    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(name="round_once_per_game", fields=["match", "game", "number"]),
            models.CheckConstraint(name="round_first_is_a_seat", condition=Q(first__lte=3)),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.match}"


class RoundReportQuerySet(AppendOnlyQuerySet):
    def in_time(self) -> RoundReportQuerySet:
        """Reports made while they could still count."""
        return self.exclude(kind=RoundReport.Kind.LATE)


class RoundReport(AppendOnly):
    """One person's claim of one round. Never changed, never deleted."""

    class Kind(models.TextChoices):
        CLAIM = "claim", _("Reported by a side")
        CARD = "card", _("Entered at the desk")
        RULING = "ruling", _("Decided by the desk")
        CORRECTION = "correction", _("Corrected by the desk")
        LATE = "late", _("Reported by a side, too late to count")

    key = models.UUIDField(unique=True)
    match = models.ForeignKey("Match", models.PROTECT, related_name="reports")
    game = models.PositiveSmallIntegerField(default=1)
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.CLAIM)
    seat = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The side that claims; null: the desk."
    )
    player = models.ForeignKey(
        Player, models.PROTECT, null=True, blank=True, related_name="reports"
    )
    user = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="reports")
    way = models.CharField(
        max_length=8, blank=True, default="", help_text="The way in that was used."
    )
    device = models.UUIDField(null=True, blank=True)
    claim: models.JSONField[Any, Any] = models.JSONField(encoder=DjangoJSONEncoder)
    reason = models.CharField(max_length=200, blank=True, default="")
    made_at = models.DateTimeField(help_text="By the clock of whoever reported.")
    received_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = RoundReportQuerySet.as_manager()  # type: ignore[misc]

    class Meta:
        ordering = ["received_at", "pk"]
        indexes = [models.Index(fields=["match", "game", "number"])]
        constraints = [
            models.CheckConstraint(
                name="report_seat_is_a_seat", condition=Q(seat=None) | Q(seat__lte=3)
            )
        ]

    def __str__(self) -> str:
        return f"report {self.key}"
