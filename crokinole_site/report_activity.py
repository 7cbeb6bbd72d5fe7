"""Shared counter of reports in progress; pages and streams yield to them."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from mmap import mmap
from time import monotonic, sleep  # noqa: TID251 (a thread that lets others go first)
from typing import Any

from django.db import connection

LONGEST_WAIT = 0.25  # seconds that a page waits at most while phones write
POLL_INTERVAL = 0.005  # seconds between two checks whether they still do
PROCESSES = 64
NO_REPORTS = 0.0


class Reports:
    """The reports in progress, in all processes of the site.

    Players at a board wait for the answer to their report, and all other pages are newer after it,
    so pages and news wait until reports are done. It is created before the processes fork, and
    shared by them: they share the machine, and one that updated thousands of screens would delay
    the reports of another.
    """

    def __init__(self) -> None:
        # For each process, the time since when it has had reports without a pause; 0 for none.
        self.since = memoryview(mmap(-1, 8 * PROCESSES)).cast("d")
        self.here = 0
        self.count = 0

    def begin(self, process: int) -> None:
        """Register this process under its number; an earlier one with it may have died."""
        self.here = process % PROCESSES
        self.since[self.here] = NO_REPORTS

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
                self.since[self.here] = NO_REPORTS

    async def done(self) -> None:
        """Wait until no reports are in progress, at most ``LONGEST_WAIT``."""
        until = monotonic() + LONGEST_WAIT
        while monotonic() < until and self.under_way():
            await asyncio.sleep(POLL_INTERVAL)

    def under_way(self) -> bool:
        """True if a process has reports in progress, and has had some for less than
        ``LONGEST_WAIT``.
        """
        now = monotonic()
        return any(now < since + LONGEST_WAIT for since in self.since if since)

    def are_done(self) -> bool:
        """True if no process has reports in progress, however long it has had some."""
        return not any(self.since)

    @contextmanager
    def pause_queries(self) -> Iterator[None]:
        """Pause before each query of this thread while reports are in progress.

        All pauses together last at most ``LONGEST_WAIT``. Without them, a page begun before sixteen
        phones report would take its share of the interpreter from each of them. Queries in a
        transaction are not paused: they hold the lock that a report waits for.
        """
        waits = LONGEST_WAIT / POLL_INTERVAL

        def pause(execute: Callable[..., Any], sql: str, *query: Any) -> Any:
            nonlocal waits
            while waits > 0 and not is_in_transaction(sql) and self.under_way():
                waits -= 1
                sleep(POLL_INTERVAL)
            return execute(sql, *query)

        wrappers = connection.execute_wrappers
        wrappers.insert(0, pause)  # before the wrapper that locks SQLite for a write
        try:
            yield
        finally:
            wrappers.remove(pause)


def is_in_transaction(sql: str) -> bool:
    """True in a transaction, or for the ``BEGIN`` of one, as SQLite is locked before it runs."""
    return connection.in_atomic_block or sql.startswith("BEGIN")


REPORTS = Reports()
