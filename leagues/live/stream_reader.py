"""The reader of a stream, and the messages sent to it."""

import asyncio
import logging
import zlib

from leagues.live.asgi import Send, body_message

log = logging.getLogger(__name__)

GZIP = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"


class Words:
    """A message, plain and gzipped, with the same bytes for all readers.

    The gzipped form ends with a full flush and doesn't depend on earlier data, so it fits into
    every reader's gzip stream, whenever that began.
    """

    def __init__(self, text: bytes, *, opens: bool = False) -> None:
        packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
        packed = packer.compress(text) + packer.flush(zlib.Z_FULL_FLUSH)
        self.plain = body_message(text, more=True)
        self.packed = body_message(GZIP + packed if opens else packed, more=True)


class StreamReader:
    """An open stream of one visitor."""

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
        """Send without waiting. A reader whose send would block is too slow and is dropped."""
        if self.gone:
            return
        sending = self.send(words.packed if self.packed else words.plain)
        try:
            sending.send(None)
        except StopIteration:
            return
        except Exception as trouble:  # any error only concerns this reader
            log.warning("A stream broke off: %r", trouble)
        sending.close()
        self.let_go()

    def let_go(self) -> None:
        if not self.gone and self.task:
            self.gone = True
            self.task.cancel()
