"""Stored sums of results, so that no page adds up all years of the club.

They follow from the results alone and can be deleted: the next reader makes them again
(``leagues/reads/people/stored_sums.py``).
"""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from leagues.models.events import Event
from leagues.models.matches import Match
from leagues.models.people import Club, Player


class SumsVersion(models.Model):
    """A counter of writes to a club's sums: a writer checks that they haven't changed since it
    read.
    """

    club = models.OneToOneField(Club, models.CASCADE, primary_key=True, related_name="sums_version")
    number = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"version {self.number}"


class SummedEvent(models.Model):
    """An event whose results are in the sums."""

    event = models.OneToOneField(Event, models.CASCADE, primary_key=True, related_name="summed")
    revision = models.PositiveBigIntegerField(
        null=True, help_text="Empty: its last day is not in them."
    )
    is_listed = models.BooleanField()
    days = models.JSONField(help_text="A digest of each day's results, by day.")
    last_day = models.DateField(null=True, db_index=True)

    def __str__(self) -> str:
        return f"sums of {self.event}"


class EventPodium(models.Model):
    """The first three of a finished event, at one revision of it.

    ``places`` are the place, the last of the shared places, and the entry; ``clubs`` have the
    club's name and points instead, if clubs win the event.
    """

    event = models.OneToOneField(
        Event, models.CASCADE, primary_key=True, related_name="kept_podium"
    )
    revision = models.PositiveBigIntegerField()
    places: models.JSONField[Any, Any] = models.JSONField()
    clubs: models.JSONField[Any, Any] = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"podium of {self.event}"


class AwardsOfEvent(models.Model):
    """The revision of a finished event up to which its stored awards are current."""

    event = models.OneToOneField(
        Event, models.CASCADE, primary_key=True, related_name="kept_awards"
    )
    revision = models.PositiveBigIntegerField()

    def __str__(self) -> str:
        return f"awards of {self.event}"


class EventAward(models.Model):
    """An award of one player at a finished event, from its results."""

    class Kind(models.TextChoices):
        TWENTIES = "20s", _("Most 20s")
        RUN = "run", _("Longest run of wins")
        UPSET = "upset", _("Biggest upset")
        NEWCOMER = "newcomer", _("Best newcomer")
        PODIUM = "podium", _("Podium")

    event = models.ForeignKey(Event, models.CASCADE, related_name="awards")
    kind = models.CharField(max_length=8, choices=Kind)
    player = models.ForeignKey(Player, models.CASCADE, related_name="event_awards")
    figure = models.PositiveIntegerField(
        help_text="So many 20s or matches, the share that was expected, or the place."
    )
    match = models.ForeignKey(Match, models.CASCADE, null=True, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(name="event_award_once", fields=["event", "kind", "player"])
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.player}"

    @property
    def who(self) -> Player:
        """The player as they are today, after merges."""
        return self.player.merged_into or self.player


class OfEventQuerySet(models.QuerySet[Any]):
    def listed(self) -> OfEventQuerySet:
        """Sums of events that the club's front page may list."""
        return self.filter(event__visibility=Event.Visibility.PUBLIC, event__binned_at=None)


class EventSum(models.Model):
    """One player's sums of one event. 20s count only if the player was alone on the side."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, models.CASCADE, related_name="event_sums")
    won = models.PositiveIntegerField(default=0)
    tied = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    points = models.PositiveIntegerField(default=0)
    against = models.PositiveIntegerField(default=0)
    rounds = models.PositiveIntegerField(default=0, help_text="Of which the 20s are known.")
    twenties = models.PositiveIntegerField(default=0)
    rounds_first = models.PositiveIntegerField(
        default=0, help_text="Shot first, between two sides."
    )
    twenties_first = models.PositiveIntegerField(default=0)
    rounds_last = models.PositiveIntegerField(default=0, help_text="Shot last, with the hammer.")
    twenties_last = models.PositiveIntegerField(default=0)
    perfect = models.PositiveIntegerField(default=0, help_text="Every disc a 20.")
    best_round = models.PositiveIntegerField(default=0)
    best_round_match = models.ForeignKey(Match, models.CASCADE, null=True, related_name="+")
    best_game = models.PositiveIntegerField(default=0)
    best_game_match = models.ForeignKey(Match, models.CASCADE, null=True, related_name="+")

    objects = OfEventQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="event_sum_once_per_player", fields=["player", "event"])
        ]
        indexes = [
            models.Index(
                F("player"),
                F("best_round").desc(),
                F("best_round_match"),
                name="best_round_of_player",
            ),
            models.Index(
                F("player"), F("best_game").desc(), F("best_game_match"), name="best_game_of_player"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.event}"


class PairSum(models.Model):
    """The best game of two partners in one event."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="+")
    one = models.ForeignKey(Player, models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, models.CASCADE, related_name="+")
    best_game = models.PositiveIntegerField()
    best_game_match = models.ForeignKey(Match, models.CASCADE, related_name="+")

    objects = OfEventQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="pair_sum_once_per_event", fields=["event", "one", "other"]
            ),
            models.CheckConstraint(name="pair_sum_in_order", condition=Q(one__lt=F("other"))),
        ]

    def __str__(self) -> str:
        return f"{self.one} & {self.other} in {self.event}"


class DaySum(models.Model):
    """A player's rating at the end of a day on which they played."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, models.CASCADE, related_name="day_sums")
    day = models.DateField()
    mu = models.FloatField(null=True)
    sigma = models.FloatField(null=True)
    rated_on = models.DateField(null=True, help_text="The last day that the rating comes from.")
    is_public = models.BooleanField(
        default=False, help_text="Everybody may read what was rated that day."
    )
    run = models.PositiveIntegerField(
        default=0, help_text="Matches won one after the other, up to that evening."
    )
    longest_run = models.PositiveIntegerField(default=0)
    unbeaten = models.PositiveIntegerField(
        default=0, help_text="Matches without a loss, up to that evening."
    )
    longest_unbeaten = models.PositiveIntegerField(default=0)
    run_from = models.DateField(
        null=True, help_text="The day on which the run of that evening began."
    )
    longest_run_from = models.DateField(null=True)
    longest_run_until = models.DateField(null=True)
    unbeaten_from = models.DateField(null=True)
    longest_unbeaten_from = models.DateField(null=True)
    longest_unbeaten_until = models.DateField(null=True)
    played = models.PositiveIntegerField(default=0, help_text="Matches in all.")
    reached: models.JSONField[Any, Any] = models.JSONField(
        null=True, help_text="Milestones of that day: what, how many, and the match it was."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="day_sum_once_per_player", fields=["player", "club", "day"]
            )
        ]
        indexes = [models.Index(fields=["club", "day"])]

    def __str__(self) -> str:
        return f"{self.player} on {self.day}"
