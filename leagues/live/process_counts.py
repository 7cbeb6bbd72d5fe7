"""Counters of the server's processes, for monitoring.

The memory is created before the processes fork. Uses only the standard library.
"""

from dataclasses import dataclass
from mmap import mmap
from time import time

PROCESSES = 64
STALE = 10.0  # seconds without a beat until a process counts as gone
NETWORKS = 16_384  # slots; two networks in the same slot count as one
FACTS = 4  # numbers of each process: last beat, streams, has news, last run of periodic jobs


@dataclass(frozen=True)
class ServerCounts:
    """The totals of all processes."""

    processes: int = 0
    streams: int = 0
    processes_with_news: int = 0
    looked_at: float = 0.0
    """When one of them last ran the periodic jobs, in Unix time; 0 if none has."""


class ProcessCounts:
    def __init__(self) -> None:
        self.numbers = memoryview(mmap(-1, 8 * FACTS * PROCESSES)).cast("d")
        self.followed = memoryview(mmap(-1, 2 * NETWORKS * PROCESSES)).cast("H")
        self.here = 0
        self.first = 0

    def begin(self, process: int) -> None:
        """Set this process's number, and clear the numbers of a dead process that had it."""
        self.here = process % PROCESSES * NETWORKS
        self.first = process % PROCESSES * FACTS
        for fact in range(FACTS):
            self.numbers[self.first + fact] = 0.0
        self.followed[self.here : self.here + NETWORKS] = memoryview(bytes(2 * NETWORKS)).cast("H")

    def note_followed(self, network: str, pages: int) -> None:
        """Save how many different pages this network's streams follow in this process."""
        self.followed[self.here + place_of(network)] = pages

    def followed_by(self, network: str) -> int:
        """Return the number of pages this network follows in all processes together."""
        return sum(self.followed[place_of(network) :: NETWORKS])

    def beat(self, *, streams: int, has_news: bool) -> None:
        self.numbers[self.first + 1] = streams
        self.numbers[self.first + 2] = has_news
        self.numbers[self.first] = time()

    def note_look(self) -> None:
        self.numbers[self.first + 3] = time()

    def together(self) -> ServerCounts:
        now = time()
        rows = [
            self.numbers[first : first + FACTS].tolist()
            for first in range(0, FACTS * PROCESSES, FACTS)
        ]
        here = [each for each in rows if now - each[0] < STALE]
        return ServerCounts(
            processes=len(here),
            streams=int(sum(each[1] for each in here)),
            processes_with_news=int(sum(each[2] for each in here)),
            looked_at=max((each[3] for each in rows), default=0.0),
        )


def place_of(network: str) -> int:
    """Return the slot of a network. Forked processes share their hash seed, and visitors can't
    guess it.
    """
    return hash(network) % NETWORKS


COUNTS = ProcessCounts()
