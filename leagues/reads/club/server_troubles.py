"""What whoever operates the server should look at, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from leagues.reads.club.queues import QueueStatus
from leagues.reads.club.server import ServerStatus

LATE = timedelta(hours=36)  # then a nightly backup has been left out
LITTLE = 1_000_000_000  # bytes of free room
STILL = timedelta(minutes=1)  # periodic jobs run every ten seconds
LONG = timedelta(hours=2)  # of what waits to be sent


def server_troubles(status: ServerStatus, *, now: datetime) -> Iterator[str]:
    """Nothing where all is well."""
    if not status.has_news:
        yield _("News of changes do not arrive: open pages have to ask.")
    if status.looked_at and status.looked_at < now - STILL:
        yield _("Periodic jobs do not run: no mail is sent, and no backup is made.")
    if status.disk_free < LITTLE:
        yield _("The disk is nearly full.")
    if status.last_backup and status.last_backup < now - LATE:
        yield _("No backup was made last night.")
    if _is_long(status.mail, now):
        yield _("Mail has waited for hours: the mail server does not take it.")
    if _is_long(status.webhooks, now):
        yield _("Another program has not been told for hours: it does not answer.")


def _is_long(queue: QueueStatus, now: datetime) -> bool:
    return queue.since is not None and queue.since < now - LONG
