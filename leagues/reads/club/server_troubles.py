"""Warnings about the server for its operator, as sentences."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from leagues.reads.club.queues import QueueStatus
from leagues.reads.club.server import ServerStatus

LATE = timedelta(hours=36)  # longer without a backup means that a nightly one was missed
LITTLE = 1_000_000_000  # bytes of free room
STILL = timedelta(minutes=1)  # periodic jobs run every ten seconds
LONG = timedelta(hours=2)  # after this, a waiting message is a problem


def server_troubles(status: ServerStatus, *, now: datetime) -> Iterator[str]:
    """Yield a sentence for each problem; none if all is well."""
    if not status.has_news:
        yield _("Live updates aren’t arriving. Open pages check for changes instead.")
    if status.looked_at and status.looked_at < now - STILL:
        yield _("Scheduled jobs aren’t running. No e-mail is sent and no backup is made.")
    yield from stored_troubles(status, now=now)


def stored_troubles(status: ServerStatus, *, now: datetime) -> Iterator[str]:
    """Yield the problems that any process sees, also one that doesn't serve."""
    if not has_room(status):
        yield _("The disk is nearly full.")
    yield from _backup_troubles(status, now)
    if _is_long(status.mail, now):
        yield _("E-mail has been waiting for hours because the mail server doesn’t accept it.")
    if _is_long(status.webhooks, now):
        yield _(
            "A notification to another program has been waiting for hours because it doesn’t answer."
        )


def has_room(status: ServerStatus) -> bool:
    return status.disk_free >= LITTLE


def is_of_last_night(made_at: datetime | None, now: datetime) -> bool:
    """Whether a backup is new enough to be the last nightly one; False if there is none."""
    return made_at is not None and made_at >= now - LATE


def _backup_troubles(status: ServerStatus, now: datetime) -> Iterator[str]:
    if status.last_backup and not is_of_last_night(status.last_backup, now):
        yield _("No backup was made last night.")
    elif status.wants_copies and status.last_backup and not status.last_copy:
        yield _("No backup has been copied off this machine.")
    elif status.wants_copies and status.last_copy and not is_of_last_night(status.last_copy, now):
        yield _("Last night’s backup wasn’t copied off this machine.")


def _is_long(queue: QueueStatus, now: datetime) -> bool:
    return queue.since is not None and queue.since < now - LONG
