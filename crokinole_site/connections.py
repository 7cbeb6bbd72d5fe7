"""What a connection may ask of a worker's patience, and how many there may be."""

import resource
import socket
from asyncio import TimerHandle, Transport

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_IN_TIME = 20.0  # seconds for the head of a request, the first one's too
TAKES_IN_TIME = 60.0  # seconds for whoever takes nothing of an answer that is on its way
LARGEST_HEAD = 64 * 1024  # as it comes in pieces; a browser's is a few thousand
KEPT_FREE = 128  # open files that the database and Django may need
MOST = resource.getrlimit(resource.RLIMIT_NOFILE)[0] - KEPT_FREE
WORDS = b"Too many pages are open here just now. Try again in a moment."
FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\nconnection: close\r\n"
    b"content-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\n\r\n%b"
) % (len(WORDS), WORDS)


class Patient(HttpToolsProtocol):
    """Waits for each head only so long, however it trickles in, and takes in only so much.

    uvicorn has a limit for a silence between two requests, and none for one that never
    quite begins: whoever sent a letter a minute could hold connections for ever, and a head
    without an end keeps everybody waiting, as each piece is added to all before it.
    """

    _late: TimerHandle | None = None
    _so_far = 0  # of a head, or of what may follow a body like one

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > MOST:
            transport.write(FULL)
            transport.close()
        else:
            self._wait_for_head()
            self._send_in_time(transport)

    def data_received(self, data: bytes) -> None:
        self._so_far += len(data)
        super().data_received(data)
        if self.transport.is_closing():  # nobody understood it
            return
        if self._late is None and self.cycle.response_complete:  # a head that goes on
            self._wait_for_head()
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
        """The system lets go of whoever takes nothing; a page that is left open is not one."""
        line = transport.get_extra_info("socket")
        if line is not None and hasattr(socket, "TCP_USER_TIMEOUT"):
            after = int(TAKES_IN_TIME * 1000)
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, after)

    def _wait_no_longer(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
