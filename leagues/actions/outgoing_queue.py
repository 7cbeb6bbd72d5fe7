"""Queues of outgoing messages: a server claims a row for a while, and one thread sends it.

If the server crashes, the claim expires and another server sends the message.
"""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID, uuid4

from django.db import connections

from leagues.models import Club
from leagues.models.outgoing import Outgoing, OutgoingQuerySet

CLAIMED_FOR = timedelta(minutes=10)
LONGEST_ERROR = 500

M = TypeVar("M", bound=Outgoing)
log = logging.getLogger(__name__)


def may_send() -> bool:
    """False on a restored, moved or copied site until an owner lets it send: see ``Club.sends_from``."""
    club = Club.objects.home()
    return club is None or not club.is_silent


def claim_row(due: OutgoingQuerySet[M], now: datetime) -> M | None:
    """Claim the next due row; None if there is none. Only one of several servers gets it."""
    while found := due.first():
        found.claimed_by, found.claimed_until = uuid4(), now + CLAIMED_FOR
        # No joins here: after waiting for a lock, PostgreSQL checks the condition again only
        # for the locked row itself.
        rows: Any = due.model._default_manager.all()
        waits = rows.free(now).filter(pk=found.pk, send_at__lte=now)
        waits = waits.filter(state=Outgoing.State.QUEUED)
        if waits.update(claimed_by=found.claimed_by, claimed_until=found.claimed_until):
            return found
    return None


def end_claim(row: Outgoing, **facts: object) -> None:
    """Release a claim and save its outcome, unless another server has claimed the row since."""
    ours: UUID | None = row.claimed_by
    type(row)._default_manager.filter(pk=row.pk, claimed_by=ours).update(
        claimed_by=None, claimed_until=None, **facts
    )


@dataclass
class BackgroundThread:
    """A thread of this process for due work, apart from the threads that serve requests."""

    name: str
    do_due: Callable[[], object]
    running: threading.Lock = field(default_factory=threading.Lock)

    def start(self) -> None:
        """Start the thread unless it is running, without waiting for it."""
        if not self.running.locked():
            # A daemon, so that stopping the site doesn't wait for a slow receiver.
            threading.Thread(target=self._run, name=self.name, daemon=True).start()

    def _run(self) -> None:
        if not self.running.acquire(blocking=False):
            return
        try:
            self.do_due()
        except Exception:
            log.exception("%s: could not do what is due", self.name)
        finally:
            connections.close_all()
            self.running.release()
