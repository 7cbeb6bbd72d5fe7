"""Teams that meet at several boards: their line-ups, their boards, and their captains' links."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils import timezone

from leagues.models.entries import Entry
from leagues.models.matches import Match


class TeamBoard(models.Model):
    """One board of a meeting: a match that belongs to the match between two teams."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="team_board")
    meeting = models.ForeignKey(Match, models.CASCADE, related_name="team_boards")
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="team_board_number_once", fields=["meeting", "number"])
        ]

    def __str__(self) -> str:
        return f"board {self.number} of {self.meeting}"


class MeetingLineUp(models.Model):
    """A team's line-up for a meeting: its entries, board by board."""

    meeting = models.ForeignKey(Match, models.CASCADE, related_name="line_ups")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="meeting_line_ups")
    places: models.JSONField[Any, Any] = models.JSONField(default=list)
    lacks: models.JSONField[Any, Any] = models.JSONField(
        default=list, help_text="Players who were named and left: it has to be named again."
    )
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                name="one_line_up_of_a_team_in_a_meeting", fields=["meeting", "entry"]
            )
        ]

    def __str__(self) -> str:
        return f"line-up of {self.entry} in {self.meeting}"


class CaptainLink(models.Model):
    """The link by which a team's captain enters line-ups; increasing ``number`` makes another."""

    entry = models.OneToOneField(
        Entry, models.CASCADE, primary_key=True, related_name="captain_link"
    )
    number = models.PositiveIntegerField(default=0)
    is_open = models.BooleanField(default=True)

    def __str__(self) -> str:
        return f"captain's link of {self.entry}"
