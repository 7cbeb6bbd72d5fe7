"""Files of results that were uploaded and not imported yet."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from leagues.models.people import Club, User


class ResultsFileQuerySet(models.QuerySet["ResultsFile"]):
    def coming(self, kind: str) -> set[int]:
        """Keys of the "events" or "players" of unfinished imports, which no bin shows."""
        written = self.exclude(writing_at=None).values_list("written", flat=True)
        return {key for each in written for key in each.get(kind, ())}


class ResultsFile(models.Model):
    """The rows of an uploaded file of results, and the answers about them so far."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="results_files")
    user = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    name = models.CharField(_("name"), max_length=200)
    content = models.BinaryField(help_text="The sheets as JSON, packed.")
    choices = models.JSONField(default=dict, blank=True)
    writing_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="When it was last written, while it is being brought in.",
    )
    written = models.JSONField(
        default=dict, blank=True, editable=False, help_text="The events and people written so far."
    )
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = ResultsFileQuerySet.as_manager()

    class Meta:
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return self.name
