"""Requests on their way to Django, and its answers on their way back."""

import asyncio
import base64
import hmac
import json
import threading
from collections.abc import Iterator
from typing import Any
from uuid import UUID
from wsgiref.types import WSGIApplication

import pytest
from django.conf import settings
from django.db import connection
from django.http import HttpResponse

from crokinole_site import report_activity, threads
from crokinole_site import wsgi_calls as asked_of_django
from crokinole_site.threads import Django
from leagues.access.phone_passes import Chose, Pass, WayIn
from leagues.live.page_cache import key_of
from tests.leagues.live.stand_ins import Visitor, let_tasks_run, visit

PATIENCE = 20  # seconds; a busy machine is slow, which proves nothing
SCORES = Pass(WayIn.CODE, 1, 1, Chose.EVERYBODY)
PASS = SCORES.signed
FORGED = f"{PASS[:-1]}{'x' if PASS[-1] != 'x' else 'y'}"
ANN = "annannannannannannannannannannan"  # the key of her session
SIGNED_IN = f"csrftoken=1; {settings.SESSION_COOKIE_NAME}={ANN}"
MADE_UP = f"{settings.SESSION_COOKIE_NAME}={ANN[::-1]}"


@pytest.fixture(autouse=True)
def ann_is_signed_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "is_proved", ANN.__eq__)


def answer_to(
    application: WSGIApplication,
    *parts: bytes,
    then: str = "ends",
    path: str = "/scores/ünï/",
    method: str = "POST",
    **headers: str,
) -> Visitor:
    """Send a request with a body in these parts."""
    messages: list[dict[str, Any]] = [
        {"type": "http.request", "body": part, "more_body": True} for part in parts
    ]

    async def receive() -> dict[str, Any]:
        if messages:
            return messages.pop(0)
        if then == "stalls":
            await asyncio.Event().wait()
        return {"type": "http.disconnect" if then == "leaves" else "http.request"}

    async def one() -> Visitor:
        visitor = Visitor()
        scope = visit(path, "round=1.2", method=method, **headers)
        more = {"scheme": "http", "server": None, "client": ("192.0.2.7", 1)}
        await Django(application, 2)(
            {**scope, **more, "http_version": "1.1"}, receive, visitor.send
        )
        return visitor

    return asyncio.run(one())


def echo_value(what: str) -> WSGIApplication:
    """A WSGI application that answers with one value of its ``environ``."""

    def site(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [str(environ.get(what, "nothing")).encode()]

    return site


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        ("REQUEST_METHOD", "POST"),
        ("PATH_INFO", "/scores/ünï/".encode().decode("latin-1")),
        ("QUERY_STRING", "round=1.2"),
        ("REMOTE_ADDR", "192.0.2.7"),
        ("HTTP_HOST", "testserver"),
        ("CONTENT_TYPE", "application/json"),
        ("CONTENT_LENGTH", "5"),
    ],
)
def test_django_gets_the_request_as_it_was_sent(what: str, expected: str) -> None:
    answer = answer_to(echo_value(what), b"20", b"-15", content_type="application/json")
    assert answer.body == expected.encode()
    assert answer.header(b"content-type") == b"text/plain"


def test_a_header_can_not_pose_as_another() -> None:
    """X_Forwarded_Proto would look like the proxy's own X-Forwarded-Proto."""
    scope = visit()
    scope["headers"].append((b"x_forwarded_proto", b"https"))
    scope.update({"scheme": "http", "server": None, "client": None, "http_version": "1.1"})

    answer = asyncio.run(Django(echo_value("HTTP_X_FORWARDED_PROTO"), 1).collect(scope))
    assert answer.body == b"nothing"


def test_the_body_arrives_whole_however_it_was_cut() -> None:
    def site(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        start_response("200 OK", [])
        return [environ["wsgi.input"].read()]

    assert answer_to(site, b"65", b"-", b"40").body == b"65-40"


def test_a_long_answer_goes_out_in_parts_and_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asked_of_django, "IN_MEMORY", 10)

    class Answer:
        closed = False

        def __iter__(self) -> Iterator[bytes]:
            return iter([b"123456", b"789012", b"345"])

        def close(self) -> None:
            self.closed = True

    long = Answer()

    def site(environ: dict[str, Any], start_response: Any) -> Any:
        start_response("200 OK", [])
        return long

    answer = answer_to(site)
    assert answer.body == b"123456789012345"
    assert [len(part["body"]) for part in answer.messages[1:]] == [12, 3]
    assert answer.has_ended
    assert long.closed


def test_who_reads_a_page_slowly_holds_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page is whole before it goes; only what is read from a disk waits for its reader."""
    monkeypatch.setattr(asked_of_django, "IN_MEMORY", 10)

    def site(environ: dict[str, Any], start_response: Any) -> Any:
        start_response("200 OK", [])
        return HttpResponse(b"a page that is rather long")

    async def hall() -> None:
        django = Django(site, 1)
        scope = visit()
        scope.update(scheme="http", server=None, client=None, http_version="1.1")
        slow = Visitor()
        slow.takes.clear()

        async def nothing_more() -> dict[str, Any]:
            return {"type": "http.request"}

        reading = asyncio.ensure_future(django(scope, nothing_more, slow.send))
        await let_tasks_run()
        try:
            async with asyncio.timeout(5):
                quick = await django.collect(scope)
        finally:
            slow.takes.set()
            await reading
        assert quick.body == slow.body == b"a page that is rather long"

    asyncio.run(hall())


def test_who_left_before_the_end_has_asked_nothing() -> None:
    def site(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        pytest.fail("Django was asked")

    assert answer_to(site, b"20", then="leaves").messages == []


@pytest.mark.parametrize(
    ("path", "cookie", "most"),
    [
        ("/desk/events/open/list/", SIGNED_IN, 20),
        ("/setup/file/", SIGNED_IN, 20),
        ("/desk/events/open/list/", "csrftoken=1", 10),
        ("/desk/events/open/list/", MADE_UP, 10),
        (f"/play/{PASS}/reports/", SIGNED_IN, 10),
        ("/play/", SIGNED_IN, 5),
        ("/play/hand-over/", SIGNED_IN, 5),
    ],
    ids=[
        *("an organiser's list", "a club's file", "a stranger's"),
        *("with a made-up cookie", "a phone's reports"),
        *("a code that is typed", "reports that are handed over"),
    ],
)
def test_what_is_too_large_is_refused_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, path: str, cookie: str, most: int
) -> None:
    monkeypatch.setattr(threads, "LARGEST", 10)
    monkeypatch.setattr(threads, "FILES", 20)
    monkeypatch.setattr(threads, "MOST_BYTES", 5)

    def sends(much: int) -> Visitor:
        body = [b"x"] * much
        return answer_to(
            echo_value("CONTENT_LENGTH"), *body, path=path, cookie=cookie, accept_language="de"
        )

    assert sends(most).body == str(most).encode()
    refused = sends(most + 1)
    assert refused.status == 413
    assert refused.header(b"content-language") == b"de"
    assert refused.header(b"connection") == b"close"


def test_a_request_that_declares_too_much_and_stalls_is_refused_as_too_large(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(threads, "IN_TIME", 0.01)
    answer = answer_to(echo_value("CONTENT_LENGTH"), then="stalls", content_length="262145")
    assert answer.status == 413


def test_what_never_ends_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "LARGEST", 10)
    monkeypatch.setattr(threads, "READ", 20)
    answer = answer_to(echo_value("CONTENT_LENGTH"), *[b"x"] * 21, then="stalls")
    assert answer.status == 413


def test_what_never_arrives_holds_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "IN_TIME", 0.01)
    before = set(threading.enumerate())
    answer = answer_to(echo_value("CONTENT_LENGTH"), b"12", then="stalls")
    assert answer.status == 408
    assert set(threading.enumerate()) <= before


@pytest.mark.parametrize(
    ("method", "headers", "waits"),
    [
        ("GET", {}, True),
        ("HEAD", {"cookie": "csrftoken=1"}, True),
        ("GET", {"cookie": SIGNED_IN}, False),
        ("GET", {"cookie": MADE_UP}, True),
        ("POST", {}, False),
    ],
)
def test_a_page_for_strangers_waits_for_reports(
    monkeypatch: pytest.MonkeyPatch, method: str, headers: dict[str, str], waits: bool
) -> None:
    """A stranger with many connections would keep players waiting."""
    waited: list[str] = []

    async def done() -> None:
        waited.append(method)

    monkeypatch.setattr(report_activity.REPORTS, "done", done)
    answer = answer_to(echo_value("REQUEST_METHOD"), method=method, **headers)
    assert answer.body == method.encode()
    assert bool(waited) is waits


def handed_over(key: str) -> bytes:
    """A round of a phone that had no connection, signed with this key."""
    first = {
        **{"key": str(UUID(int=1)), "game": 1, "number": 1},
        **{"claim": {"points": [2, 0]}, "made_at": "2026-05-09T10:00:00+00:00"},
    }
    inside = json.dumps({"pass": SCORES.plain, "reports": [first]})
    text = base64.urlsafe_b64encode(inside.encode()).decode().rstrip("=")
    signature = hmac.new(key.encode(), text.encode(), "sha256").hexdigest()
    return json.dumps({"payload": f"{text}.{signature}"}).encode()


@pytest.mark.parametrize(
    ("path", "body", "waits"),
    [
        (f"/play/{PASS}/reports/", b"{}", False),
        (f"/play/{FORGED}/reports/", b"{}", True),
        ("/play/", b"code=ABC234", True),
        ("/play/hand-over/", handed_over(SCORES.key), False),
        ("/play/hand-over/", handed_over("made up"), True),
        ("/play/hand-over/", b"no JSON", True),
    ],
    ids=[
        *("a report", "a forged pass", "a guessed code"),
        *("a hand-over", "a forged one", "no hand-over"),
    ],
)
def test_guesses_wait_as_pages_for_strangers_do(
    monkeypatch: pytest.MonkeyPatch, path: str, body: bytes, waits: bool
) -> None:
    """With reports in one queue, they made phones wait 556 ms instead of 18."""
    waited: list[bool] = []

    async def done() -> None:
        waited.append(True)

    monkeypatch.setattr(report_activity.REPORTS, "done", done)
    answer = answer_to(echo_value("PATH_INFO"), body, path=path)
    assert answer.body == path.encode()
    assert bool(waited) is waits


def test_nothing_is_read_of_what_comes_with_a_forged_pass() -> None:
    body = [b"x" * 1000] * 1000
    answer = answer_to(
        echo_value("CONTENT_LENGTH"),
        *body,
        then="stalls",
        path=f"/play/{FORGED}/reports/",
        content_length="1000000",
    )
    assert answer.body == b""


class BusyHall:
    """A site where a report takes until a test releases it, and a page is ready at once."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.is_judged = threading.Event()

    def __call__(self, environ: dict[str, Any], start_response: Any) -> list[bytes]:
        self.asked.append(environ["PATH_INFO"])
        if environ["REQUEST_METHOD"] == "POST":
            self.is_judged.wait(PATIENCE)
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [b"done"]

    async def reports(self, django: Django) -> None:
        async def receive() -> dict[str, Any]:
            return {"type": "http.request"}

        scope = visit(f"/play/{PASS}/reports/", method="POST")
        more = {"scheme": "http", "server": None, "client": None, "http_version": "1.1"}
        await django({**scope, **more}, receive, Visitor().send)


@pytest.mark.parametrize("longest_wait", [PATIENCE, 0.01])
def test_what_everybody_looks_at_is_made_after_the_reports_under_way(
    longest_wait: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page waits for a report, but a report that takes long does not block it for ever."""
    monkeypatch.setattr(report_activity, "LONGEST_WAIT", longest_wait)

    async def hall() -> None:
        site = BusyHall()
        django = Django(site, 2)
        report = asyncio.create_task(site.reports(django))
        while not site.asked:
            await asyncio.sleep(0)
        key = key_of(visit())
        assert key
        look = asyncio.create_task(django.ask(key))
        if longest_wait < 1:
            await look
            assert not report.done()
        await let_tasks_run()
        assert look.done() is (longest_wait < 1)
        site.is_judged.set()
        await asyncio.gather(report, look)
        assert site.asked == [f"/play/{PASS}/reports/", "/events/open/standings/"]
        assert report_activity.REPORTS.count == 0

    asyncio.run(hall())


@pytest.mark.parametrize(
    ("method", "cookie", "paused"),
    [("GET", "", b"1"), ("GET", SIGNED_IN, b"0"), ("GET", MADE_UP, b"1"), ("POST", "", b"0")],
)
def test_the_queries_of_strangers_who_look_wait_for_reports(
    method: str, cookie: str, paused: bytes
) -> None:
    def site(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        start_response("200 OK", [])
        wrappers = [each.__module__ for each in connection.execute_wrappers]
        return [str(wrappers.count(report_activity.__name__)).encode()]

    assert answer_to(site, method=method, cookie=cookie).body == paused


def raise_error(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    raise RuntimeError("an error page that breaks")


def test_what_breaks_django_itself_is_answered_in_the_readers_language() -> None:
    answer = answer_to(raise_error, accept="text/html", accept_language="nl")
    assert answer.status == 500
    assert b'<html lang="nl">' in answer.body
    assert b"RuntimeError" not in answer.body
    to_a_program = answer_to(raise_error, accept_language="nl")
    assert to_a_program.header(b"content-type") == b"text/plain; charset=utf-8"
    assert to_a_program.header(b"content-language") == b"nl"


def test_where_no_page_can_be_made_a_sentence_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: Any) -> None:
        raise OSError("templates can't be read")

    monkeypatch.setattr(asked_of_django, "refusal_answer", broken)
    answer = answer_to(raise_error, accept="text/html")
    assert answer.status == 500
    assert answer.body == b"Something is broken here; it was not your doing."
