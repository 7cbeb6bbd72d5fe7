"""Requests that no page could answer are refused in a sentence, before Django gets them."""

import asyncio
from typing import Any

import pytest

from crokinole_site.request_checks import refusal_of
from tests.leagues.live.stand_ins import Visitor, visit


def status_of_refusal(**asks: Any) -> int:
    """The status of the refusal; 0 if the request may reach Django."""
    more: list[tuple[bytes, bytes]] = asks.pop("more", [])
    scope = {**visit(**asks), "http_version": "1.1"}
    scope["headers"] = [*scope["headers"], *more]
    answer = refusal_of(scope)
    if answer is None:
        return 0
    visitor = Visitor()
    asyncio.run(answer.go(visitor.send))
    assert visitor.body.endswith(b".")
    assert visitor.header(b"content-type") == b"text/plain; charset=utf-8"
    status: int = visitor.status
    return status


@pytest.mark.parametrize(
    "content_type",
    [
        "application/x-www-form-urlencoded",
        "application/x-www-form-urlencoded; charset=UTF-8",
        'text/html; charset="utf-8"',
        "application/json",
        "multipart/form-data; boundary=----WebKitFormBoundaryAbC1",
        "nonsense",
    ],
)
def test_what_browsers_send_is_read(content_type: str) -> None:
    assert status_of_refusal(method="POST", content_type=content_type) == 0
    assert status_of_refusal() == 0


@pytest.mark.parametrize(
    "content_type",
    [
        "application/x-www-form-urlencoded; charset=utf-16",
        "text/html; charset=rot13",
        "text/html; charset=hex",
        "text/html; charset=klingon",
        "text/html; charset*=klingon''x",
        "text/html; charset=",
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=" + "x" * 202,
        "multipart/form-data; boundary=\xe9",
        "multipart/mixed; boundary=\t",
        "text/html; " + "x" * 500,
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_what_django_could_not_decode_is_refused(method: str, content_type: str) -> None:
    assert status_of_refusal(method=method, content_type=content_type) == 400


def test_a_nul_is_in_no_name_of_ours() -> None:
    assert status_of_refusal(query="q=a%00b") == 400
    assert status_of_refusal(path="/players/a\0b/") == 400
    assert status_of_refusal(query="q=a%2500b") == 0, "the letters %00 are no NUL"


def test_a_request_is_for_one_host() -> None:
    assert status_of_refusal(more=[(b"host", b"club.example")]) == 400
    assert status_of_refusal(more=[(b"content-type", b"text/html")] * 2) == 400
    assert refusal_of({**visit(), "headers": [], "http_version": "1.1"}) is not None
    assert refusal_of({**visit(), "headers": [], "http_version": "1.0"}) is None
