"""Claims about an unplayed match of a league: postponed, a date, a no-show."""

from datetime import datetime
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from leagues.models.dated_matches import DatedMatch
from leagues.models.people import Player, User


class SaidOfMatch(models.Model):
    """The account, side and time of a claim. Without a seat it came from the league's desk."""

    dated = models.ForeignKey(DatedMatch, models.CASCADE)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    user = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        abstract = True
        ordering = ["pk"]


class PutOff(SaidOfMatch):
    """A match is postponed to a later day. The last one counts."""

    until = models.DateField(_("until"))
    reason = models.CharField(_("reason"), max_length=120, blank=True)

    class Meta(SaidOfMatch.Meta):
        default_related_name = "put_offs"

    def __str__(self) -> str:
        return f"{self.dated} put off until {self.until}"


class DateOffer(SaidOfMatch):
    """A day on which one side would play, until the other has answered."""

    class State(models.TextChoices):
        OPEN = "open", _("Proposed")
        TAKEN = "taken", _("Agreed")
        DECLINED = "declined", _("Declined")
        REPLACED = "replaced", _("Replaced")

    on = models.DateField(_("day"))
    at = models.TimeField(_("time"), null=True, blank=True)
    place = models.CharField(_("place"), max_length=120, blank=True)
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta(SaidOfMatch.Meta):
        default_related_name = "date_offers"
        constraints = [
            models.UniqueConstraint(
                name="one_open_date_offer_per_match", fields=["dated"], condition=Q(state="open")
            )
        ]

    def __str__(self) -> str:
        return f"{self.dated} on {self.on}"


class NoShowClaim(SaidOfMatch):
    """One side's claim that the other didn't come. The other may answer until a time."""

    class State(models.TextChoices):
        OPEN = "open", _("Not answered yet")
        ADMITTED = "admitted", _("Admitted")
        DENIED = "denied", _("Denied")
        DECIDED = "decided", _("Decided")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    answer_by = models.DateTimeField()
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)
    answer = models.CharField(_("answer"), max_length=200, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta(SaidOfMatch.Meta):
        default_related_name = "claims"
        constraints = [
            models.UniqueConstraint(
                name="one_claim_at_a_time_per_match",
                fields=["dated"],
                condition=Q(state__in=["open", "denied"]),
            )
        ]

    def __str__(self) -> str:
        return f"{self.dated}: nobody came to seat {self.seat}"

    @property
    def is_undecided(self) -> bool:
        return self.state in UNDECIDED

    def is_silent(self, now: datetime) -> bool:
        """True if the other side did not answer in time."""
        return self.state == NoShowClaim.State.OPEN and now >= self.answer_by


UNDECIDED: Any = (NoShowClaim.State.OPEN, NoShowClaim.State.DENIED)
