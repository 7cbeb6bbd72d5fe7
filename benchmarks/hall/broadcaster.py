"""The least a live board could be: plain asyncio, no HTTP, no site. Something to compare with.

    python -m benchmarks.hall.broadcaster FILE.sqlite3 BYTES

Looks at the file as often as the site does, and sends so many bytes to everybody when
somebody has written. Says its port.
"""

import asyncio
import sqlite3
import sys

HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n"


class Reader(asyncio.Protocol):
    readers: set[asyncio.Transport] = set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.transport.write(HEAD)
        self.readers.add(self.transport)

    def connection_lost(self, problem: Exception | None) -> None:
        self.readers.discard(self.transport)


async def main(path: str, size: int) -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(Reader, "127.0.0.1", 0, backlog=4096)
    print(server.sockets[0].getsockname()[1], flush=True)
    asking = sqlite3.connect(path, isolation_level=None)
    seen = None
    while True:
        (version,) = asking.execute("PRAGMA data_version").fetchone()
        if seen is not None and version != seen:
            news = b"id: " + b"." * (size - 4)
            for transport in Reader.readers:
                transport.write(news)
        seen = version
        await asyncio.sleep(0.02)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
