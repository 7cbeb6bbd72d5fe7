"""The reader of a stream, and the messages sent to it."""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from leagues.live.streams import Channel

log = logging.getLogger(__name__)

GZIP = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
END = b"0\r\n\r\n"


class Words:
    """A message, plain and gzipped, with the same bytes for all readers.

    The gzipped form ends with a full flush and doesn't depend on earlier data, so it fits into
    every reader's gzip stream, whenever that began.
    """

    def __init__(self, text: bytes, *, opens: bool = False) -> None:
        packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
        packed = packer.compress(text) + packer.flush(zlib.Z_FULL_FLUSH)
        self.plain = as_chunk(text)
        self.packed = as_chunk(GZIP + packed if opens else packed)


def as_chunk(data: bytes) -> bytes:
    """Frame a piece of a response whose length isn't known (RFC 9112, 7.1)."""
    return b"%x\r\n%b\r\n" % (len(data), data)


class StreamReader(asyncio.Protocol):
    """An open stream of one visitor. It takes the connection over from the server's protocol.

    There are thousands, so it keeps nothing of its request and has no task.
    """

    __slots__ = (
        *("beat", "channel", "connections", "gone", "leave", "network", "packed", "slow"),
        *("token", "transport"),
    )

    def __init__(
        self,
        channel: Channel,
        leave: Callable[[StreamReader], None],
        *,
        packed: bool,
        token: str,
        network: str,
    ) -> None:
        self.channel = channel
        self.leave = leave  # called once, when it gets nothing more
        self.packed = packed
        self.token = token
        self.network = network
        self.beat = 0
        self.gone = False
        self.slow = False

    def take_over(self, transport: asyncio.Transport, connections: set[Any]) -> None:
        """Become the protocol of a connection. ``connections`` are all that the server has."""
        self.transport = transport
        self.connections = connections
        connections.add(self)
        transport.set_protocol(self)

    def push(self, words: Words) -> None:
        """Send without waiting. A reader that hasn't taken what was sent before is dropped."""
        if self.gone:
            return
        if self.slow:
            self.let_go()
            return
        try:
            self.transport.write(words.packed if self.packed else words.plain)
        except Exception as trouble:  # any error only concerns this reader
            log.warning("A stream broke off: %r", trouble)
            self.transport.abort()

    def let_go(self) -> None:
        """End the stream. What is in transit may still arrive."""
        if self.gone:
            return
        self.gone = True
        self.leave(self)
        if not self.transport.is_closing():
            self.transport.write(END)
            self.transport.close()

    shutdown = let_go  # as uvicorn calls it

    def pause_writing(self) -> None:
        self.slow = True

    def resume_writing(self) -> None:
        self.slow = False

    def connection_lost(self, problem: Exception | None) -> None:
        self.connections.discard(self)
        self.let_go()
