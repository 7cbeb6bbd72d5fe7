"""Pages that many read are rendered first, and none waits for ever."""

from __future__ import annotations

import asyncio

from leagues.live.rendering import AHEAD, Renderings
from tests.leagues.live.stand_ins import settle


def test_the_page_with_most_readers_is_next() -> None:
    async def hall() -> None:
        queue, done = Renderings(at_once=1), list[str]()
        go = asyncio.Event()

        async def render(name: str, readers: int) -> None:
            async with queue.slot(readers):
                await go.wait()
                done.append(name)

        waiting = [
            asyncio.create_task(render(name, readers))
            for name, readers in (("first", 1), ("few", 2), ("most", 90), ("some", 9))
        ]
        await settle()
        go.set()
        await asyncio.gather(*waiting)
        assert done == ["first", "most", "some", "few"]
        assert queue.free == 1

    asyncio.run(hall())


def test_who_waits_long_enough_is_overtaken_by_nobody() -> None:
    """A page is ahead of what came up to so many seconds before it, and no further."""

    async def hall() -> None:
        queue, done = Renderings(at_once=0), list[str]()
        clock = asyncio.get_running_loop()

        async def render(name: str, readers: int, at: float) -> None:
            clock.time = lambda: at  # type: ignore[method-assign]
            async with queue.slot(readers):
                done.append(name)

        for name, readers, at in (
            ("alone", 1, 0.0),
            ("popular", 100, 100 * AHEAD + 1),
            ("rushed", 100, 50 * AHEAD),
        ):
            asyncio.get_running_loop().create_task(render(name, readers, at))
            await settle()
        queue._pass_on()
        await settle()
        assert done == ["rushed", "alone", "popular"]

    asyncio.run(hall())


def test_whoever_gives_up_keeps_nobody_waiting() -> None:
    async def hall() -> None:
        queue = Renderings(at_once=1)
        first = queue.slot(1)
        await first.__aenter__()
        left = asyncio.create_task(queue.slot(5).__aenter__())
        called = asyncio.create_task(queue.slot(3).__aenter__())
        stays = asyncio.create_task(queue.slot(1).__aenter__())
        await settle()
        left.cancel()
        await settle()
        await first.__aexit__(None, None, None)
        called.cancel()  # called a moment ago, and gone before it could begin
        await settle()
        assert stays.done()

    asyncio.run(hall())
