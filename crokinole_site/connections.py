"""Limits of a connection: time for a request's head, its size, and the number of connections."""

import socket
from asyncio import TimerHandle, Transport
from typing import TYPE_CHECKING, Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from leagues.live.asgi import Scope
from leagues.live.stream_reader import StreamReader

if TYPE_CHECKING:  # its module begins a worker's edge
    from crokinole_site.edge import Edge

HEAD_IN_TIME = 20.0  # seconds for the head of a request, including the first of a connection
TAKES_IN_TIME = 60.0  # seconds until a client that reads nothing of its answer is disconnected
LARGEST_HEAD = 64 * 1024  # bytes, counted as they arrive; a browser's head has a few thousand
KEPT_FREE = 128  # open files left for the database and Django
try:
    import resource

    MOST = resource.getrlimit(resource.RLIMIT_NOFILE)[0] - KEPT_FREE
except ImportError:  # Windows has no limit
    MOST = 8192
WORDS = b"Too many pages are open here just now. Try again in a moment."
FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\nconnection: close\r\n"
    b"content-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\n\r\n%b"
) % (len(WORDS), WORDS)


class Patient(HttpToolsProtocol):
    """Limits how long a request's head may take, in any number of pieces, and its size.

    uvicorn limits the silence between two requests, but not a request that never quite begins: a
    client that sends a letter a minute could hold connections for ever. A head without an end
    slows down all others, as each piece is added to those before it.
    """

    _answered: RequestResponseCycle  # the request in progress; ``cycle`` is the last one read
    _late: TimerHandle | None = None
    _so_far = 0  # bytes of the head, or of what may follow a body like one

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > MOST:
            transport.write(FULL)
            transport.close()
        else:
            self._wait_for_head()
            self._send_in_time(transport)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """Answer at once from the cache of pages, or start a task in which the site answers."""
        pages = cast("Edge", self.config.app).pages
        scope = cast("Scope", cycle.scope)
        is_usual = cycle.keep_alive and not self.pipeline and not self.flow.write_paused
        if is_usual and (ready := pages.at_once(scope)):
            head, body = ready
            dated = [b"%b: %b\r\n" % pair for pair in self.server_state.default_headers]
            self.transport.write(b"".join((head, *dated, b"\r\n", body)))
            cycle.response_complete = True
            self.on_response_complete()
            return
        self._answered = cycle
        scope["transport"] = self.transport
        super()._start_asgi_task(cycle, app)

    def hand_over(self, reader: StreamReader) -> None:
        """Give the connection to a stream. This protocol, its parser and the request are freed:
        they take 12 kB. Requests that were sent after it get no answer.
        """
        self.cycle = self._answered
        self.cycle.disconnected = True  # so uvicorn doesn't expect the end of the response
        self.pipeline.clear()
        self.flow.resume_reading()
        self.parser = None  # type: ignore[assignment]  # it refers to this protocol
        self.connections.discard(self)
        reader.take_over(self.transport, self.connections)

    def data_received(self, data: bytes) -> None:
        self._so_far += len(data)
        before = self.cycle
        super().data_received(data)
        if self.transport.is_closing():  # the request was invalid
            return
        if self._late is None and self.cycle is before and before.response_complete:
            self._wait_for_head()  # the next one comes in several pieces
        if self._so_far > LARGEST_HEAD:
            self.timeout_keep_alive_handler()

    def on_headers_complete(self) -> None:
        self._wait_no_longer()
        self._so_far = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._so_far = 0
        super().on_body(body)

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_longer()
        super().connection_lost(exc)

    def _wait_for_head(self) -> None:
        give_up = self.timeout_keep_alive_handler
        self._late = self.loop.call_later(HEAD_IN_TIME, give_up)

    def _send_in_time(self, transport: Transport) -> None:
        """Let the system close connections that read nothing of an answer; an open, idle page is
        none.
        """
        line = transport.get_extra_info("socket")
        if line is not None and hasattr(socket, "TCP_USER_TIMEOUT"):
            after = int(TAKES_IN_TIME * 1000)
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, after)

    def _wait_no_longer(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
