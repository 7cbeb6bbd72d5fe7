"""How many pages are rendered at the same time, and which comes next."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from itertools import count

AT_ONCE = 1  # two would leave a report a third of the interpreter: see benchmarks/years_hall.py
AHEAD = 0.05  # seconds that each reader puts a page ahead of what came before it


class Turn:
    """For which networks a page is rendered: of visitors who wait, or of a stream's readers."""

    def __init__(
        self,
        *,
        visitors: Iterable[str] = (),
        networks: Iterable[str] = (),
        readers: int = 1,
    ) -> None:
        self.visitors = set(visitors)
        self.networks = set(networks)
        self.readers = readers
        self.has_visitors = asyncio.Event()
        self.called: asyncio.Future[None] | None = None
        if self.visitors:
            self.has_visitors.set()


class NetworkQueue:
    """Each network in turn; of one network, the page with most readers first."""

    def __init__(self) -> None:
        self.waiting: OrderedDict[
            str, list[tuple[float, int, asyncio.Future[None]]]
        ] = OrderedDict()
        self.numbers = count()

    def push(
        self, networks: Iterable[str], place: float, called: asyncio.Future[None]
    ) -> None:
        """A page for several networks comes with the first turn of any."""
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
    """Visitors who wait come before streams, but after each visitor's page a stream's may go."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self.free = at_once
        self.of_visitors = NetworkQueue()
        self.of_streams = NetworkQueue()
        self.was_visitors = False

    @asynccontextmanager
    async def slot(self, turn: Turn) -> AsyncIterator[None]:
        if self.free:
            self.free -= 1
        else:
            await self._wait(turn)
        try:
            yield
        finally:
            self._pass_on()

    def join(self, turn: Turn, other: Turn) -> None:
        """Render the page of ``turn`` for these as well, sooner where they are visitors."""
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
            if not called.cancelled():  # called, and cancelled before it could begin
                self._pass_on()
            raise

    def _push(
        self,
        called: asyncio.Future[None],
        visitors: set[str],
        networks: set[str],
        readers: int,
    ) -> None:
        place = asyncio.get_running_loop().time() - readers * AHEAD
        self.of_visitors.push(visitors, place, called)
        self.of_streams.push(networks, place, called)

    def _pass_on(self) -> None:
        queues = [self.of_visitors, self.of_streams]
        if self.was_visitors:
            queues.reverse()
        for queue in queues:
            if called := queue.pop():
                self.was_visitors = queue is self.of_visitors
                called.set_result(None)
                return
        self.free += 1
