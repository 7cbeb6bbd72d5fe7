"""Whoever reads a stream, and the words that are sent to them."""

import asyncio
import logging
import zlib

from leagues.live.asgi import Send, body

log = logging.getLogger(__name__)

GZIP = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"


class Words:
    """A message, plain and packed, the same bytes for every reader.

    Packed, it is a piece of a gzip stream that leans on nothing before it (a full flush),
    so one piece fits into everybody's stream, wherever that began.
    """

    def __init__(self, text: bytes, *, opens: bool = False) -> None:
        packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
        packed = packer.compress(text) + packer.flush(zlib.Z_FULL_FLUSH)
        self.plain = body(text, more=True)
        self.packed = body(GZIP + packed if opens else packed, more=True)


class StreamReader:
    """Somebody's open stream."""

    __slots__ = ("beat", "gone", "network", "packed", "send", "task", "token")

    def __init__(
        self, send: Send, beat: int, *, packed: bool, token: str, network: str = ""
    ) -> None:
        self.send = send
        self.packed = packed
        self.beat = beat
        self.token = token
        self.network = network
        self.gone = False
        self.task = asyncio.current_task()

    def push(self, words: Words) -> None:
        """Send without waiting: a send that would have to wait is a reader too slow."""
        if self.gone:
            return
        sending = self.send(words.packed if self.packed else words.plain)
        try:
            sending.send(None)
        except StopIteration:
            return
        except Exception as trouble:  # whatever it is, it is this reader's alone
            log.warning("A stream broke off: %r", trouble)
        sending.close()
        self.let_go()

    def let_go(self) -> None:
        if not self.gone and self.task:
            self.gone = True
            self.task.cancel()
