"""What time itself brings about, whether or not anybody looks."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial

from django.db import DatabaseError, close_old_connections
from django.utils import timezone

from leagues.actions.leagues.answers import pass_on_places
from leagues.actions.leagues.unplayed.deadlines import settle_all
from leagues.actions.phones.auto_confirm import let_all_stand
from leagues.actions.reminders import remind
from leagues.actions.send_mail import start_sending
from leagues.backup.nightly import start_nightly
from leagues.live.process_counts import COUNTS
from leagues.views.phones.parcels import judge_left

EVERY = 10.0  # seconds
IN_A_QUEUE = timedelta(seconds=30)  # what lies longer has lost whoever would judge it

log = logging.getLogger(__name__)


async def pass_on(threads: ThreadPoolExecutor) -> None:
    """Each process does so; whoever comes second finds nothing left to do."""
    loop = asyncio.get_running_loop()
    while True:
        await asyncio.sleep(EVERY)
        await loop.run_in_executor(threads, look)


def look() -> None:
    """None waits for another. A database that is away just now is asked again later."""
    close_old_connections()
    now = timezone.now()
    for bring_about in (
        partial(let_all_stand, now=now),
        partial(settle_all, now=now),
        partial(judge_left, before=now - IN_A_QUEUE),
        partial(pass_on_places, now=now),
        partial(start_nightly, now=now),
        partial(remind, now=now),
        partial(start_sending, now=now),
    ):
        try:
            bring_about()
        except DatabaseError:
            log.warning("could not look what stands by now", exc_info=True)
    COUNTS.note_look()
