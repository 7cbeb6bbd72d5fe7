"""Dates of a league's matches: a week of its calendar, and a last day."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from leagues.models.fields import points_list
from leagues.models.leagues import Night
from leagues.models.log import AppendOnly
from leagues.models.matches import Match
from leagues.models.people import Player, User


class DatedMatch(models.Model):
    """The week of a match and its last day; a day, a time and a venue once agreed.

    ``week`` is a night of the league's calendar. Days are by the league's clock.
    """

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="dated")
    week = models.ForeignKey(Night, models.PROTECT, related_name="dated_matches")
    due_on = models.DateField(_("due"))
    on = models.DateField(_("day"), null=True, blank=True)
    at = models.TimeField(_("time"), null=True, blank=True)
    place = models.CharField(_("place"), max_length=120, blank=True)
    is_edited = models.BooleanField(
        default=False, help_text="Moved by hand: it stays when its week moves."
    )
    settled_at = models.DateTimeField(
        null=True, blank=True, help_text="When its last day had passed and that was acted upon."
    )

    is_contested = models.BooleanField(
        default=False, help_text="Its sides entered different results."
    )

    class Meta:
        indexes = [models.Index(fields=["due_on"])]
        constraints = [
            models.CheckConstraint(
                name="dated_match_has_a_day_for_its_time",
                condition=Q(at=None) | Q(on__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return f"{self.match}, due on {self.due_on}"


class TotalsReport(AppendOnly):
    """One side's claim of a whole match without its rounds. Never changed, never deleted."""

    key = models.UUIDField(unique=True)
    match = models.ForeignKey(Match, models.PROTECT, related_name="totals_reports")
    seat = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The side that claims; null: the desk."
    )
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    user = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    points = points_list()
    twenties = points_list()
    received_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                name="totals_seat_is_a_seat", condition=Q(seat=None) | Q(seat__lte=1)
            )
        ]

    def __str__(self) -> str:
        return f"totals report {self.key}"
