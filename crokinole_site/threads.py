"""Django in threads: whole requests go in, whole answers come out.

A slow phone never holds a thread: its request is taken in here first, and its answer is
sent from here. Each thread keeps its own database connection.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING
from wsgiref.types import WSGIApplication

from django.conf import settings

from crokinole_site.asked import IN_MEMORY, Asked, environ, run
from crokinole_site.reports import REPORTS
from crokinole_site.turn import Turn
from leagues.live.asgi import Answer, Message, Receive, Scope, Send, sentence

if TYPE_CHECKING:  # it knows the rows, which can't be had before Django is set up
    from leagues.live.ready_made import Key

# Of a request's body. A phone's reports are a quarter of it at most; files are sent to the
# desk by somebody who is signed in.
LARGEST = 256 * 1024
FILES = 32 * 1024 * 1024
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
        self.turn = Turn(partial(run, application))

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

    async def answer(self, asked: Asked, send: Send) -> None:
        if takes_its_turn(asked):
            await self.turn.answer(asked, send)
            return
        loop = asyncio.get_running_loop()

        def pass_on(message: Message) -> None:
            """From the thread, a part of a long answer; the thread waits until it goes."""
            asyncio.run_coroutine_threadsafe(send(message), loop).result()

        rest = await loop.run_in_executor(
            self.pool, run, self.application, asked, pass_on
        )
        for message in rest:
            await send(message)


def takes_its_turn(asked: Asked) -> bool:
    is_play: bool = asked["PATH_INFO"].startswith("/play/")
    return asked["REQUEST_METHOD"] == "POST" and is_play


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
