"""What the desk says on every screen."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from leagues.access import Who
from leagues.actions.log import record
from leagues.models import Announcement, Event


@transaction.atomic
def say(
    *, by: Who, event: Event, text: str, until: datetime | None = None
) -> Announcement:
    """Show this on every page of the event until then, or until it is taken down."""
    said = Announcement.objects.create(event=event, text=text, until=until)
    event.touch()
    record(
        by=by,
        verb="say",
        club=event.club,
        event=event,
        announcement=said.pk,
        text=text,
        until=until,
    )
    return said


@transaction.atomic
def take_down(*, by: Who, announcement: Announcement) -> bool:
    """Taken down twice is taken down once."""
    event = announcement.event
    standing = Announcement.objects.filter(pk=announcement.pk, taken_down_at=None)
    if not standing.update(taken_down_at=timezone.now()):
        return False
    event.touch()
    record(
        by=by,
        verb="take_down",
        club=event.club,
        event=event,
        announcement=announcement.pk,
        text=announcement.text,
    )
    return True
