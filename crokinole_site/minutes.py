"""What time itself brings about, whether or not anybody looks."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from django.db import DatabaseError, close_old_connections
from django.utils import timezone

from leagues.actions.phones.let_stand import let_all_stand

EVERY = 10.0  # seconds

log = logging.getLogger(__name__)


async def pass_on(threads: ThreadPoolExecutor) -> None:
    """Each process does so; whoever comes second finds nothing left to do."""
    loop = asyncio.get_running_loop()
    while True:
        await asyncio.sleep(EVERY)
        await loop.run_in_executor(threads, look)


def look() -> None:
    """A database that is away just now is asked again later."""
    close_old_connections()
    try:
        let_all_stand(now=timezone.now())
    except DatabaseError:
        log.warning("could not look what stands by now", exc_info=True)
