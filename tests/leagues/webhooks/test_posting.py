"""One signed post: what is sent, and what each answer means."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from leagues.push import webhook_post
from leagues.push.webhook_post import (
    ProgramAnswer,
    WebhookPost,
    new_secret,
    sign_post,
    tell_program,
)
from tests.webhook_receiver import HOST, Got, Receiver, webhook_receiver

BODY = '{"type": "test", "data": {"club": "Zoë’s"}}'


@pytest.fixture
def program() -> Iterator[Receiver]:
    with webhook_receiver() as program:
        yield program


def post_to(address: str, secret: str = "", key: str = "1") -> ProgramAnswer:
    post = WebhookPost(address, secret or new_secret(), key, BODY)
    return tell_program(post, at=timezone.now(), own=[HOST], plain=False)


def test_with_the_secret_a_program_knows_the_sender(program: Receiver) -> None:
    secret = new_secret()

    assert post_to(program.address, secret, key="one") == ProgramAnswer(204)
    [got] = program.got
    assert got.is_signed_with(secret)
    assert not got.is_signed_with(new_secret())
    assert (got.key, got.body.decode()) == ("one", BODY)
    assert got.headers["content-type"] == "application/json; charset=utf-8"
    changed = type(got)(got.path, got.headers, got.body.replace(b"test", b"lie!"))
    assert not changed.is_signed_with(secret)


def test_a_signature_is_as_the_standard_has_it() -> None:
    """The example of standardwebhooks.com's own libraries."""
    post = WebhookPost(
        "https://board.example/",
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        '{"test": 2432232314}',
    )
    signed = sign_post(post, datetime.fromtimestamp(1614265330, UTC))

    assert signed["webhook-signature"] == ("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    assert signed["webhook-timestamp"] == "1614265330"


def test_what_was_sent_long_ago_is_not_taken(program: Receiver) -> None:
    secret = new_secret()
    post = WebhookPost(program.address, secret, "1", BODY)
    early = timezone.now() - timedelta(minutes=6)
    tell_program(post, at=early, own=[HOST], plain=False)

    assert not program.got[0].is_signed_with(secret)


@pytest.mark.parametrize(
    ("path", "asked"),
    [("/hook", "/hook"), ("", "/"), ("/a?key=ö&b=1", "/a?key=%C3%B6&b=1"), ("/a#part", "/a")],
)
def test_the_whole_address_is_asked(program: Receiver, path: str, asked: str) -> None:
    assert post_to(f"http://{HOST}:{program.port}{path}").is_taken
    assert program.got[0].path == asked


@pytest.mark.parametrize(
    ("status", "trouble", "is_final"),
    [
        (200, "", False),
        (299, "", False),
        (302, "It answered 302. Redirects to another address aren’t followed.", False),
        (307, "It answered 307. Redirects to another address aren’t followed.", False),
        (410, "It answered 410. It no longer accepts notifications.", True),
        (404, "It answered 404.", False),
        (503, "It answered 503.", False),
    ],
)
def test_what_an_answer_means(program: Receiver, status: int, trouble: str, is_final: bool) -> None:
    asked: list[str] = []

    def answer_with_status(got: Got) -> int:
        asked.append(got.path)
        return status

    program.answer = answer_with_status
    answer = post_to(program.address)
    assert (answer.status, answer.trouble, answer.is_final) == (status, trouble, is_final)
    assert answer.is_taken == (trouble == "")
    assert asked == ["/hook"], "no redirect is followed"


def test_a_program_that_is_away(program: Receiver) -> None:
    refused = post_to(f"http://{HOST}:1/")
    assert refused.trouble.startswith("ConnectionRefusedError: ")
    assert (refused.status, refused.is_final) == (None, False)
    near = WebhookPost("https://127.0.0.1/", new_secret(), "1", BODY)
    answer = tell_program(near, at=timezone.now(), own=[], plain=True)
    assert answer.trouble == ("127.0.0.1 isn’t on the public internet, so nothing is sent there.")


def test_a_name_that_leads_here_is_never_connected_to(
    program: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", lambda _host, port, **how: real(HOST, port, **how))
    post = WebhookPost(f"http://board.example:{program.port}/", new_secret(), "1", BODY)

    answer = tell_program(post, at=timezone.now(), own=[], plain=True)
    assert "isn’t on the public internet" in answer.trouble
    assert program.got == []


@contextmanager
def run_program(words: bytes, *, ends_answer: bool) -> Iterator[str]:
    """A program that answers with these bytes, and then keeps the connection open."""
    done = threading.Event()
    with socket.create_server((HOST, 0)) as server:

        def serve() -> None:
            line, _where = server.accept()
            with line:
                line.sendall(words)
                if not ends_answer:
                    while line.recv(65536):
                        pass
                    done.set()

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://{HOST}:{server.getsockname()[1]}/"
        thread.join()


def test_a_program_that_never_ends_its_answer_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it goes on: nothing waits for it but until then."""
    monkeypatch.setattr(webhook_post, "AT_MOST", 0.01)
    with run_program(b"HTTP/1.1 100 Continue\r\n\r\n" * 3, ends_answer=False) as address:
        assert post_to(address).trouble == "It didn’t answer in time."


def test_a_program_that_speaks_something_else() -> None:
    with run_program(b"220 mail.example ESMTP\r\n", ends_answer=True) as address:
        answer = post_to(address)
        assert (answer.is_taken, answer.status) == (False, None)
