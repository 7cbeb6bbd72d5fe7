"""What a file says of years before this site, where nothing was played here that would say it."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from leagues.models.entries import Entry


class RecordedPlace(models.Model):
    """Where an entry ended in an event of which no match is known.

    ``points`` are as they were written down, a fraction perhaps; empty where they were not.
    """

    entry = models.OneToOneField(
        Entry, models.CASCADE, primary_key=True, related_name="recorded_place"
    )
    place = models.PositiveSmallIntegerField(_("place"))
    points = models.CharField(max_length=40, blank=True)
    twenties = models.PositiveIntegerField(null=True)

    def __str__(self) -> str:
        return f"{self.place}: {self.entry}"
