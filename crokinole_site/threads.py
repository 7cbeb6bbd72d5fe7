"""Run Django in threads, with whole requests as input and whole answers as output.

A slow phone never holds a thread: its request is received here first, and its answer is
sent from here. Each thread keeps its database connection.
"""

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO
from wsgiref.types import WSGIApplication

from crokinole_site.report_activity import REPORTS
from crokinole_site.report_queue import ReportQueue
from crokinole_site.sessions import KnownSessions, is_proved
from crokinole_site.wsgi_calls import IN_MEMORY, Asked, build_environ, run_application
from leagues.access.languages import header_of
from leagues.access.networks import network_asking
from leagues.access.phone_passes import open_pass
from leagues.forms.phones.reports import MOST_BYTES, Nonsense
from leagues.live.asgi import HttpAnswer, Message, Receive, Scope, Send
from leagues.live.page_cache import Key
from leagues.live.refusals import TOO_LARGE, TOO_SLOW, refusal_answer
from leagues.live.rendering import Renderings, Turn
from leagues.views.phones.hand_over import open_hand_over

# The limits of a request's body, in bytes. Reports of a phone have a quarter of it at most; files
# are sent to the desk by signed-in users, and to a new site by users who entered its code.
LARGEST = 256 * 1024
FILES = 32 * 1024 * 1024
READ = 64 * 1024 * 1024  # bytes read of a body that is too large
IN_TIME = 60.0  # seconds for a body to arrive
NO_MORE = (b"connection", b"close")  # for a body that may not have been read to its end
OF_A_PASS = re.compile(r"/play/([^/]+)/")
HAND_OVER = "/play/hand-over/"
WITHOUT_A_PASS = {"/play/", HAND_OVER}  # a typed code, and reports with a signature


class TooLarge(Exception):
    pass


class Django:
    """The site as a WSGI application, called from an event loop."""

    def __init__(
        self, application: WSGIApplication, threads: int, clubs_language: Callable[[], str] = str
    ) -> None:
        self.application = application
        self.requests = 0  # requests so far
        self.clubs_language = clubs_language
        self.pool = ThreadPoolExecutor(threads, "django")
        # Strangers wait before the pool, not in its queue, where their pages could not be held
        # back for a report. One thread is left for signed-in users.
        self.strangers = Renderings(max(1, threads - 1))
        self.guesses = Renderings(1)
        self.reports = ReportQueue(self.run)
        self.sessions = KnownSessions(is_proved)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path: str = scope["path"]
        to_play = scope["method"] == "POST" and path.startswith("/play/")
        is_let_in = to_play and has_pass(path)
        if to_play and not is_let_in and path not in WITHOUT_A_PASS:
            # The body is not read, so it costs no more than any page for a stranger.
            await self.judge_guess(scope, build_environ(scope, BytesIO()), send)
            return
        is_known = not to_play and await self.sessions.has(scope)
        most = room_for(path, is_known=is_known)
        with SpooledTemporaryFile(IN_MEMORY) as sent:
            try:
                async with asyncio.timeout(IN_TIME):
                    stayed = await take_in(receive, sent, most)
            except TooLarge:
                await self.refuse(scope, too_large=True).go(send)
            except TimeoutError:
                late = self.refuse(scope, too_large=announced_size(scope) > most)
                await late.go(send)
            else:
                if not stayed:
                    return
                asked = build_environ(scope, sent)
                if is_let_in or (
                    to_play and path == HAND_OVER and await self.is_handed_over(scope, asked)
                ):
                    await self.reports.answer(asked, send)
                elif to_play:
                    await self.judge_guess(scope, asked, send)
                else:
                    only_looks = scope["method"] in {"GET", "HEAD"}
                    is_stranger = only_looks and not is_known
                    network = network_asking(scope) if is_stranger else None
                    await self.answer(asked, send, network)

    def run(self, asked: Asked, pass_on: Callable[[Message], None] | None = None) -> list[Message]:
        self.requests += 1
        return run_application(self.application, asked, pass_on)

    async def judge_guess(self, scope: Scope, asked: Asked, send: Send) -> None:
        """Check a code, one at a time: three together would leave a report a quarter of the
        interpreter.
        """
        network = network_asking(scope)
        async with self.guesses.slot(Turn(visitors={network})):
            await self.answer(asked, send, network)

    async def is_handed_over(self, scope: Scope, asked: Asked) -> bool:
        """Check a signature one at a time, in a thread: reading 60 kB takes as long as a page."""
        async with self.guesses.slot(Turn(visitors={network_asking(scope)})):
            return await asyncio.to_thread(is_handed_over, asked)

    def refuse(self, scope: Scope, *, too_large: bool) -> HttpAnswer:
        status, words = (413, TOO_LARGE) if too_large else (408, TOO_SLOW)
        clubs = self.clubs_language()
        return refusal_answer(scope, status, words, NO_MORE, clubs_language=clubs)

    async def ask(self, key: Key) -> HttpAnswer:
        """Return what a stranger sees at this address."""
        headers = [
            (b"host", key.host),
            (b"accept-language", header_of(key.language).encode()),
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
        return await self.collect(scope, after_reports=True)

    async def collect(self, scope: Scope, *, after_reports: bool = False) -> HttpAnswer:
        """Return the whole answer to a request without a body that the site makes itself."""
        messages: list[Message] = []

        async def keep(message: Message) -> None:
            messages.append(message)

        network = network_asking(scope) if after_reports else None
        await self.answer(build_environ(scope, BytesIO()), keep, network)
        head, *parts = messages
        data = b"".join(part["body"] for part in parts)
        return HttpAnswer(head["status"], head["headers"], data)

    async def answer(self, asked: Asked, send: Send, network: str | None = None) -> None:
        """Answer a request; with ``network``, a stranger's, after reports and in the network's
        turn.
        """
        loop = asyncio.get_running_loop()
        is_stranger = network is not None
        turn = self.strangers.slot(Turn(visitors={network or ""}))

        def pass_on(message: Message) -> None:
            """Send a part of a long answer, from the thread, which waits until it is sent."""
            asyncio.run_coroutine_threadsafe(send(message), loop).result()

        def work() -> list[Message]:
            with REPORTS.pause_queries() if is_stranger else nullcontext():
                return self.run(asked, pass_on)

        async with turn if is_stranger else nullcontext():
            if is_stranger:
                await REPORTS.done()
            rest = await loop.run_in_executor(self.pool, work)
        for message in rest:
            await send(message)


def has_pass(path: str) -> bool:
    """True if a phone's address begins with a pass that this site signed."""
    found = OF_A_PASS.match(path)
    return found is not None and open_pass(found[1]) is not None


def is_handed_over(asked: Asked) -> bool:
    """True if a phone with a pass signed these reports, no matter which phone sends them."""
    sent = asked["wsgi.input"]
    body = sent.read()
    sent.seek(0)
    try:
        open_hand_over(body)
    except Nonsense:
        return False
    return True


def room_for(path: str, *, is_known: bool) -> int:
    """Return the size limit of a request's body in bytes."""
    if path in WITHOUT_A_PASS:
        return MOST_BYTES
    takes_files = path.startswith(("/desk/", "/setup/file/"))
    return FILES if takes_files and is_known else LARGEST


def announced_size(scope: Scope) -> int:
    """Return the announced size of the body in bytes; 0 if it is sent in chunks."""
    return int(dict(scope["headers"]).get(b"content-length", 0))


async def take_in(receive: Receive, sent: IO[bytes], most: int) -> bool:
    """Read the whole body of a request; False if its sender disconnected.

    A body that is too large is read and discarded, so that its sender, who reads only after
    sending, gets the reason of the refusal.
    """
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return False
        part = message.get("body", b"")
        size += len(part)
        if size > READ:
            raise TooLarge
        if size <= most:
            sent.write(part)
        more = message.get("more_body", False)
    if size > most:
        raise TooLarge
    return True
