"""Offers to count a friendly in a league: one side asks, the other accepts or declines."""

from datetime import datetime

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from leagues.models.leagues import League
from leagues.models.matches import Match
from leagues.models.people import Player, User


class CountOffer(models.Model):
    """One side's offer to count a friendly in a league; the other may answer until a time."""

    class State(models.TextChoices):
        OPEN = "open", _("Not answered yet")
        TAKEN = "taken", _("Agreed")
        DECLINED = "declined", _("Declined")
        WITHDRAWN = "withdrawn", _("Withdrawn")
        EXPIRED = "expired", _("Too late")

    friendly = models.ForeignKey(Match, models.CASCADE, related_name="count_offers")
    league = models.ForeignKey(League, models.CASCADE, related_name="count_offers")
    seat = models.PositiveSmallIntegerField(help_text="The side that asks.")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    user = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)
    until = models.DateTimeField()
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                name="one_count_offer_at_a_time_per_friendly",
                fields=["friendly"],
                condition=Q(state__in=["open", "taken"]),
            ),
            models.CheckConstraint(name="count_offer_seat_is_a_seat", condition=Q(seat__lte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.friendly} in {self.league}"

    def is_open(self, now: datetime) -> bool:
        """True if the other side may still answer."""
        return self.state == CountOffer.State.OPEN and now < self.until
