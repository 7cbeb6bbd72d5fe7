"""A stranger with 1,000 connections and any query, while sixteen players report.

Run from the repository: ``python -m benchmarks.stranger``. Half of the connections follow a
stream, each of another address; the others ask for one page after another, none of them the
same. Milliseconds until a report counts; the ratio is to an empty hall, before.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections import Counter
from itertools import count

from benchmarks.everything import together
from benchmarks.hall import EVENT, TABLE, databases, hall, percentile, port_of
from benchmarks.hall.phones import phones

STREAMS, ASKING = 500, 500
PATHS = (
    "/search/?q=a{n}",
    f"/events/{EVENT}/standings/?stage={{n}}",
    f"/events/{EVENT}/matches/?round={{n}}",
    "/players/?page={n}",
    "/nothing/{n}/",
)
HEAD = "GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n"


class Stranger:
    """In a thread of its own, until it is told to leave."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.answers: Counter[bytes] = Counter()
        self.leave = threading.Event()
        self.thread = threading.Thread(target=lambda: asyncio.run(self.attack()))

    def __enter__(self) -> Stranger:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.leave.set()
        self.thread.join()

    async def attack(self) -> None:
        numbers = count()
        streams = [f"{TABLE}&q=x{n}&stage={n}" for n in range(STREAMS)]
        at_work = [
            *(asyncio.create_task(self.follow(path)) for path in streams),
            *(asyncio.create_task(self.ask(numbers)) for _ in range(ASKING)),
        ]
        await asyncio.to_thread(self.leave.wait)
        for each in at_work:
            each.cancel()
        await asyncio.gather(*at_work, return_exceptions=True)

    async def follow(self, path: str) -> None:
        reader, _writer = await self.call(path)
        self.answers[(await reader.readline()).split()[1]] += 1
        while await reader.read(65536):
            pass

    async def ask(self, numbers: count[int]) -> None:
        while True:
            n = next(numbers)
            reader, writer = await self.call(PATHS[n % len(PATHS)].format(n=n))
            self.answers[(await reader.readline()).split()[1]] += 1
            await reader.read(65536)
            writer.close()

    async def call(
        self, path: str
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(HEAD.format(path=path).encode())
        return reader, writer


def measure(database: str) -> None:
    with hall(database) as site:
        hands = phones(site.url)
        together(hands)
        alone = [counted for _, counted in together(hands)[0]]
        with Stranger(port_of(site.url)) as stranger:
            attacked = [counted for _, counted in together(hands)[0]]
    least, slow = percentile(alone, 0.99), percentile(attacked, 0.99)
    told = ", ".join(
        f"{n} × {status.decode()}" for status, n in sorted(stranger.answers.items())
    )
    print(
        f"{database}: a report counts after p50 {percentile(attacked, 0.5):.0f}"
        f" p99 {slow:.0f} max {max(attacked):.0f} ms ({slow / least:.1f} of an empty hall's"
        f" {least:.0f}); the stranger was answered {told}",
        flush=True,
    )


def main() -> None:
    for database in databases():  # Django knows one database a process
        command = [sys.executable, "-m", "benchmarks.stranger", database]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    measure(sys.argv[1]) if sys.argv[1:] else main()
