"""The end of a season: its final table, awards, finals, and answers about the next season."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from leagues.models.entries import Entry
from leagues.models.events import Event
from leagues.models.fields import PoolName
from leagues.models.leagues import League
from leagues.models.log import AppendOnly
from leagues.models.people import Player, Surface, User
from scoring.season import AwardKind, figures_text
from scoring.season.kept_row import read_number
from scoring.text import Text


class FinalRowQuerySet(models.QuerySet["FinalRow"]):
    def named(self) -> FinalRowQuerySet:
        """With the people of each line prefetched, in the order in which a pair was entered."""
        behind = FinalRow.players.through._meta.db_table  # by name, as Django needs it
        people = Player.objects.select_related("merged_into")
        return self.prefetch_related(
            models.Prefetch("players", people.extra(order_by=[f"{behind}.id"]), "named_players")
        )


class FinalRow(models.Model):
    """A line of the table of a closed league, as it was on the day of closing.

    ``players`` are several if a pair or a team has the line. ``facts`` is the row of a table of
    nights (``scoring/season/kept_row.py``) with the players' marks for each night.
    """

    league = models.ForeignKey(League, models.CASCADE, related_name="final_rows")
    number = models.PositiveSmallIntegerField()
    division: models.CharField[str, str] = PoolName(max_length=40, blank=True)
    place = models.PositiveSmallIntegerField()
    players = models.ManyToManyField(Player, related_name="final_rows")
    team = models.CharField(max_length=120, blank=True)
    total = models.CharField(max_length=40)
    played = models.PositiveSmallIntegerField(
        help_text="Nights, or matches where the league has dated ones."
    )
    facts: models.JSONField[Any, Any] = models.JSONField(default=dict)

    objects = FinalRowQuerySet.as_manager()

    class Meta:
        ordering = ["league", "number"]
        constraints = [models.UniqueConstraint(name="final_row_once", fields=["league", "number"])]

    def __str__(self) -> str:
        return f"{self.place} in {self.league}"

    @property
    def points(self) -> Fraction:
        return Fraction(self.total)

    @property
    def people(self) -> list[Player]:
        """The players as they are today, after merges; only for rows ``named()``."""
        players = self.named_players  # type: ignore[attr-defined]
        return [each.merged_into or each for each in players]

    def shown_on(self, surface: Surface) -> str:
        names = " & ".join(each.shown_on(surface) for each in self.people)
        return self.team or names


class Award(models.Model):
    """An award at the end of a season, confirmed by an organiser."""

    class Kind(models.TextChoices):
        CHAMPION = "champion", _("Champion")
        FINALS = "finals", _("Winner of the finals")
        TWENTIES = "20s", _("Most 20s")
        TWENTIES_AVERAGE = "20s-average", _("Most 20s a round")
        IMPROVED = "improved", _("Most improved")
        ATTENDANCE = "attendance", _("Best attendance")
        RUN = "run", _("Longest run of nights")
        NEWCOMER = "newcomer", _("Newcomer of the season")
        UPSET = "upset", _("Biggest upset")
        OWN = "own", _("Another award")

    league = models.ForeignKey(League, models.CASCADE, related_name="awards")
    kind = models.CharField(max_length=12, choices=Kind)
    title = models.CharField(_("award"), max_length=60, blank=True)
    division: models.CharField[str, str] = PoolName(max_length=40, blank=True)
    player = models.ForeignKey(Player, models.PROTECT, related_name="awards")
    rival = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    figures: models.JSONField[Any, Any] = models.JSONField(default=list)
    user = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(name="award_once", fields=["league", "kind", "title", "player"])
        ]

    def __str__(self) -> str:
        return f"{self.named}: {self.player}"

    @property
    def named(self) -> str:
        return self.title or str(self.get_kind_display())

    @property
    def who(self) -> Player:
        """The players as they are today, after merges."""
        return self.player.merged_into or self.player

    @property
    def against(self) -> Player | None:
        return self.rival and (self.rival.merged_into or self.rival)

    @property
    def figures_text(self) -> Text | str:
        """The figures that support the award, in words; empty for an award that the club made
        up.
        """
        if self.kind == self.Kind.OWN:
            return ""
        return figures_text(AwardKind(self.kind), tuple(map(read_number, self.figures)))


class SeasonFinals(models.Model):
    """An event that was seeded from the table of a league at one moment.

    ``seeds`` are the seeded lines of the table, in order; ``rule`` is how they were chosen. Later
    corrections change neither.
    """

    league = models.ForeignKey(League, models.CASCADE, related_name="finals")
    event = models.OneToOneField(Event, models.PROTECT, related_name="finals_of_season")
    rule: models.JSONField[Any, Any] = models.JSONField(default=dict)
    seeds: models.JSONField[Any, Any] = models.JSONField(default=list)
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"finals of {self.league}"


class SeasonAnswer(AppendOnly):
    """A player's answer about the coming season. The last one counts."""

    class Reply(models.TextChoices):
        IN = "in", pgettext_lazy("answer for next season", "In")
        OUT = "out", pgettext_lazy("answer for next season", "Out")

    league = models.ForeignKey(League, models.CASCADE, related_name="season_answers")
    player = models.ForeignKey(Player, models.PROTECT, related_name="season_answers")
    reply = models.CharField(max_length=3, choices=Reply)
    user = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    answered_by = models.ForeignKey(
        Player,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="The player who answered for them.",
    )
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["league", "player", "-id"])]

    def __str__(self) -> str:
        return f"{self.player}: {self.reply}"


class TeamSeasonAnswer(AppendOnly):
    """A captain's answer whether the team plays the coming season. The last one counts."""

    league = models.ForeignKey(League, models.CASCADE, related_name="team_season_answers")
    entry = models.ForeignKey(
        Entry,
        models.PROTECT,
        related_name="season_answers",
        help_text="The team in the season before.",
    )
    reply = models.CharField(max_length=3, choices=SeasonAnswer.Reply)
    user = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.entry}: {self.reply}"
