"""Django in threads: whole requests go in, whole answers come out.

A slow phone never holds a thread: its request is taken in here first, and its answer is
sent from here. Each thread keeps its own database connection.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING, Any
from wsgiref.types import WSGIApplication

from django.conf import settings

from crokinole_site.reports import REPORTS
from leagues.live.asgi import (
    Answer,
    Message,
    Receive,
    Scope,
    Send,
    body,
    sentence,
    start,
)

if TYPE_CHECKING:  # it knows the rows, which can't be had before Django is set up
    from leagues.live.ready_made import Key

IN_MEMORY = 256 * 1024
LARGEST = (
    IN_MEMORY  # of a request's body; a phone's reports are a quarter of it at most
)
FILES = 32 * 1024 * 1024  # the same, where somebody signed in sends files to the desk
IN_TIME = 60.0  # seconds for a body to arrive
NO_MORE = (b"connection", b"close")  # of this body, which we don't read to its end
TOO_LARGE = sentence(413, "That is too large. Nothing was saved.", NO_MORE)
TOO_SLOW = sentence(408, "That took too long to arrive. Nothing was saved.", NO_MORE)


class TooLarge(Exception):
    pass


class Django:
    """The site as a WSGI application, asked from an event loop."""

    def __init__(self, application: WSGIApplication, threads: int) -> None:
        self.application = application
        self.pool = ThreadPoolExecutor(threads, "django")
        self.turn = ThreadPoolExecutor(1, "turn")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        most = room_for(scope)
        if announced(scope) > most:
            await TOO_LARGE.go(send)
            return
        with SpooledTemporaryFile(IN_MEMORY) as sent:
            try:
                async with asyncio.timeout(IN_TIME):
                    stayed = await take_in(receive, sent, most)
            except TooLarge:
                await TOO_LARGE.go(send)
            except TimeoutError:
                await TOO_SLOW.go(send)
            else:
                if stayed:
                    await self.answer(environ(scope, sent), send)

    async def ask(self, key: Key) -> Answer:
        """What a stranger gets to see at this address."""
        await REPORTS.done()
        headers = [
            (b"host", key.host),
            (b"accept-language", key.language.encode()),
            *([(b"x-forwarded-proto", key.proto)] if key.proto else []),
        ]
        scope: Scope = {
            "method": "GET",
            "path": key.path,
            "query_string": key.query,
            "headers": headers,
            "scheme": "http",
            "server": None,
            "client": None,
            "http_version": "1.1",
        }
        return await self.collect(scope)

    async def collect(self, scope: Scope) -> Answer:
        """The whole answer to a request without a body, for ourselves."""
        said: list[Message] = []

        async def keep(message: Message) -> None:
            said.append(message)

        await self.answer(environ(scope, BytesIO()), keep)
        head, *parts = said
        data = b"".join(part["body"] for part in parts)
        return Answer(head["status"], head["headers"], data)

    async def answer(self, asked: dict[str, Any], send: Send) -> None:
        loop = asyncio.get_running_loop()

        def pass_on(message: Message) -> None:
            """From the thread, a part of a long answer; the thread waits until it goes."""
            asyncio.run_coroutine_threadsafe(send(message), loop).result()

        if takes_its_turn(asked):
            with REPORTS.one():
                rest = await loop.run_in_executor(
                    self.turn, run, self.application, asked, pass_on
                )
        else:
            rest = await loop.run_in_executor(
                self.pool, run, self.application, asked, pass_on
            )
        for message in rest:
            await send(message)


def takes_its_turn(asked: Mapping[str, Any]) -> bool:
    """Phones write one after another. All of them wait for one lock of the database, and
    whoever holds that should not have to wait for the interpreter as well."""
    is_play: bool = asked["PATH_INFO"].startswith("/play/")
    return asked["REQUEST_METHOD"] == "POST" and is_play


def run(
    application: WSGIApplication,
    asked: dict[str, Any],
    pass_on: Callable[[Message], None],
) -> list[Message]:
    """Ask Django, in a thread, and return the answer, or the last part of a long one.

    A page is whole already and lets the thread go; a file is read as its reader takes it.
    """
    head: list[Message] = []

    def start_response(
        status: str, headers: list[tuple[str, str]], exc_info: object = None
    ) -> Callable[[bytes], object]:
        pairs = [(k.lower().encode(), v.encode("latin-1")) for k, v in headers]
        head[:] = [start(int(status[:3]), pairs)]
        return refuse_to_write

    parts: list[bytes] = []
    answer = application(asked, start_response)
    is_whole = not getattr(answer, "streaming", True)
    try:
        for part in answer:
            parts.append(part)
            if not is_whole and sum(map(len, parts)) > IN_MEMORY:
                for message in (*head, body(b"".join(parts), more=True)):
                    pass_on(message)
                head.clear()
                parts.clear()
    finally:
        if hasattr(answer, "close"):
            answer.close()
    return [*head, body(b"".join(parts))]


def refuse_to_write(_: bytes) -> object:
    raise NotImplementedError("Django answers with what it returns.")


def room_for(scope: Scope) -> int:
    """How much may be sent here, and by whom."""
    cookie = f"{settings.SESSION_COOKIE_NAME}=".encode()
    is_known = any(k == b"cookie" and cookie in v for k, v in scope["headers"])
    return FILES if is_known and scope["path"].startswith("/desk/") else LARGEST


def announced(scope: Scope) -> int:
    """How much is said to come; what is sent in pieces says nothing."""
    return int(dict(scope["headers"]).get(b"content-length", 0))


async def take_in(receive: Receive, sent: IO[bytes], most: int) -> bool:
    """Take in the whole body of a request; whether its sender stayed that long."""
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return False
        sent.write(message.get("body", b""))
        if sent.tell() > most:
            raise TooLarge
        more = message.get("more_body", False)
    return True


def environ(scope: Scope, sent: IO[bytes]) -> dict[str, Any]:
    """The request as PEP 3333 has it. Headers with "_" could pose as others: left out."""
    size = sent.seek(0, 2)
    sent.seek(0)
    server, client = scope["server"] or ("localhost", 80), scope["client"]
    asked: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 80),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0] if client else "",
        "CONTENT_LENGTH": str(size) if size else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": sent,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        if b"_" in name or name == b"content-length":
            continue
        said = name.decode("latin-1").upper().replace("-", "_")
        key = said if said == "CONTENT_TYPE" else f"HTTP_{said}"
        text = value.decode("latin-1")
        joined = "; " if key == "HTTP_COOKIE" else ","
        asked[key] = f"{asked[key]}{joined}{text}" if key in asked else text
    return asked
