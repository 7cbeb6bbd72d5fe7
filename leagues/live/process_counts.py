"""What the processes of this server say of themselves, for whoever watches over it.

Made before the processes part, it is seen by all of them; standard library only.
"""

from __future__ import annotations

from dataclasses import dataclass
from mmap import mmap
from time import time

PROCESSES = 64
STALE = 10.0  # seconds after which a process that says nothing is gone
FACTS = 4  # numbers of each process: when it said so, streams, news, when it looked


@dataclass(frozen=True)
class ServerCounts:
    """All processes of this server together."""

    processes: int = 0
    streams: int = 0
    processes_with_news: int = 0
    looked_at: float = 0.0
    """When one of them last looked for what time brings about; 0 where none has."""


class ProcessCounts:
    def __init__(self) -> None:
        self.numbers = memoryview(mmap(-1, 8 * FACTS * PROCESSES)).cast("d")
        self.first = 0

    def begin(self, process: int) -> None:
        """This is the process of that number; another may have died in its place."""
        self.first = process % PROCESSES * FACTS
        for fact in range(FACTS):
            self.numbers[self.first + fact] = 0.0

    def beat(self, *, streams: int, has_news: bool) -> None:
        self.numbers[self.first + 1] = streams
        self.numbers[self.first + 2] = has_news
        self.numbers[self.first] = time()

    def note_look(self) -> None:
        self.numbers[self.first + 3] = time()

    def together(self) -> ServerCounts:
        now = time()
        said = [
            self.numbers[first : first + FACTS].tolist()
            for first in range(0, FACTS * PROCESSES, FACTS)
        ]
        here = [each for each in said if now - each[0] < STALE]
        return ServerCounts(
            processes=len(here),
            streams=int(sum(each[1] for each in here)),
            processes_with_news=int(sum(each[2] for each in here)),
            looked_at=max((each[3] for each in said), default=0.0),
        )


COUNTS = ProcessCounts()
