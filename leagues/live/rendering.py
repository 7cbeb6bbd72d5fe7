"""How many pages are rendered at the same time, and which comes next."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from itertools import count

AT_ONCE = 1  # two would leave a report a third of the interpreter: see benchmarks/years_hall.py
AHEAD = 0.05  # seconds that each reader puts a page ahead of what came before it


class Renderings:
    """A queue in which pages with many readers come first, and no page waits for ever."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self.free = at_once
        self.waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self.numbers = count()

    @asynccontextmanager
    async def slot(self, readers: int) -> AsyncIterator[None]:
        if self.free:
            self.free -= 1
        else:
            await self._wait(readers)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, readers: int) -> None:
        loop = asyncio.get_running_loop()
        called = loop.create_future()
        place = loop.time() - readers * AHEAD
        heappush(self.waiting, (place, next(self.numbers), called))
        try:
            await called
        except asyncio.CancelledError:
            if not called.cancelled():  # called, and cancelled before it could begin
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        while self.waiting:
            called = heappop(self.waiting)[2]
            if not called.done():
                called.set_result(None)
                return
        self.free += 1
