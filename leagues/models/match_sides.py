"""The sides of a match, their players, and their results."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.functional import cached_property

from leagues.models.entries import Entry
from leagues.models.people import Player, Surface


class MatchSideQuerySet(models.QuerySet["MatchSide"]):
    def named(self) -> MatchSideQuerySet:
        """With the named entries of every side prefetched, so that names need no further query."""
        entries = Entry.objects.named().order_by("pk")
        into_list = models.Prefetch("entries", entries, to_attr="entry_list")
        return self.prefetch_related(into_list)  # type: ignore[no-redef]


class MatchSide(models.Model):
    """One side of one match: its players, and its result."""

    match = models.ForeignKey("Match", models.CASCADE, related_name="sides")
    seat = models.PositiveSmallIntegerField()
    entries = models.ManyToManyField(Entry, through="SideEntry", related_name="sides")
    players = models.ManyToManyField(Player, through="SidePlayer", related_name="sides")
    points = models.PositiveIntegerField(default=0)
    twenties = models.PositiveIntegerField(null=True, blank=True)
    other_result = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="The result where it is not the points: games won, or the 20s of a shoot-out.",
    )
    by_game = models.JSONField(
        default=list, blank=True, help_text="The points of each game, where several."
    )
    confirmed_at = models.DateTimeField(
        null=True, blank=True, help_text="When this side confirmed the end."
    )

    agreed_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When this side agreed that a friendly counts for its rating.",
    )

    objects = MatchSideQuerySet.as_manager()

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(name="seat_once_per_match", fields=["match", "seat"]),
            models.CheckConstraint(name="match_has_two_to_four_seats", condition=Q(seat__lte=3)),
        ]

    def __str__(self) -> str:
        return f"side {self.seat} of {self.match}"

    @cached_property
    def entry_list(self) -> list[Entry]:
        """The entries of this side, read once. ``named()`` reads those of all sides together.

        It fills this list and not ``entries``: for each side Django would build a query, which
        takes longer than the side and ends as cyclic garbage. Prefetching knows only Django's
        ``cached_property``.
        """
        return list(self.entries.all())

    @cached_property
    def named_people(self) -> list[Player]:
        """The players of this side, read once; only for sides ``named()``."""
        return [each for entry in self.entry_list for each in entry.people]

    @property
    def result(self) -> int:
        """The side's result as people quote it: games won in a best of three, otherwise points."""
        return self.points if self.other_result is None else self.other_result

    def shown_on(self, surface: Surface) -> str:
        """Return the names of the entries on this side on a surface."""
        return " & ".join(entry.shown_on(surface) for entry in self.entry_list)


class SideEntry(models.Model):
    """An entry that earns this side's points. With rotating partners a side has two."""

    side = models.ForeignKey(MatchSide, models.CASCADE, related_name="side_entries")
    pairing_round = models.ForeignKey("PairingRound", models.PROTECT, related_name="+")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="side_entries")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="entry_once_per_pairing_round", fields=["pairing_round", "entry"]
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry} on {self.side}"


class SidePlayer(models.Model):
    """A person who really played, substitutes included."""

    side = models.ForeignKey(MatchSide, models.CASCADE, related_name="side_players")
    match = models.ForeignKey("Match", models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, models.PROTECT, related_name="side_players")
    number = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="nobody_plays_themselves", fields=["match", "player"]),
            models.UniqueConstraint(name="side_number_once", fields=["side", "number"]),
        ]

    def __str__(self) -> str:
        return f"{self.player} on {self.side}"
