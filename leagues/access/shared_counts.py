"""What the processes of a server have counted against their limits, each seen by the others.

Made before the processes part; standard library only.
"""

from collections.abc import Iterator
from mmap import mmap
from time import monotonic

PROCESSES = 64
PLACES = 16_384  # counts of each process; one that comes to a taken place takes it


class SharedCounts:
    def __init__(self) -> None:
        size = 8 * PROCESSES * PLACES
        self.keys = memoryview(mmap(-1, size)).cast("q")
        self.until = memoryview(mmap(-1, size)).cast("d")
        self.counts = memoryview(mmap(-1, size)).cast("q")
        self.is_used = memoryview(mmap(-1, PROCESSES))
        self.here = 0

    def begin(self, process: int) -> None:
        """This is the process of that number; another may have died in its place."""
        self.here = process % PROCESSES
        self.is_used[self.here] = True
        first = self.here * PLACES
        self.until[first : first + PLACES] = memoryview(bytes(8 * PLACES)).cast("d")

    def note(self, key: str, count: int, seconds: float) -> None:
        """Note ``count`` of this process; it expires ``seconds`` after the first."""
        known, now = hash(key), monotonic()
        at = self.here * PLACES + known % PLACES
        if self.keys[at] != known or self.until[at] <= now or count == 1:
            self.keys[at] = known
            self.until[at] = now + seconds
        self.counts[at] = count

    def elsewhere(self, key: str) -> int:
        """How many the other processes have counted."""
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
