"""News of a database file that another process writes."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import datetime, timedelta
from time import time
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from django.utils import timezone

from leagues.live import news
from leagues.live.news import News, PostgresNews
from leagues.live.revisions import EventRevision, Revisions
from tests.leagues.live.stand_ins import let_tasks_run


class Database:
    """A fake of the database: it counts reads and writes, and can stop answering."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.writes = 0
        self.reads = 0
        self.answers = True
        self.waits_for: threading.Event | None = None
        self.moment: datetime | None = None
        monkeypatch.setattr(news, "read_current", self.look)
        monkeypatch.setattr(news, "next_moment", self.next_moment)

    def look(self) -> Revisions:
        self.reads += 1
        if self.waits_for:
            self.waits_for.wait()
        if not self.answers:
            raise OSError("no answer")
        return Revisions({"open": EventRevision(self.writes, True)})

    def next_moment(self, after: datetime) -> datetime | None:
        return self.moment if self.moment and self.moment > after else None


@pytest.fixture
def database(monkeypatch: pytest.MonkeyPatch) -> Database:
    return Database(monkeypatch)


def news_of(database: Database) -> News:
    class Here(News):
        def how_far(self) -> int:
            return database.writes

    return Here()


def revision_of(heard: News) -> int:
    return heard.standing.events["open"].revision


def test_simultaneous_reports_are_read_and_passed_on_once(database: Database) -> None:
    async def hall() -> None:
        is_calm, revisions = asyncio.Event(), []
        heard = news_of(database)
        heard.first = is_calm.wait
        heard.listeners.add(lambda: revisions.append(revision_of(heard)))
        asks = []
        for _ in range(16):
            database.writes += 1
            asks.append(asyncio.create_task(heard.catch_up()))
            await let_tasks_run()
        assert not database.reads
        is_calm.set()
        await asyncio.gather(*asks)
        assert revisions == [16]

    asyncio.run(hall())


def test_a_thousand_who_ask_at_once_are_one_reading(database: Database) -> None:
    async def hall() -> None:
        heard = news_of(database)
        await asyncio.gather(*(heard.catch_up() for _ in range(1000)))
        assert database.reads == 1
        database.writes += 1
        await asyncio.gather(*(heard.catch_up() for _ in range(1000)))
        assert database.reads == 2
        assert revision_of(heard) == 1

    asyncio.run(hall())


def test_what_could_not_be_read_is_still_news(database: Database) -> None:
    async def hall() -> None:
        heard = news_of(database)
        await heard.catch_up()
        database.writes += 1
        database.answers = False
        with pytest.raises(OSError, match="no answer"):
            await heard.catch_up()
        database.answers = True
        assert heard.is_behind()
        await heard.catch_up()
        assert revision_of(heard) == 1

    asyncio.run(hall())


def test_a_moment_that_comes_changes_every_page_once(database: Database) -> None:
    async def hall() -> None:
        heard = news_of(database)
        database.moment = timezone.now() + timedelta(hours=1)
        await heard.catch_up()
        before = heard.stamp("/events/open/")
        assert not heard.is_behind()
        heard._moment = time()
        assert heard.is_behind()
        await heard.catch_up()
        assert heard.stamp("/events/open/") != before
        assert not heard.is_behind()

    asyncio.run(hall())


def test_a_moment_that_comes_during_a_read_is_not_missed(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hall() -> None:
        heard = news_of(database)
        database.moment = timezone.now() + timedelta(hours=1)
        await heard.catch_up()
        before = heard.stamp("/events/other/")

        def slow() -> Revisions:
            assert database.moment
            monkeypatch.setattr(timezone, "now", lambda: database.moment)
            monkeypatch.setattr(news, "time", database.moment.timestamp)
            return database.look()

        monkeypatch.setattr(news, "read_current", slow)
        database.writes += 1
        await heard.catch_up()
        await heard.catch_up()
        assert heard.stamp("/events/other/") != before

    asyncio.run(hall())


def test_only_listeners_are_notified(database: Database) -> None:
    async def hall() -> None:
        heard = news_of(database)
        revisions: list[Any] = []
        heard.listeners.add(lambda: revisions.append(revision_of(heard)))
        await heard.catch_up()
        database.writes += 1
        await heard.catch_up()
        await heard.catch_up()
        assert revisions == [0, 1]

    asyncio.run(hall())


class Line:
    """A connection to PostgreSQL that answers nothing once it is cut."""

    is_cut = False

    def __init__(self) -> None:
        self.calls: list[Any] = []

    async def announce(self, often: int) -> None:
        """Send this number of notifications and wait until they are received."""
        for _ in range(often):
            self.calls.append(SimpleNamespace(payload="millrace-open"))
            while self.calls:
                await asyncio.sleep(0)

    async def __aenter__(self) -> Line:
        return self

    async def __aexit__(self, *why: object) -> None:
        pass

    async def execute(self, question: object) -> None:
        if self.is_cut:
            with suppress(asyncio.CancelledError):
                await asyncio.Event().wait()
            await asyncio.Event().wait()  # psycopg asks the server to cancel, and waits

    async def notifies(self, **limits: object) -> AsyncIterator[Any]:
        await asyncio.sleep(0)
        while self.calls:
            yield self.calls.pop()


@pytest.fixture
def line(database: Database, monkeypatch: pytest.MonkeyPatch) -> Line:
    line = Line()

    async def connect(**where: object) -> Line:
        return line

    monkeypatch.setattr(psycopg.AsyncConnection, "connect", connect)
    monkeypatch.setattr(news, "ANSWERS", 0.01)
    return line


async def wait_until(heard: News, *, is_connected: bool) -> None:
    async with asyncio.timeout(5):
        while heard.is_connected is not is_connected:
            await asyncio.sleep(0)


def test_a_cut_line_is_no_news_however_long_it_takes_to_give_it_up(line: Line) -> None:
    async def hall() -> None:
        heard = PostgresNews()
        watching = asyncio.create_task(heard.watch())
        await wait_until(heard, is_connected=True)
        line.is_cut = True
        await wait_until(heard, is_connected=False)
        for _ in range(2):
            watching.cancel()
            await asyncio.sleep(0)

    asyncio.run(hall())


def test_a_database_that_does_not_answer_is_no_news(line: Line, database: Database) -> None:
    async def hall() -> None:
        heard = PostgresNews()
        heard.listeners.add(lambda: None)
        watching = asyncio.create_task(heard.watch())
        await wait_until(heard, is_connected=True)
        database.waits_for = threading.Event()
        await wait_until(heard, is_connected=False)
        database.waits_for.set()
        await wait_until(heard, is_connected=True)
        watching.cancel()

    asyncio.run(hall())


def test_news_is_not_read_while_no_one_asks(line: Line, database: Database) -> None:
    """Phones commit a hundred times a second; news is read only when a page is requested."""

    async def hall() -> None:
        heard = PostgresNews()
        watching = asyncio.create_task(heard.watch())
        await wait_until(heard, is_connected=True)
        before = revision_of(heard)
        database.writes += 1
        await line.announce(3)
        assert revision_of(heard) == before
        await heard.catch_up()
        assert revision_of(heard) != before
        watching.cancel()

    asyncio.run(hall())
