"""A rehearsal: a copy of a planned event, played by simulated players before its day."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils import timezone

from leagues.models.entries import Entry, EntryPlayer, KeepApart
from leagues.models.events import Board, Event
from leagues.models.log import Action
from leagues.models.match_sides import MatchSide, SideEntry, SidePlayer
from leagues.models.matches import Match, PairingRound
from leagues.models.messages import Notice
from leagues.models.people import Club, User
from leagues.models.phones import ScoringPhone
from leagues.models.rounds import Round, RoundReport
from leagues.models.stages import Pool, PoolEntry, Settlement, Stage


class RehearsalQuerySet(models.QuerySet["Rehearsal"]):
    def playing(self) -> RehearsalQuerySet:
        return self.filter(state=Rehearsal.State.PLAYING)


class Rehearsal(models.Model):
    """The progress of a rehearsal: how far the copy of an event has been played.

    The next step follows from this row and the rows of the copy, so any process can continue.
    """

    class State(models.TextChoices):
        PLAYING = "playing"
        STOPPED = "stopped"
        OVER = "over"
        STUCK = "stuck"

    event = models.OneToOneField(Event, models.CASCADE, related_name="rehearsal")
    by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    state = models.CharField(max_length=7, choices=State, default=State.PLAYING)
    speed = models.PositiveSmallIntegerField(
        default=0, help_text="Minutes of the day in a second; 0: at once."
    )
    clock = models.FloatField(default=0, help_text="Minutes since the event began.")
    clock_from = models.FloatField(default=0)
    clock_set_at = models.DateTimeField(
        default=timezone.now, help_text="When the clock was at clock_from."
    )
    mishaps = models.JSONField(default=dict)
    progress = models.JSONField(default=dict)
    happened = models.JSONField(default=list)
    problem = models.TextField(blank=True)

    objects = RehearsalQuerySet.as_manager()

    def __str__(self) -> str:
        return f"rehearsal {self.pk}"


ROWS: tuple[tuple[type[models.Model], str], ...] = (
    (RoundReport, "match__event"),
    (Round, "match__event"),
    (ScoringPhone, "match__event"),
    (SidePlayer, "match__event"),
    (SideEntry, "side__match__event"),
    (MatchSide, "match__event"),
    (Match, "event"),
    (PairingRound, "stage__event"),
    (Settlement, "stage__event"),
    (PoolEntry, "stage__event"),
    (Pool, "stage__event"),
    (Stage, "event"),
    (KeepApart, "event"),
    (EntryPlayer, "event"),
    (Entry, "event"),
    (Notice, "event"),
    (Action, "event"),
    (Rehearsal, "event"),
)
"""All models with rows of the copy, and their lookups, in the order of deletion."""
HALL: tuple[tuple[type[models.Model], str], ...] = (
    (Event, ""),
    (Board, "club__events"),
    (Club, "events"),
)
"""The boards of the copy belong to a separate hall, so that none of the club's is in use."""


def rows_that_count(model: type[models.Model]) -> models.QuerySet[Any]:
    """The rows of a table without those of rehearsals."""
    found: models.QuerySet[Any] = model._base_manager.all()
    path = dict((*ROWS, *HALL)).get(model)
    if path is None:
        return found
    to_event = f"{path}__" if path else ""
    rehearsed = model._base_manager.filter(**{f"{to_event}rehearsal_of__isnull": False})
    return found.exclude(pk__in=rehearsed.values("pk"))
