"""Notice changes of the database.

There is no broker. On SQLite, ``data_version`` is polled: it changes when any other connection
has written, in any process. PostgreSQL notifies (``leagues.models.news``), and we listen.
"""

import asyncio
import logging
import re
import signal
import sqlite3
from collections.abc import Awaitable, Callable, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from os.path import samestat
from pathlib import Path
from time import time
from typing import TypeAlias

from django.db import close_old_connections, connection
from django.utils import timezone

from leagues.live.revisions import Revisions, next_moment, read_revisions
from leagues.models.news import CHANNEL, CLUB

LOOKS = 0.02  # seconds between two polls of the database while there are listeners
LISTENS = 2.0  # seconds without a notification until the connection is checked
ANSWERS = 2.0  # seconds without an answer until PostgreSQL counts as disconnected
TRIES_AGAIN = 1.0
OF_AN_EVENT = re.compile(r"(?:/api/v1|/embed)?/events/([-\w]+)/(?!players/$)")
"""Without the list of players: it shows ratings, which depend on all events."""

log = logging.getLogger(__name__)


First: TypeAlias = Callable[[], Awaitable[object]]
"""Waits for work that is more urgent than reading and sending changes."""


async def do_nothing() -> None:
    pass


@dataclass
class News:
    """The current revisions, and listeners that are called after changes."""

    first: First = do_nothing
    standing: Revisions = field(default_factory=Revisions)
    is_connected: bool = False
    listeners: set[Callable[[], None]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._reader = ThreadPoolExecutor(1, "news")
        self._one_at_a_time = asyncio.Lock()
        self.was_connected = asyncio.Event()
        self._seen: int | None = None
        self._moment: float | None = None  # Unix time: a page needs no datetime to look at it
        self._moments = 0

    def stamp(self, path: str) -> Hashable:
        """Return a stamp for the page at this path. While it is equal, the page is unchanged."""
        common = (self.standing.club, self._moments)
        if of_event := OF_AN_EVENT.match(path):
            return (*common, self.standing.events.get(of_event[1]))
        return (*common, self.standing.total)

    def how_far(self) -> int:
        """Return a number that changes with the database."""
        raise NotImplementedError

    def is_behind(self) -> bool:
        return self.how_far() != self._seen or self._is_due(time())

    def _is_due(self, now: float) -> bool:
        return self._moment is not None and now >= self._moment

    async def ask(self) -> None:
        if self.is_connected and self.is_behind():
            await self.catch_up()

    async def catch_up(self) -> None:
        """Read the revisions if anything may have changed, and call the listeners."""
        async with self._one_at_a_time:
            if not self.is_behind():
                return
            await self.first()  # a write in progress would make the reading outdated at once
            now = timezone.now()  # moments that pass while we read are due next time
            seen, is_due = self.how_far(), self._is_due(now.timestamp())
            loop = asyncio.get_running_loop()
            self.standing = await loop.run_in_executor(self._reader, read_current)
            self._moments += is_due
            for listener in tuple(self.listeners):
                listener()
            # Listeners need not wait for this; requests for pages do.
            at = await loop.run_in_executor(self._reader, next_moment, now)
            self._moment = at.timestamp() if at else None
            self._seen = seen

    async def watch(self) -> None:
        """Follow all changes, until cancelled."""
        while True:
            try:
                await self.listen()
            except Exception as trouble:  # must not end the loop
                self.mark_disconnected()
                log.warning("No news from the database: %r", trouble)
                await asyncio.sleep(TRIES_AGAIN)

    async def listen(self) -> None:
        raise NotImplementedError

    def mark_connected(self) -> None:
        self.is_connected = True
        self.was_connected.set()

    def mark_disconnected(self) -> None:
        self.is_connected = False


def read_current() -> Revisions:
    close_old_connections()
    return read_revisions()


class SqliteNews(News):
    """Polls SQLite: before every page, which takes microseconds, and often while anyone streams."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._path = Path(connection.settings_dict["NAME"]).resolve()
        self._file = self._path.stat()
        self._asking = sqlite3.connect(
            f"{self._path.as_uri()}?mode=ro", uri=True, isolation_level=None
        )

    def how_far(self) -> int:
        found: int = self._asking.execute("PRAGMA data_version").fetchone()[0]
        return found

    async def listen(self) -> None:
        self._seen = None
        await self.catch_up()
        self.mark_connected()
        while not self.is_replaced():
            if self.listeners:
                await self.catch_up()
            await asyncio.sleep(LOOKS)
        # All connections and caches belong to the replaced file.
        log.warning("The database is another file: this process makes way for a new one.")
        signal.raise_signal(signal.SIGTERM)
        await asyncio.Event().wait()

    def is_replaced(self) -> bool:
        """True if the path has another file now: a backup was restored."""
        with suppress(FileNotFoundError):
            return not samestat(self._path.stat(), self._file)
        return False


class PostgresNews(News):
    """Listens to NOTIFY after each commit. Missed changes are read after reconnecting."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._called = 0
        self._club_called = 0

    def stamp(self, path: str) -> Hashable:
        return (self._club_called, super().stamp(path))

    def how_far(self) -> int:
        return self._called

    async def listen(self) -> None:
        import psycopg  # only with PostgreSQL
        from psycopg import sql

        params = connection.get_connection_params()
        params = {k: v for k, v in params.items() if k not in {"cursor_factory", "context"}}
        async with await psycopg.AsyncConnection.connect(**params, autocommit=True) as line:
            await line.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
            self._club_called += 1
            self._seen = None
            while True:
                if self.listeners or self._seen is None:
                    with self.doubting():
                        await self.catch_up()
                    await asyncio.sleep(LOOKS)  # so that many changes are read together
                self.mark_connected()
                heard = False
                async for call in line.notifies(timeout=LISTENS, stop_after=1):
                    heard = True
                    self._called += 1
                    self._club_called += call.payload == CLUB
                if not heard:  # a dead connection is noticed only when it is used
                    self._called += 1
                    with self.doubting():
                        async with asyncio.timeout(ANSWERS):
                            await line.execute("SELECT 1")

    @contextmanager
    def doubting(self) -> Iterator[None]:
        """Mark the connection as lost if the block takes longer than ``ANSWERS``.

        The block may continue to wait: psycopg waits ten seconds on a cut connection, and Django
        waits for good.
        """
        late = asyncio.get_running_loop().call_later(ANSWERS, self.mark_disconnected)
        try:
            yield
        finally:
            late.cancel()


def news_of_this_database(first: First) -> News:
    here = PostgresNews if connection.vendor == "postgresql" else SqliteNews
    return here(first)
