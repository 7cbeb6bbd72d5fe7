"""The state of an outgoing queue (mail or webhooks)."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Min, Q

from leagues.models.outgoing import Outgoing

State = Outgoing.State


@dataclass(frozen=True)
class QueueStatus:
    waiting: int
    since: datetime | None
    """When the oldest waiting message was created; None if nothing waits."""
    failed: int


def queue_status(model: type[Outgoing]) -> QueueStatus:
    waits = Q(state=State.QUEUED)
    return QueueStatus(
        **model._default_manager.exclude(state=State.SENT).aggregate(
            waiting=Count("pk", waits),
            since=Min("made_at", filter=waits),
            failed=Count("pk", Q(state=State.FAILED)),
        )
    )
