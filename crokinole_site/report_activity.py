"""Who reports just now, in any process of this site, and who waits for that."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from mmap import mmap
from time import monotonic, sleep  # noqa: TID251 (a thread that lets others go first)
from typing import Any

from django.db import connection

LONGEST_WAIT = 0.25  # seconds that what is read waits while phones write
POLL_INTERVAL = 0.005  # seconds between two looks whether they still do
PROCESSES = 64
NOBODY = 0.0


class Reports:
    """The reports under way. Players stand and wait for an answer, and what everybody else
    looks at is newer for it; so that is made, and told, when they have theirs.

    Made before the processes part, it is seen by all of them: two processes share the
    machine, and one that told thousands of screens would hold up the other's phones.
    """

    def __init__(self) -> None:
        # Since when each process has had some without a pause.
        self.since = memoryview(mmap(-1, 8 * PROCESSES)).cast("d")
        self.here = 0
        self.count = 0

    def begin(self, process: int) -> None:
        """This is the process of that number; another may have died in its place."""
        self.here = process % PROCESSES
        self.since[self.here] = NOBODY

    @contextmanager
    def one(self) -> Iterator[None]:
        if not self.count:
            self.since[self.here] = monotonic()
        self.count += 1
        try:
            yield
        finally:
            self.count -= 1
            if not self.count:
                self.since[self.here] = NOBODY

    async def done(self) -> None:
        """Wait until nobody reports, but not for long, neither for a report that takes its
        time nor for ever new ones."""
        until = monotonic() + LONGEST_WAIT
        while monotonic() < until and self.under_way():
            await asyncio.sleep(POLL_INTERVAL)

    def under_way(self) -> bool:
        """Whether any process has some, which it has had for no longer than is waited for."""
        now = monotonic()
        return any(now < since + LONGEST_WAIT for since in self.since if since)

    @contextmanager
    def pause_queries(self) -> Iterator[None]:
        """Before each query of this thread, wait until nobody reports; for all of them together
        no longer than before a page is begun.

        A page that had begun when sixteen phones report would take its share of the interpreter
        from each of them. Whoever writes has the lock that a report waits for, and goes on.
        """
        waits = LONGEST_WAIT / POLL_INTERVAL

        def pause(execute: Callable[..., Any], sql: str, *query: Any) -> Any:
            nonlocal waits
            while waits > 0 and not is_in_transaction(sql) and self.under_way():
                waits -= 1
                sleep(POLL_INTERVAL)
            return execute(sql, *query)

        wrappers = connection.execute_wrappers
        wrappers.insert(0, pause)  # before the one that locks SQLite for a write
        try:
            yield
        finally:
            wrappers.remove(pause)


def is_in_transaction(sql: str) -> bool:
    """SQLite is locked before a transaction is told to begin."""
    return connection.in_atomic_block or sql.startswith("BEGIN")


REPORTS = Reports()
