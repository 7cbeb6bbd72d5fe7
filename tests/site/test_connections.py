"""No connection stays open without a request."""

import asyncio
import gc
import socket
import weakref
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
import uvicorn
import uvloop
from uvicorn.server import ServerState

from crokinole_site import connections
from crokinole_site.connections import Patient
from crokinole_site.worker import listen_often
from leagues.live.asgi import Receive, Scope, Send, start_message, text_answer
from leagues.live.stream_reader import StreamReader, Words
from leagues.live.streams import Channel
from tests.leagues.live.stand_ins import let_tasks_run

HEAD = b"GET / HTTP/1.1\r\nhost: club.example\r\n\r\n"
CONFIG = uvicorn.Config("site", http=Patient, ws="none", lifespan="off", log_config=None)


class App:
    """A site with one page in its cache. Other requests wait for the test to answer them."""

    def __init__(self) -> None:
        self.pages = self
        self.waiting: list[Send] = []

    def at_once(self, scope: Scope) -> tuple[bytes, bytes] | None:
        is_kept = scope["path"] == "/kept/"
        return (b"HTTP/1.1 200 OK\r\netag: 1\r\n", b"Standings") if is_kept else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.waiting.append(send)
        await asyncio.Event().wait()


CONFIG.app = SITE = App()


class Line(asyncio.Transport):
    """A fake connection of the worker."""

    def __init__(self) -> None:
        super().__init__()
        self.received = b""
        self.closed = asyncio.Event()
        self.socket = socket.socket()
        self.protocol: Any = None

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self.socket if name == "socket" else default

    def get_protocol(self) -> Any:
        return self.protocol

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def write(self, data: Any) -> None:
        self.received += data

    def pause_reading(self) -> None:
        pass

    resume_reading = pause_reading

    def close(self) -> None:
        self.closed.set()

    def is_closing(self) -> bool:
        return self.closed.is_set()


async def no_news() -> None:
    pass


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


@pytest.mark.parametrize("more", [b"", b"GET /more/ HTTP/1.1\r\n\r\n" * 2], ids=["one", "more"])
def test_a_stream_takes_the_connection_over_and_frees_what_read_the_requests(more: bytes) -> None:
    """Requests that were sent after that of the stream get no answer."""
    left: list[StreamReader] = []
    reader = StreamReader(Channel("open", no_news), left.append, packed=False, token="", network="")

    class Streaming(App):
        async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
            await send(start_message(200, []))
            scope["transport"].get_protocol().hand_over(reader)

    async def hall() -> None:
        state, line = ServerState(), Line()
        config = uvicorn.Config(Streaming(), http=Patient, lifespan="off", log_config=None)
        line.set_protocol(Patient(config, state, {}, asyncio.get_running_loop()))
        line.protocol.connection_made(line)
        line.protocol.data_received(HEAD + more)
        before = weakref.ref(line.protocol)
        gc.disable()
        try:
            await let_tasks_run()
            assert before() is None, "also without a search for cycles"
        finally:
            gc.enable()
        assert (line.protocol, state.connections) == (reader, {reader})
        assert not line.is_closing(), "uvicorn doesn't wait for the end of the answer"
        reader.push(Words(b"data: 1"))
        assert line.received.endswith(b"\r\n\r\n7\r\ndata: 1\r\n")
        reader.shutdown()
        assert line.is_closing()
        reader.connection_lost(None)
        assert (left, state.connections) == ([reader], set())
        line.socket.close()

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


KEPT = b"GET /kept/ HTTP/1.1\r\nhost: club.example\r\n\r\n"
ANSWER = b"HTTP/1.1 200 OK\r\netag: 1\r\ndate: today\r\n\r\nStandings"


def state_today() -> ServerState:
    state = ServerState()
    state.default_headers = [(b"date", b"today")]
    return state


def test_a_page_in_the_cache_is_answered_without_a_task() -> None:
    async def hall() -> None:
        state = state_today()
        async with connect_caller(state) as (caller, line):
            caller.data_received(KEPT[:20])
            caller.data_received(KEPT[20:])
            assert line.received == ANSWER
            caller.data_received(KEPT * 2)
            assert line.received == ANSWER * 3
            assert not state.tasks
            assert caller._late is None
            assert caller.timeout_keep_alive_task, "the next request may take a while"

    asyncio.run(hall())


def test_answers_come_in_the_order_of_the_requests() -> None:
    async def hall() -> None:
        async with connect_caller(state_today()) as (caller, line):
            SITE.waiting.clear()
            caller.data_received(HEAD + KEPT * 2)
            for number in range(2):
                await let_tasks_run()
                assert len(SITE.waiting) == number + 1
                assert ANSWER not in line.received
                await text_answer(200, "slow").go(SITE.waiting[number])
            assert line.received.endswith(b"slow" + ANSWER)

    asyncio.run(hall())


@pytest.mark.parametrize(
    "ends", [b"GET /kept/ HTTP/1.0\r\n\r\n", KEPT[:-2] + b"connection: close\r\n\r\n"]
)
def test_a_connection_for_one_answer_is_closed_after_it(ends: bytes) -> None:
    async def hall() -> None:
        async with connect_caller() as (caller, line):
            SITE.waiting.clear()
            caller.data_received(ends)
            await let_tasks_run()
            await text_answer(200, "page").go(SITE.waiting[0])
            assert line.is_closing()

    asyncio.run(hall())


def test_a_client_that_takes_nothing_is_not_answered_at_once() -> None:
    async def hall() -> None:
        async with connect_caller() as (caller, line):
            caller.pause_writing()
            caller.data_received(KEPT)
            assert line.received == b""

    asyncio.run(hall())


def test_connections_that_come_together_are_accepted_together() -> None:
    """One in each round of the event loop: of 500, some weren't answered within four seconds."""
    at_once = 16
    many = 4 * at_once
    rounds: list[int] = []
    now = 0

    class Greeter(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            rounds.append(now)
            transport.close()

    async def hall() -> None:
        nonlocal now
        loop = asyncio.get_running_loop()
        async with AsyncExitStack() as stack:
            for each in listen_often(door):
                await stack.enter_async_context(await loop.create_server(Greeter, sock=each))
            for _ in range(many):
                stack.enter_context(socket.create_connection(door.getsockname()))
            while len(rounds) < many:
                now += 1
                await asyncio.sleep(0)

    with socket.create_server(("127.0.0.1", 0), backlog=many) as door:
        uvloop.run(hall())
    assert rounds[-1] - rounds[0] < many / at_once + 1
