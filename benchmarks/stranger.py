"""What a stranger's streams, pages and junk cost players, visitors and the desk.

Run from the repository: ``python -m benchmarks.stranger``. Sixteen phones report together once a
second; a visitor asks for pages that the results have changed, and an organiser for the desk.
Milliseconds; each ratio is to the same run with nobody else there. The stranger comes from one
address: 1,000 streams of 150 real pages in six languages, then 500 connections that ask for one
page after another, then sixteen that send junk under /play/, a kind at a time.
"""

import asyncio
import http.client
import json
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count, cycle, islice, product
from typing import Any, TypeAlias

from benchmarks.everything import together
from benchmarks.hall import EVENT, STANDINGS, databases, hall, percentile, port_of
from benchmarks.hall.phones import phones
from tests.served import Site

STREAMS, PAGES, ASKING, JUNK = 1_000, 150, 500, 16
LANGUAGES = ("en", "fr", "de", "nl", "es", "hu")
ROUNDS, ROUNDS_OF_JUNK = 25, 10
PAUSE = 0.2  # seconds between two pages of a visitor, and of the desk
VISITOR, ORGANISER, STRANGER = "127.0.0.2", "127.0.0.3", "127.0.0.4"
DESK = f"/desk/events/{EVENT}/stages/"
PATHS = (
    "/search/?q=a{n}",
    f"{STANDINGS}?stage={{n}}",
    f"/events/{EVENT}/matches/?round={{n}}",
    "/players/?page={n}",
    "/nothing/{n}/",
)
FORGED = "l-1-2-0-1.made-up"
Request: TypeAlias = Callable[[int], bytes]


def get(path: str, language: str = "en") -> bytes:
    return (
        f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n"
        f"Accept-Language: {language}\r\n\r\n"
    ).encode()


def post(path: str, body: bytes, kind: str = "application/json") -> bytes:
    head = (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def handed_over(n: int) -> bytes:
    return json.dumps({"payload": f"{n}e30.{'0' * 64}"}).encode()


FORM = "application/x-www-form-urlencoded"
KINDS: dict[str, Request] = {
    "guessed codes": lambda n: post("/play/", b"code=%06d" % n, FORM),
    "bodies of 250 kB": lambda n: post(f"/play/{FORGED}/reports/", b"x" * 250_000),
    "forged passes": lambda n: post(f"/play/{FORGED}{n}/reports/", b"{}"),
    "forged hand-overs": lambda n: post("/play/hand-over/", handed_over(n)),
}


# --- The stranger ---------------------------------------------------------------------


@contextmanager
def at_work(*jobs: Coroutine[Any, Any, None]) -> Iterator[None]:
    """These, in a thread of their own, until the end."""
    leave = threading.Event()

    async def work() -> None:
        running = [asyncio.create_task(each) for each in jobs]
        await asyncio.to_thread(leave.wait)
        for each in running:
            each.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    thread = threading.Thread(target=lambda: asyncio.run(work()))
    thread.start()
    try:
        yield
    finally:
        leave.set()
        thread.join()


@dataclass
class Stranger:
    """Many connections from one address."""

    port: int
    answers: Counter[str] = field(default_factory=Counter)

    async def answer_to(self, request: bytes) -> asyncio.StreamReader:
        here = (STRANGER, 0)
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=here)
        writer.write(request)
        status = (await reader.readline()).split()
        self.answers[status[1].decode() if status else "none"] += 1
        return reader

    async def follow(self, path: str, language: str) -> None:
        """A stream; where it is refused or ends, it is asked for again as browsers do."""
        while True:
            with suppress(OSError):
                reader = await self.answer_to(get(path, language))
                while line := await reader.readline():
                    if line == b"0\r\n" or line.lower() == b"content-length: 0\r\n":
                        break
            await asyncio.sleep(1)

    async def ask(self, request: Request, numbers: Iterator[int]) -> None:
        while True:
            with suppress(OSError):
                reader = await self.answer_to(request(next(numbers)))
                length = 0
                while (line := (await reader.readline()).lower()).strip():
                    if line.startswith(b"content-length:"):
                        length = int(line.split(b":")[1])
                await reader.read(length)


def real_pages(port: int) -> list[str]:
    """Pages with a part that changes: those of the event that is played first."""
    listings = [f"/events/{EVENT}/{each}/" for each in ("matches", "players")]
    listings += ["/players/", "/events/"]
    found: dict[str, None] = {}
    while listings and len(found) < 2 * PAGES:
        text = answer(port, listings.pop(0))
        for path in re.findall(r'href="(/(?:events|players)/[^"#?.]+/)"', text):
            if path not in found and re.fullmatch(r"/events/[^/]+/", path):
                listings.append(f"{path}matches/")
            found[path] = None
    live = (path for path in found if is_live(answer(port, f"{path}?fragment=live")))
    return list(islice(live, PAGES))


def is_live(part: str) -> bool:
    return bool(part) and not part.lstrip().startswith("<!")


# --- Everybody else -------------------------------------------------------------------


def answer(
    port: int, path: str, address: str = VISITOR, headers: dict[str, str] | None = None
) -> str:
    """The page; empty where there is none."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=120, source_address=(address, 0))
    line.request("GET", path, headers={"Host": "localhost", **(headers or {})})
    got = line.getresponse()
    text = got.read().decode()
    line.close()
    return text if got.status == 200 else ""


@dataclass
class Evening:
    """Milliseconds until each report counted, and until each page was there."""

    reports: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    desk: list[float] = field(default_factory=list)


class Hall:
    def __init__(self, site: Site) -> None:
        self.port = port_of(site.url)
        self.pages = real_pages(self.port)
        self.hands = phones(site.url)  # the site waits 20 seconds for their first request
        self.session = session_of_an_organiser()
        self.numbers = count()

    def evening(self, rounds: int) -> Evening:
        """So many seconds of reports, with a visitor and an organiser who ask for pages."""
        measured, is_over = Evening(), threading.Event()
        signed_in = {"Cookie": f"sessionid={self.session}"}

        def ask(times: list[float], paths: Iterator[str], *who: Any) -> None:
            while not is_over.wait(PAUSE):
                begun = time.perf_counter()
                assert answer(self.port, next(paths), *who)
                times.append((time.perf_counter() - begun) * 1000)

        lookers = [
            threading.Thread(target=ask, args=each)
            for each in (
                (measured.pages, cycle(self.pages), VISITOR),
                (measured.desk, cycle([DESK]), ORGANISER, signed_in),
            )
        ]
        for each in lookers:
            each.start()
        counted, _ = together(self.hands, rounds)
        is_over.set()
        for each in lookers:
            each.join()
        measured.reports = [until for _safe, until in counted]
        return measured


def session_of_an_organiser() -> str:
    from django.conf import settings

    from leagues.demo import EMAIL
    from leagues.models import User
    from tests.cast import signed_in

    browser = signed_in(User.objects.get(email=EMAIL))
    return browser.cookies[settings.SESSION_COOKIE_NAME].value


def compare(what: str, found: list[float], alone: list[float]) -> str:
    ratios = [
        f"{name} {percentile(found, share):.0f} ({percentile(found, share) / percentile(alone, share):.1f})"
        for name, share in (("p50", 0.5), ("p99", 0.99))
    ]
    return f"{what} {' '.join(ratios)}"


def tell(what: str, evening: Evening, alone: Evening, stranger: Stranger) -> None:
    answers = sorted(stranger.answers.items())
    print(
        f"  {what}: "
        + ", ".join(
            compare(name, getattr(evening, name), getattr(alone, name))
            for name in ("pages", "reports", "desk")
        )
        + f"; answered {', '.join(f'{n} × {status}' for status, n in answers)}",
        flush=True,
    )


def measure(database: str) -> None:
    with hall(database) as site:
        everybody = Hall(site)
        everybody.evening(5)
        alone = everybody.evening(ROUNDS)
        print(f"{database}, {len(everybody.pages)} pages; alone:", flush=True)
        tell("alone", alone, alone, Stranger(everybody.port))
        streams = islice(cycle(product(LANGUAGES, everybody.pages)), STREAMS)
        watching = Stranger(everybody.port)
        followed = [watching.follow(f"{path}?fragment=stream", each) for each, path in streams]
        with at_work(*followed):
            time.sleep(15)  # noqa: TID251 – so that they are open
            tell("1,000 streams", everybody.evening(ROUNDS), alone, watching)
        kinds: dict[str, tuple[Request, int]] = {f"{ASKING} who ask": (pages_of_all_kinds, ASKING)}
        kinds |= {what: (request, JUNK) for what, request in KINDS.items()}
        for what, (request, many) in kinds.items():
            asking = Stranger(everybody.port)
            jobs = [asking.ask(request, everybody.numbers) for _ in range(many)]
            with at_work(*jobs):
                tell(what, everybody.evening(ROUNDS_OF_JUNK), alone, asking)


def pages_of_all_kinds(n: int) -> bytes:
    return get(PATHS[n % len(PATHS)].format(n=n))


def main() -> None:
    for database in databases():  # Django knows one database a process
        command = [sys.executable, "-m", "benchmarks.stranger", database]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    measure(sys.argv[1]) if sys.argv[1:] else main()
