"""What waits to go out is claimed by one server for a while, and sent by one thread of it.

Whoever dies with a claim lets it go: when that time has run out another sends it.
"""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID, uuid4

from django.db import connections

from leagues.models.outgoing import Outgoing, OutgoingQuerySet

CLAIMED_FOR = timedelta(minutes=10)
LONGEST_ERROR = 500

M = TypeVar("M", bound=Outgoing)
log = logging.getLogger(__name__)


def claim(due: OutgoingQuerySet[M], now: datetime) -> M | None:
    """The next of these that are due, for us alone. Of all servers that ask, one gets it."""
    while found := due.first():
        found.claimed_by, found.claimed_until = uuid4(), now + CLAIMED_FOR
        # Of its own row alone: PostgreSQL looks again at no other once it had to wait for it.
        rows: Any = due.model._default_manager.all()
        waits = rows.free(now).filter(pk=found.pk, send_at__lte=now)
        waits = waits.filter(state=Outgoing.State.QUEUED)
        if waits.update(claimed_by=found.claimed_by, claimed_until=found.claimed_until):
            return found
    return None


def end_claim(row: Outgoing, **facts: object) -> None:
    """Only while the claim is still ours: else somebody else says what became of it."""
    ours: UUID | None = row.claimed_by
    type(row)._default_manager.filter(pk=row.pk, claimed_by=ours).update(
        claimed_by=None, claimed_until=None, **facts
    )


@dataclass
class BackgroundThread:
    """One thread of each process that does all that is due, beside those that answer."""

    name: str
    do_due: Callable[[], object]
    running: threading.Lock = field(default_factory=threading.Lock)

    def start(self) -> None:
        """Unless it is at it already. Nobody waits for it."""
        if not self.running.locked():
            # A daemon, so that stopping the site never waits for whoever is sent to.
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
