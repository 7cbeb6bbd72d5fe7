"""Results from files about years before this site, without any matches."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from leagues.models.entries import Entry


class RecordedPlace(models.Model):
    """The final place of an entry in an event without known matches.

    ``points`` are as recorded, possibly a fraction; empty if they were not recorded.
    """

    entry = models.OneToOneField(
        Entry, models.CASCADE, primary_key=True, related_name="recorded_place"
    )
    place = models.PositiveSmallIntegerField(_("place"))
    points = models.CharField(max_length=40, blank=True)
    twenties = models.PositiveIntegerField(null=True)

    def __str__(self) -> str:
        return f"{self.place}: {self.entry}"
