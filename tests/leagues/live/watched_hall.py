"""An event with streams: opening them, their messages, and closing them."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from leagues.live.asgi import HttpAnswer, Scope
from leagues.live.page_cache import ReadyMade, strangers_key
from leagues.live.streams import Streams
from tests.leagues.live.stand_ins import (
    FOR_EVERYBODY,
    PART,
    MadeUpNews,
    Renderer,
    Visitor,
    let_tasks_run,
    visit,
)


class Hall:
    """An event and its streams."""

    def __init__(self) -> None:
        self.news = MadeUpNews()
        self.renderer = Renderer(HttpAnswer(200, FOR_EVERYBODY, PART))
        self.streams = Streams(self.news, ReadyMade(self.news, self.renderer))
        self.at_work: list[asyncio.Task[None]] = []

    async def watches(self, token: str = "", **headers: str) -> Visitor:
        """Open the stream of the event's revisions, with or without a token."""
        asks = visit(**headers)
        return await self.opens(self.streams.revisions, "open", asks, token)

    async def reads(self, client: str = "192.0.2.1", **headers: str) -> Visitor:
        """Open the stream of the table."""
        asks = visit(query="fragment=live", **headers)
        asks["client"] = (client, 1)
        return await self.opens(self.streams.fragments, strangers_key(asks), asks)

    async def opens(
        self, stream: Callable[..., Awaitable[None]], what: Any, asks: Scope, *more: Any
    ) -> Visitor:
        visitor = Visitor()
        opened = stream(what, asks, visitor.receive, visitor.send, *more)
        self.at_work.append(asyncio.ensure_future(opened))
        await let_tasks_run()
        return visitor

    async def result(self, revision: int, part: bytes = PART) -> None:
        self.renderer.answer = HttpAnswer(200, FOR_EVERYBODY, part)
        self.news.moves("open", revision)
        await let_tasks_run()

    async def goes_home(self) -> None:
        self.streams.end()
        for each in self.at_work:
            each.cancel()
        await asyncio.gather(*self.at_work, return_exceptions=True)
        await let_tasks_run()


@asynccontextmanager
async def a_hall() -> Any:
    async with AsyncExitStack() as stack:
        hall = Hall()
        stack.push_async_callback(hall.goes_home)
        yield hall


def sent_messages(visitor: Visitor) -> list[bytes]:
    """The messages a page was sent, without those that open the stream."""
    return [
        message["body"]
        for message in visitor.messages[2:]
        if message["body"] and b"event: here" not in message["body"]
    ]
