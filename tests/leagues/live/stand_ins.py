"""Fakes of news, visitors and responses, without a server."""

import asyncio
from typing import Any

from leagues.live.asgi import HttpAnswer, Message, Scope
from leagues.live.news import News
from leagues.live.page_cache import Key
from leagues.live.rendering import Turn
from leagues.live.revisions import EventRevision, Revisions

PAGE = b"<!DOCTYPE html><title>Standings</title>" + b"<tr><td>Ann</td></tr>" * 9
PART = b'<div id="live">\n  <p>Ann 2</p>\n</div>'
FOR_EVERYBODY = [
    (b"content-type", b"text/html; charset=utf-8"),
    (b"cache-control", b"public, no-cache"),
    (b"vary", b"Cookie"),
]


class MadeUpNews(News):
    """News with revisions set by the test."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.is_connected = True
        self._seen = self.how_far()
        self.moves("open", 1)

    def how_far(self) -> int:
        return 0

    def moves(self, slug: str, revision: int, *, is_open: bool = True) -> None:
        events = {**self.standing.events, slug: EventRevision(revision, is_open)}
        self.standing = Revisions(events, self.standing.club)
        for tell in tuple(self.listeners):
            tell()


class Renderer:
    """A fake renderer that records the keys of its pages and can fail."""

    def __init__(self, answer: HttpAnswer | None = None) -> None:
        self.answer = answer or HttpAnswer(200, FOR_EVERYBODY, PAGE)
        self.made: list[Key] = []
        self.fails = False

    async def __call__(self, key: Key) -> HttpAnswer:
        self.made.append(key)
        await asyncio.sleep(0)
        if self.fails:
            raise RuntimeError("the renderer fails")
        return self.answer


def a_visitor() -> Turn:
    """A turn of a visitor who waits for a page."""
    return Turn(visitors={"192.0.2.1"})


def a_reader() -> Turn:
    """A turn of a reader who follows a page by its stream, from another network."""
    return Turn(networks={"198.51.100.7"})


def visit(
    path: str = "/events/open/standings/", query: str = "", method: str = "GET", **headers: str
) -> Scope:
    given = {"host": "testserver", **headers}
    return {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "headers": [
            (name.replace("_", "-").encode(), value.encode()) for name, value in given.items()
        ],
    }


class Visitor:
    """The client of a request: it receives messages, and may stop receiving or disconnect."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.takes = asyncio.Event()
        self.takes.set()
        self.leaves = asyncio.Event()
        self.breaks = False

    async def send(self, message: Message) -> None:
        if self.breaks:
            raise RuntimeError("the line is cut")
        if not self.takes.is_set():
            await self.takes.wait()
        self.messages.append(message)

    async def receive(self) -> dict[str, Any]:
        await self.leaves.wait()
        return {"type": "http.disconnect"}

    @property
    def status(self) -> int:
        found: int = self.messages[0]["status"]
        return found

    def header(self, name: bytes) -> bytes | None:
        return dict(self.messages[0]["headers"]).get(name)

    @property
    def body(self) -> bytes:
        return b"".join(message["body"] for message in self.messages[1:])

    @property
    def has_ended(self) -> bool:
        return any(not message.get("more_body", True) for message in self.messages)


async def let_tasks_run() -> None:
    """Let all pending tasks run."""
    for _ in range(50):
        await asyncio.sleep(0)
