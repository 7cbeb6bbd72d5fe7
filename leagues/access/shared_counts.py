"""Counts of rate limits, shared by the processes of a server.

The memory is created before the processes fork. Uses only the standard library.
"""

from collections.abc import Iterator
from mmap import mmap
from time import monotonic

PROCESSES = 64
PLACES = 16_384  # counts of each process; on a collision the newer one replaces the older


class SharedCounts:
    def __init__(self) -> None:
        size = 8 * PROCESSES * PLACES
        self.keys = memoryview(mmap(-1, size)).cast("q")
        self.until = memoryview(mmap(-1, size)).cast("d")
        self.counts = memoryview(mmap(-1, size)).cast("q")
        self.is_used = memoryview(mmap(-1, PROCESSES))
        self.here = 0

    def begin(self, process: int) -> None:
        """Set this process's number, and clear the counts of a dead process that had it."""
        self.here = process % PROCESSES
        self.is_used[self.here] = True
        first = self.here * PLACES
        self.until[first : first + PLACES] = memoryview(bytes(8 * PLACES)).cast("d")

    def note(self, key: str, count: int, seconds: float) -> None:
        """Save ``count`` of this process; it expires ``seconds`` after the first one."""
        known, now = hash(key), monotonic()
        at = self.here * PLACES + known % PLACES
        if self.keys[at] != known or self.until[at] <= now or count == 1:
            self.keys[at] = known
            self.until[at] = now + seconds
        self.counts[at] = count

    def elsewhere(self, key: str) -> int:
        """Return the count of all other processes."""
        known, now = hash(key), monotonic()
        return sum(
            self.counts[at]
            for at in self._others(known % PLACES)
            if self.keys[at] == known and self.until[at] > now
        )

    def _others(self, place: int) -> Iterator[int]:
        for process in range(PROCESSES):
            if self.is_used[process] and process != self.here:
                yield process * PLACES + place


SHARED_COUNTS = SharedCounts()
