"""What the desk says on every screen."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.models import Announcement, Event


def say(
    *, by: Who, event: Event, text: str, until: datetime | None = None
) -> Announcement:
    """Show this on every page of the event until then, or until it is taken down."""
    with act(by, event, "say", text=text, until=until) as line:
        line.keep(event.announcements.all())
        said = Announcement.objects.create(event=event, text=text, until=until)
        line.say(announcement=said.pk)
    return said


def take_down(*, by: Who, announcement: Announcement) -> bool:
    """Taken down twice is taken down once."""
    said = {"announcement": announcement.pk, "text": announcement.text}
    with act(by, announcement.event, "take_down", **said) as line:
        standing = Announcement.objects.filter(pk=announcement.pk, taken_down_at=None)
        line.keep(standing)
        stood = bool(standing.update(taken_down_at=timezone.now()))
        if not stood:
            line.drop()
    return stood
