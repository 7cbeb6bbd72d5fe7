"""A desk that enters a round on request, and pages that watch it, over real connections."""

import http.client
import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from tests.served import ROOT, Site

PATIENCE = 30  # seconds; a busy machine is slow, which proves nothing
NO_NEWS_NOW = {502, 503}  # the second is the site's, the first a proxy's for it


@dataclass(frozen=True)
class Entered:
    """A round that the site has confirmed as saved."""

    event: str
    match: int
    revision: int

    @property
    def revisions(self) -> str:
        return f"/events/{self.event}/revisions/"

    @property
    def page(self) -> str:
        return f"/events/{self.event}/matches/{self.match}/"


@dataclass
class Desk:
    process: subprocess.Popen[str]

    def enter(self) -> Entered:
        event, match, revision = self.does("one more\n").split()
        return Entered(event, int(match), int(revision))

    def does(self, what: str) -> str:
        """Send the desk a request, and return the line that it prints when done."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(what)
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()


@contextmanager
def open_desk(site: Site, database: str | None = None) -> Iterator[Desk]:
    kept = {k: v for k, v in os.environ.items() if k != "DATABASE_URL"}
    environment = {
        "DATA_DIR": str(site.data_dir),
        "DJANGO_SETTINGS_MODULE": "crokinole_site.settings",
        "PYTHONPATH": str(ROOT),
        "HTTPS": "0",
    }
    if database:
        environment["DATABASE_URL"] = database
    with subprocess.Popen(
        [sys.executable, "-m", "tests.faults.entering", "when-told"],
        cwd=ROOT,
        env={**kept, **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
        try:
            yield Desk(process)
        finally:
            process.kill()


@dataclass
class Watching:
    """An open stream, and the lines it has sent."""

    connection: http.client.HTTPConnection
    answer: http.client.HTTPResponse
    received_lines: list[str] = field(default_factory=list)
    heard: threading.Condition = field(default_factory=threading.Condition)
    is_over: bool = False

    def __post_init__(self) -> None:
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()

    def listen(self) -> None:
        with suppress(OSError, http.client.HTTPException, ValueError, AttributeError):
            while line := self.answer.readline():
                with self.heard:
                    self.received_lines.append(line.decode().rstrip("\n"))
                    self.heard.notify_all()
        with self.heard:
            self.is_over = True
            self.heard.notify_all()

    def receives(self, line: str) -> None:
        """Wait until this line has come."""
        with self.heard:
            assert self.heard.wait_for(lambda: line in self.received_lines, PATIENCE), (
                f"{line!r} did not come, but {self.received_lines[-20:]}"
            )

    def ends(self) -> None:
        with self.heard:
            assert self.heard.wait_for(lambda: self.is_over, PATIENCE)

    @property
    def last_id(self) -> str:
        return next(line[4:] for line in reversed(self.received_lines) if line.startswith("id: "))


@contextmanager
def watch_page(url: str, path: str, **headers: str) -> Iterator[Watching]:
    connection = open_connection(url)
    until = time.monotonic() + PATIENCE
    try:
        connection.request("GET", path, headers=headers)
        line = connection.sock  # a stream is the answer's alone, and the connection forgets it
        answer = connection.getresponse()
        # A server that has just come, or whose database is slow, has no news for a moment.
        while answer.status in NO_NEWS_NOW and time.monotonic() < until:
            answer.read()
            connection.request("GET", path, headers=headers)
            line = connection.sock
            answer = connection.getresponse()
        assert answer.status == 200, answer.status
        page = Watching(connection, answer)
        yield page
        with suppress(OSError):  # the site has closed it
            line.shutdown(socket.SHUT_RDWR)
        page.listener.join(PATIENCE)
    finally:
        connection.close()


def open_connection(url: str) -> http.client.HTTPConnection:
    where = urlsplit(url)
    assert where.hostname
    assert where.port
    return http.client.HTTPConnection(where.hostname, where.port, timeout=PATIENCE)


def get_page(url: str, path: str, **headers: str) -> tuple[int, http.client.HTTPMessage, str]:
    connection = open_connection(url)
    try:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read().decode()
    finally:
        connection.close()


def revision_on(page: str) -> int:
    found = re.search(r'data-revision="(\d+)"', page)
    assert found, page[:500]
    return int(found[1])
