"""The log: permanent, ordered records of who did what."""

from __future__ import annotations

from typing import Any, NoReturn

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone

from leagues.models.people import Club, Player, User


class Unchangeable(Exception):
    """Raised on an attempt to change or delete an append-only row."""


class AppendOnlyQuerySet(models.QuerySet[Any]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise Unchangeable("These rows are kept as they were written.")

    def delete(self) -> NoReturn:
        raise Unchangeable("These rows are kept for good.")


class AppendOnly(models.Model):
    """Rows that are written once."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise Unchangeable("These rows are kept as they were written.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise Unchangeable("These rows are kept for good.")


class Action(AppendOnly):
    """One line of the log: "Ann entered round 3 of match 12: 65–40"."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="log")
    event = models.ForeignKey(
        "leagues.Event", models.PROTECT, null=True, blank=True, related_name="log"
    )
    revision = models.PositiveBigIntegerField(null=True, blank=True)
    verb = models.CharField(max_length=40)
    details: models.JSONField[Any, Any] = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    user = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="log")
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="log")
    at = models.DateTimeField(default=timezone.now, editable=False)
    undoes = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="undone_by"
    )

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["event", "revision"]),
            models.Index(
                fields=["club", "-id"], condition=models.Q(event=None), name="log_beside_events"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.verb} at {self.at:%Y-%m-%d %H:%M}"
