"""The labels on the boards: printed once, good all day, void when the desk says so."""

from __future__ import annotations

from django.db.models import F

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.models import Board, Event


def void_labels(*, by: Who, event: Event) -> int:
    """Make every printed label of the event's boards void. How many boards that were."""
    with act(by, event, "void_labels") as line:
        boards = Board.objects.filter(events=event)
        voided = boards.update(label_number=F("label_number") + 1)
        line.say(boards=voided)
    return voided
