"""20s drills: open shots at an empty board, alone. Nothing is derived from their results."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from leagues.models.people import Player


class ShotDrill(models.Model):
    """The 20s of one drill by the player's count, with or without a clock."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="drills")
    twenties = models.PositiveSmallIntegerField(_("20s"))
    shots = models.PositiveSmallIntegerField(_("shots"), default=12)
    seconds = models.PositiveSmallIntegerField(_("seconds"), null=True, blank=True)
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-made_at", "-pk"]
        indexes = [models.Index(fields=["player", "-made_at"])]
        constraints = [
            models.CheckConstraint(
                name="drill_has_no_more_20s_than_shots",
                condition=Q(twenties__lte=F("shots"), shots__gte=1),
            )
        ]

    def __str__(self) -> str:
        return f"{self.twenties} of {self.shots} by {self.player}"
