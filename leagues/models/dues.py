"""Dues that members have paid. The site takes no payments and sends no reminders."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from leagues.models.leagues import League, Night
from leagues.models.people import Player, User


class Due(models.Model):
    """The payment of a player for a league's season, for one night, or for a year of membership.

    Without a row nothing is paid yet.
    """

    class State(models.TextChoices):
        PAID = "paid", _("Paid")
        PART = "part", _("Paid in part")
        WAIVED = "waived", _("Waived")

    league = models.ForeignKey(
        League, models.CASCADE, null=True, blank=True, related_name="paid_dues"
    )
    night = models.ForeignKey(
        Night,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="paid_dues",
        help_text="Empty: for the season.",
    )
    year = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The membership year of the club that begins in this year."
    )
    player = models.ForeignKey(Player, models.PROTECT, related_name="paid_dues")
    state = models.CharField(max_length=6, choices=State)
    amount = models.PositiveIntegerField(
        null=True, blank=True, help_text="In hundredths of the league’s currency."
    )
    user = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    recorded_by = models.ForeignKey(
        Player,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="The player who recorded it.",
    )
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="season_due_once_per_player",
                fields=["league", "player"],
                condition=Q(night=None),
            ),
            models.UniqueConstraint(
                name="night_due_once_per_player",
                fields=["night", "player"],
                condition=~Q(night=None),
            ),
            models.UniqueConstraint(
                name="membership_due_once_per_player",
                fields=["player", "year"],
                condition=~Q(year=None),
            ),
            models.CheckConstraint(
                name="due_is_of_a_league_or_a_year",
                condition=Q(league__isnull=False, year=None)
                | Q(league=None, night=None, year__isnull=False),
            ),
            models.CheckConstraint(
                name="part_of_a_due_says_how_much",
                # Without the first part, a comparison with NULL is NULL, and the constraint lets
                # it pass.
                condition=~Q(state="part") | Q(amount__isnull=False, amount__gt=0),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.state}"

    @property
    def currency(self) -> str:
        return self.league.currency if self.league else self.player.club.currency

    @property
    def noted_by(self) -> str:
        """The name of the person who recorded it; for an account without a player, the part
        before the @.
        """
        if self.recorded_by:
            return self.recorded_by.name
        return self.user.get_full_name().partition("@")[0] if self.user else ""
