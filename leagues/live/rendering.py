"""How many pages are rendered at the same time, and in which order."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from itertools import count

AT_ONCE = 1  # two would slow reports down: see benchmarks/years_hall.py
LONGEST_REST = 4.0  # seconds
AHEAD = 0.05  # seconds by which each reader moves a page forward in the queue


class Turn:
    """A place in the queue: the networks of waiting visitors, or of a stream's readers."""

    def __init__(
        self, *, visitors: Iterable[str] = (), networks: Iterable[str] = (), readers: int = 1
    ) -> None:
        self.visitors = set(visitors)
        self.networks = set(networks)
        self.readers = readers
        self.has_visitors = asyncio.Event()
        self.called: asyncio.Future[None] | None = None
        if self.visitors:
            self.has_visitors.set()


class NetworkQueue:
    """A queue that serves networks in turn; within a network, pages with most readers first."""

    def __init__(self) -> None:
        self.waiting: OrderedDict[str, list[tuple[float, int, asyncio.Future[None]]]] = (
            OrderedDict()
        )
        self.numbers = count()

    def push(self, networks: Iterable[str], place: float, called: asyncio.Future[None]) -> None:
        """Queue a page for several networks. It is served at the first turn of any of them."""
        for network in networks:
            heap = self.waiting.setdefault(network, [])
            heappush(heap, (place, next(self.numbers), called))

    def pop(self) -> asyncio.Future[None] | None:
        while self.waiting:
            network, heap = next(iter(self.waiting.items()))
            called = heappop(heap)[2]
            if not called.done():
                self.waiting.move_to_end(network)
            if not heap:
                del self.waiting[network]
            if not called.done():
                return called
        return None


class Renderings:
    """The render queue. Visitors alternate with streams; visitors go first.

    Streams take at most half of the time: after rendering for a stream, other streams wait as long
    as it took, so that visitors and the desk get the processor.
    """

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self.free = at_once
        self.of_visitors = NetworkQueue()
        self.of_streams = NetworkQueue()
        self.was_visitors = False
        self.rests_until = 0.0
        self.alarm: asyncio.TimerHandle | None = None

    @asynccontextmanager
    async def slot(self, turn: Turn) -> AsyncIterator[None]:
        await self._wait(turn)
        clock = asyncio.get_running_loop().time
        begun = clock()
        try:
            yield
        finally:
            if not turn.visitors:
                self.rests_until = clock() + min(LONGEST_REST, clock() - begun)
            self._pass_on()

    def join(self, turn: Turn, other: Turn) -> None:
        """Render the page of ``turn`` for ``other`` as well, earlier if those are visitors."""
        visitors = other.visitors - turn.visitors
        networks = other.networks - turn.networks
        turn.visitors |= visitors
        turn.networks |= networks
        if visitors:
            turn.has_visitors.set()
        if turn.called is not None and not turn.called.done():
            self._push(turn.called, visitors, networks, turn.readers)

    async def _wait(self, turn: Turn) -> None:
        called = turn.called = asyncio.get_running_loop().create_future()
        self._push(called, turn.visitors, turn.networks, turn.readers)
        try:
            await called
        except asyncio.CancelledError:
            if not called.cancelled():  # called, and cancelled before it could start
                self._pass_on()
            raise

    def _push(
        self, called: asyncio.Future[None], visitors: set[str], networks: set[str], readers: int
    ) -> None:
        place = asyncio.get_running_loop().time() - readers * AHEAD
        self.of_visitors.push(visitors, place, called)
        self.of_streams.push(networks, place, called)
        self._call()

    def _pass_on(self) -> None:
        self.free += 1
        self._call()

    def _call(self) -> None:
        """Start the next pages in the queue, as long as slots are free."""
        loop = asyncio.get_running_loop()
        while self.free and (called := self._next(loop.time() >= self.rests_until)):
            self.free -= 1
            called.set_result(None)
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None
        if self.free and self.of_streams.waiting:
            self.alarm = loop.call_at(self.rests_until, self._call)

    def _next(self, streams_too: bool) -> asyncio.Future[None] | None:
        queues = [self.of_visitors, *([self.of_streams] if streams_too else [])]
        if self.was_visitors:
            queues.reverse()
        for queue in queues:
            if called := queue.pop():
                self.was_visitors = queue is self.of_visitors
                return called
        return None
