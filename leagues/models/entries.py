"""Entries of an event, and the people behind them."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from leagues.models.events import Event
from leagues.models.people import Player, Surface, Team, listed_as


class EntryQuerySet(models.QuerySet["Entry"]):
    def named(self) -> EntryQuerySet:
        """With the people of each entry prefetched, so that names need no further query."""
        return self.prefetch_related(
            models.Prefetch(
                "line_up", EntryPlayer.objects.select_related("player"), "named_line_up"
            )
        )

    def drawn(self) -> EntryQuerySet:
        """Entries with a match, a seat in a published bracket, or 20s of a shoot-out.

        A seat alone is no draw: discarded drafts leave it behind.
        """
        drawn = (
            Q(side_entries__isnull=False)
            | Q(pool_places__pool__matches__slot__gt="")
            | Q(pool_places__stage__settlements__isnull=False)
        )
        return self.filter(drawn).distinct()

    def in_it(self) -> EntryQuerySet:
        """All entries except those on the waiting list."""
        return self.exclude(state=Entry.State.WAITING)

    def as_listed(self) -> EntryQuerySet:
        """In the order of public lists, by the first player of each entry."""
        first = Q(line_up__number=1) | Q(line_up=None)
        player = "line_up__player__"
        return self.filter(first).order_by(listed_as(player), Lower(f"{player}name"), "pk")

    def in_order(self) -> EntryQuerySet:
        """By seed; entries without a seed follow, in the order of entry."""
        return self.order_by(F("seed").asc(nulls_last=True), "pk")


class Entry(models.Model):
    """One competitor of an event: a player, a pair, or a club's team."""

    class State(models.TextChoices):
        WAITING = "waiting", _("On the waiting list")
        ACTIVE = "active", pgettext_lazy("of an entry", "Entered")
        PAUSED = "paused", _("Paused")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    event = models.ForeignKey(Event, models.PROTECT, related_name="entries")
    name = models.CharField(max_length=200, blank=True, help_text="Empty: named after its players.")
    team = models.ForeignKey(Team, models.PROTECT, null=True, blank=True, related_name="entries")
    players = models.ManyToManyField(Player, through="EntryPlayer", related_name="entries")
    seed = models.PositiveSmallIntegerField(null=True, blank=True)
    rating = models.FloatField(null=True, blank=True, help_text="The rating when entries closed.")
    state = models.CharField(max_length=9, choices=State, default=State.ACTIVE)
    venue = models.CharField(max_length=120, blank=True, help_text="Of home matches in a league.")
    checked_in_at = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(
                name="seed_once_per_event",
                fields=["event", "seed"],
                condition=Q(seed__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return self.name or f"entry {self.pk}"

    @property
    def people(self) -> list[Player]:
        """The players of this entry, in their order; only after ``named()``."""
        return [line.player for line in self.named_line_up]  # type: ignore[attr-defined]

    def shown_on(self, surface: Surface) -> str:
        """Return the entry's name, or the names its players use on this surface."""
        return entry_name(self.name, self.people, surface)


def entry_name(own: str, people: Iterable[Player], surface: Surface) -> str:
    return own or " & ".join(each.shown_on(surface) for each in people)


class EntryPlayer(models.Model):
    """A person of an entry. No one enters the same event twice."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="line_up")
    event = models.ForeignKey(Event, models.PROTECT, related_name="+")
    player = models.ForeignKey(Player, models.PROTECT, related_name="line_ups")
    number = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="player_enters_an_event_once", fields=["event", "player"]),
            models.UniqueConstraint(name="line_up_number_once", fields=["entry", "number"]),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.entry}"


class KeepApart(models.Model):
    """Two entries that should not meet: a family, or two the desk keeps apart."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="kept_apart")
    one = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    never = models.BooleanField(
        default=False, help_text="Not even where it can't be avoided otherwise."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(name="kept_apart_once", fields=["event", "one", "other"]),
            models.CheckConstraint(name="kept_apart_in_order", condition=Q(one__lt=F("other"))),
        ]

    def __str__(self) -> str:
        return f"{self.one} apart from {self.other}"
