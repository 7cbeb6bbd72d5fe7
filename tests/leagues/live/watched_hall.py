"""An event with streams: opening them, their messages, and closing them."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from leagues.live.asgi import HttpAnswer, Scope, body_message
from leagues.live.page_cache import ReadyMade, strangers_key
from leagues.live.stream_reader import StreamReader
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


class Follower(Visitor, asyncio.Transport):
    """The client of a stream, and its connection, which the stream takes over."""

    def __init__(self) -> None:
        super().__init__()
        self.connections: set[Any] = set()
        self.reader: Any = None
        self.in_transit: list[bytes] = []
        self.is_closed = False

    def get_protocol(self) -> Any:
        return self

    def hand_over(self, reader: StreamReader) -> None:
        reader.take_over(self, self.connections)

    def set_protocol(self, reader: Any) -> None:
        self.reader = reader

    def write(self, data: Any) -> None:
        if self.breaks:
            raise RuntimeError("the line is cut")
        assert not self.is_closed
        self.in_transit.append(data)
        if not self.takes.is_set():
            self.reader.pause_writing()
        self.pass_on()

    def pass_on(self) -> None:
        while self.in_transit and self.takes.is_set():
            size, _, data = self.in_transit.pop(0).partition(b"\r\n")
            body, more = data.removesuffix(b"\r\n"), size != b"0"
            assert len(body) == int(size, 16)
            self.messages.append(body_message(body, more=more))

    def takes_again(self) -> None:
        self.takes.set()
        self.pass_on()
        self.reader.resume_writing()

    def close(self) -> None:
        self.is_closed = True

    def abort(self) -> None:
        self.goes()

    def is_closing(self) -> bool:
        return self.is_closed

    def goes(self) -> None:
        """Close the connection from the client's side."""
        self.is_closed = True
        if self.reader:
            self.reader.connection_lost(None)


class Hall:
    """An event and its streams."""

    def __init__(self) -> None:
        self.news = MadeUpNews()
        self.renderer = Renderer(HttpAnswer(200, FOR_EVERYBODY, PART))
        self.streams = Streams(self.news, ReadyMade(self.news, self.renderer))
        self.at_work: list[asyncio.Task[None]] = []

    async def watches(self, token: str = "", **headers: str) -> Follower:
        """Open the stream of the event's revisions, with or without a token."""
        asks = visit(**headers)
        return await self.opens(self.streams.revisions, "open", asks, token)

    async def reads(self, client: str = "192.0.2.1", **headers: str) -> Follower:
        """Open the stream of the table."""
        asks = visit(query="fragment=live", **headers)
        asks["client"] = (client, 1)
        return await self.opens(self.streams.fragments, strangers_key(asks), asks)

    async def opens(
        self, stream: Callable[..., Awaitable[None]], what: Any, asks: Scope, *more: Any
    ) -> Follower:
        visitor = asks["transport"] = Follower()
        opened = stream(what, asks, visitor.send, *more)
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
