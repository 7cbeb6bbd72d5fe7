"""The stages of an event, their pools, and how ties in them were settled."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from leagues.models.entries import Entry
from leagues.models.events import Event
from leagues.models.fields import PoolName, StageName


def format_choices() -> list[tuple[str, Any]]:
    """The ways of pairing. A callable, so that a new one needs no migration."""
    return Stage.Format.choices


class Stage(models.Model):
    """A part of an event with one format."""

    class Format(models.TextChoices):
        ROUND_ROBIN = (
            "round_robin",
            ngettext_lazy("Everyone plays everyone", "Everyone plays everyone %(n)s times", 1),
        )
        PARTIAL = "partial", _("A set number of games against different opponents")
        SWISS = "swiss", _("Swiss")
        KNOCKOUT = "knockout", _("Knockout")
        DOUBLE_KNOCKOUT = "double_knockout", _("Double elimination")
        PAGE = "page", _("Page play-off")
        PARTNERS = "partners", _("Partners redrawn")
        HEATS = "heats", _("Three or four at a board")
        OUTSIDERS = "outsiders", _("Everyone plays the other clubs")
        SHOOT_OUT = "shoot_out", _("20s shoot-out")

    event = models.ForeignKey(Event, models.PROTECT, related_name="stages")
    number = models.PositiveSmallIntegerField()
    name: models.CharField[str, str] = StageName(_("name"), max_length=60)
    format = models.CharField(max_length=16, choices=format_choices)
    options = models.JSONField(default=dict, blank=True)
    match_format = models.JSONField(
        default=dict, blank=True, help_text="Empty: one game of the event's sheet."
    )
    chain = models.JSONField(
        default=list, blank=True, help_text="The tie-breaks in force, in order."
    )
    ranking = models.JSONField(
        default=dict,
        blank=True,
        help_text="After a split, and over unequal games. Empty: as usual.",
    )
    source = models.JSONField(default=dict, blank=True, help_text="Where the entries come from.")
    carries_over = models.BooleanField(
        default=False, help_text="Points of the stage before count on."
    )
    match_minutes = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Where it is not the event's usual."
    )
    is_queue = models.BooleanField(
        default=False, help_text="The next match goes to the next free board."
    )
    walkover_points = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Empty: what a clean win pays."
    )
    break_minutes = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Before it. Empty: as usual."
    )
    not_before = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Minutes into the event’s day, by its own clock."
    )
    opened_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="stage_number_once_per_event", fields=["event", "number"])
        ]

    def __str__(self) -> str:
        return self.name


class Pool(models.Model):
    """Entries that play each other in a stage. Every stage has at least one pool."""

    stage = models.ForeignKey(Stage, models.PROTECT, related_name="pools")
    number = models.PositiveSmallIntegerField(default=1)
    name: models.CharField[str, str] = PoolName(_("name"), max_length=40, blank=True)
    entries = models.ManyToManyField(Entry, through="PoolEntry", related_name="pools")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="pool_number_once_per_stage", fields=["stage", "number"])
        ]

    def __str__(self) -> str:
        return self.name or f"pool {self.number}"


class PoolEntry(models.Model):
    """An entry's seat in a pool, with its order before play."""

    pool = models.ForeignKey(Pool, models.CASCADE, related_name="places")
    stage = models.ForeignKey(Stage, models.PROTECT, related_name="+")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="pool_places")
    seed = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["seed"]
        constraints = [
            models.UniqueConstraint(name="entry_in_one_pool_of_a_stage", fields=["stage", "entry"]),
            models.UniqueConstraint(name="seed_once_per_pool", fields=["pool", "seed"]),
        ]

    def __str__(self) -> str:
        return f"{self.entry} in {self.pool}"


class Settlement(models.Model):
    """How a tie that matters was settled: a shoot-out, or an organiser's decision."""

    class Kind(models.TextChoices):
        SHOOT_OUT = "shoot_out", _("Shoot-out")
        DECISION = "decision", _("Decision")

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="settlements")
    kind = models.CharField(max_length=9, choices=Kind)
    result = models.JSONField(
        help_text="Best first: entries of a decision, or entry and 20s of each try."
    )
    reason = models.CharField(max_length=200, blank=True)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.get_kind_display()} in {self.stage}"
