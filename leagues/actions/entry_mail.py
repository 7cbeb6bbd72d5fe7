"""Telling somebody by mail that they are on an event's list, or have moved up from waiting."""

from __future__ import annotations

from collections.abc import Collection

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from leagues.access.addresses import address_in_mail
from leagues.access.roles import NOBODY
from leagues.actions.mail import queue_mail
from leagues.models import Entry, Event, Mail


def mail_entry(entry: Entry, *, waiting: int | None) -> None:
    """Inside the act by which they enter. ``waiting`` is their place on the waiting list."""
    if waiting is None:
        title = _("You are on the list of %(event)s")
    else:
        title = _("You are number %(n)s on the waiting list of %(event)s")
    _tell([entry.pk], title, n=waiting)


def mail_moved_up(entries: Collection[int]) -> None:
    """Inside the act by which a place came free for them."""
    _tell(entries, _("A place is free: you are in at %(event)s"))


def _tell(entries: Collection[int], title: str, **facts: object) -> None:
    site = address_in_mail()
    if not (settings.SENDS_EMAIL and site):
        return
    found = Entry.objects.filter(pk__in=entries).select_related("event__club").named()
    for entry in found.order_by("pk"):
        event: Event = entry.event
        subject = title % {"event": event.name, **facts}
        for player in entry.people:
            if not player.mail_address:
                continue
            starts = timezone.localtime(event.starts_at, event.tzinfo)
            text = render_to_string(
                "mail/entry.txt",
                {
                    "name": player.name,
                    "title": subject,
                    "when": date_format(starts, "l j F Y, H:i"),
                    "place": event.place,
                    "address": f"{site}{event.get_absolute_url()}",
                },
            )
            queue_mail(
                by=NOBODY,
                kind=Mail.Kind.ENTRY,
                to=player.mail_address,
                player=player,
                subject=subject,
                text=text,
            )
