"""Files of results that somebody has uploaded and not brought in yet."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from leagues.models.people import Club, User


class ResultsFile(models.Model):
    """What was read from a file of results, and what somebody has said about it so far."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="results_files")
    user = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    name = models.CharField(_("name"), max_length=200)
    content = models.BinaryField(help_text=_("The sheets as JSON, packed."))
    choices = models.JSONField(default=dict, blank=True)
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return self.name
