"""Announcements by the desk on every screen."""

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.undo_rows import GONE, put_back
from leagues.actions.verb import Verb
from leagues.models import Announcement, Event


def make_announcement(
    *, by: Who, event: Event, text: str, until: datetime | None = None
) -> Announcement:
    """Show a text on every page of the event, until a time or until it is taken down."""
    with act(by, event, SAY, text=text, until=until) as line:
        line.keep(event.announcements.all())
        announcement = Announcement.objects.create(event=event, text=text, until=until)
        line.say(announcement=announcement.pk)
    return announcement


SAY = Verb(
    "say",
    later("Announced: “%(text)s”"),
    put_back(later("“%(text)s” will be removed from every screen."), since=GONE),
)


def take_down(*, by: Who, announcement: Announcement) -> bool:
    """Take down an announcement; False if it was taken down before."""
    facts = {"announcement": announcement.pk, "text": announcement.text}
    with act(by, announcement.event, TAKE_DOWN, **facts) as line:
        standing = Announcement.objects.filter(pk=announcement.pk, taken_down_at=None)
        line.keep(standing)
        stood = bool(standing.update(taken_down_at=timezone.now()))
        if not stood:
            line.drop()
    return stood


TAKE_DOWN = Verb(
    "take_down",
    later("Removed the announcement “%(text)s”."),
    put_back(later("“%(text)s” will be on every screen again."), since=GONE),
)
