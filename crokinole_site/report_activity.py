"""Who reports just now, in any process of this site, and who waits for that."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from mmap import mmap
from time import monotonic

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
        while monotonic() < until and any(
            monotonic() < since + LONGEST_WAIT for since in self.since if since
        ):
            await asyncio.sleep(POLL_INTERVAL)


REPORTS = Reports()
