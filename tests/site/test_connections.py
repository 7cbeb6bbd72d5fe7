"""No connection stays open without a request."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from crokinole_site import connections
from crokinole_site.connections import Patient

HEAD = b"GET / HTTP/1.1\r\nhost: club.example\r\n\r\n"
CONFIG = uvicorn.Config("site", http=Patient, ws="none", lifespan="off", log_config=None)
CONFIG.app = lambda scope, receive, send: asyncio.Event().wait()  # a stream


class Line(asyncio.Transport):
    """A fake connection of the worker."""

    def __init__(self) -> None:
        super().__init__()
        self.received = b""
        self.closed = asyncio.Event()
        self.socket = socket.socket()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self.socket if name == "socket" else default

    def write(self, data: Any) -> None:
        self.received += data

    def close(self) -> None:
        self.closed.set()

    def is_closing(self) -> bool:
        return self.closed.is_set()


@asynccontextmanager
async def connect_caller(state: ServerState | None = None) -> AsyncIterator[tuple[Any, Line]]:
    state, line = state or ServerState(), Line()
    caller = Patient(CONFIG, state, {}, asyncio.get_running_loop())
    caller.connection_made(line)
    try:
        yield caller, line
    finally:
        caller.connection_lost(None)
        line.socket.close()
        for task in state.tasks:
            task.cancel()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_IN_TIME", 0.01)


@pytest.mark.usefixtures("impatient")
def test_who_asks_nothing_is_let_go() -> None:
    async def hall() -> None:
        async with connect_caller() as (_, line), asyncio.timeout(5):
            await line.closed.wait()

    asyncio.run(hall())


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("begins", "letter"), [(HEAD[:9], b"x"), (b"\r\n", b"\r\n")], ids=["head", "lines"]
)
def test_who_asks_a_letter_at_a_time_is_let_go(begins: bytes, letter: bytes) -> None:
    async def hall() -> None:
        async with connect_caller() as (caller, line), asyncio.timeout(5):
            caller.data_received(begins)
            while not line.is_closing():
                caller.data_received(letter)
                await asyncio.sleep(0)

    asyncio.run(hall())


@pytest.mark.parametrize("before", [b"", HEAD], ids=["the first", "the next"])
def test_who_asks_without_an_end_is_let_go(before: bytes) -> None:
    async def hall() -> None:
        async with connect_caller() as (caller, line):
            if before:
                caller.data_received(before)
                caller.cycle.response_complete = True
            caller.data_received(HEAD[:-2] + b"x-more: ")
            for _ in range(connections.LARGEST_HEAD // 1024):
                assert not line.is_closing()
                caller.data_received(b"x" * 1024)
            assert line.is_closing()

    asyncio.run(hall())


def test_what_follows_a_body_has_an_end_too() -> None:
    async def hall() -> None:
        async with connect_caller() as (caller, line):
            caller.data_received(b"POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n")
            for _ in range(32):
                caller.data_received(b"400\r\n" + b"x" * 1024 + b"\r\n")
            assert not line.is_closing(), "how large a body may be is decided elsewhere"
            caller.data_received(b"0\r\nx-more: ")
            for _ in range(connections.LARGEST_HEAD // 1024):
                assert not line.is_closing()
                caller.data_received(b"x" * 1024)
            assert line.is_closing()

    asyncio.run(hall())


def test_who_takes_nothing_of_an_answer_is_let_go_by_the_system() -> None:
    async def hall() -> None:
        async with connect_caller() as (_, line):
            after = line.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
            assert after == 60_000

    asyncio.run(hall())


def test_an_unreadable_request_is_answered_with_400() -> None:
    async def hall() -> None:
        async with connect_caller() as (caller, line):
            caller.data_received(b"CONNECT club.example:80 HTTP/1.1\r\n\r\n")
            assert line.received.startswith(b"HTTP/1.1 400 ")
            assert line.is_closing()

    asyncio.run(hall())


def test_who_has_asked_may_listen_for_ever() -> None:
    async def hall() -> None:
        async with connect_caller() as (caller, line):
            caller.data_received(HEAD[:9])
            assert caller._late
            caller.data_received(HEAD[9:])
            assert caller._late is None
            assert not line.is_closing()

    asyncio.run(hall())


@pytest.mark.usefixtures("impatient")
def test_the_next_request_has_to_come_in_time_too() -> None:
    async def hall() -> None:
        async with connect_caller() as (caller, line), asyncio.timeout(5):
            caller.data_received(HEAD)
            caller.cycle.response_complete = True
            caller.data_received(HEAD[:9])
            await line.closed.wait()

    asyncio.run(hall())


def test_a_connection_too_many_is_answered_with_503_and_the_others_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "MOST", 1)

    async def hall() -> None:
        state = ServerState()
        async with connect_caller(state) as (_, first), connect_caller(state) as (_, second):
            assert second.received.startswith(b"HTTP/1.1 503 ")
            assert b"Try again" in second.received
            assert second.is_closing()
            assert not first.is_closing()

    asyncio.run(hall())
