"""The labels on the boards: printed once, good all day, void when the desk says so."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F

from leagues.access import Who
from leagues.actions.log import record
from leagues.models import Board, Event


@transaction.atomic
def void_labels(*, by: Who, event: Event) -> int:
    """Make every printed label of the event's boards void. How many boards that were."""
    event = Event.objects.select_for_update().get(pk=event.pk)
    boards = Board.objects.filter(events=event)
    voided = boards.update(label_number=F("label_number") + 1)
    event.touch()
    record(by=by, verb="void_labels", club=event.club, event=event, boards=voided)
    return voided
