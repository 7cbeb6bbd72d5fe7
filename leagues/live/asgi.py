"""Types and helpers for ASGI requests and responses."""

from collections.abc import Awaitable, Callable, Coroutine, Iterable, MutableMapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, TypeAlias

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Coroutine[Any, Any, None]]
Headers: TypeAlias = Iterable[tuple[bytes, bytes]]


@dataclass(frozen=True)
class HttpAnswer:
    """A complete HTTP response."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes = b""

    def header(self, name: bytes) -> bytes:
        return b", ".join(value for key, value in self.headers if key == name)

    async def go(self, send: Send) -> None:
        await send(start_message(self.status, self.headers))
        await send(body_message(self.body))


def start_message(status: int, headers: Headers) -> Message:
    return {"type": "http.response.start", "status": status, "headers": list(headers)}


def head_in_http(message: Message) -> bytes:
    """Write a response's head in HTTP/1.1, but for the date and the empty line after it."""
    status: int = message["status"]
    first = b"HTTP/1.1 %d %b\r\n" % (status, HTTPStatus(status).phrase.encode())
    return first + b"".join(b"%b: %b\r\n" % pair for pair in message["headers"])


def body_message(data: bytes, *, more: bool = False) -> Message:
    return {"type": "http.response.body", "body": data, "more_body": more}


def text_answer(status: int, words: str, *more: tuple[bytes, bytes]) -> HttpAnswer:
    return body_of(status, b"text/plain", words.encode(), *more)


def body_of(status: int, kind: bytes, data: bytes, *more: tuple[bytes, bytes]) -> HttpAnswer:
    """Return a response that must not be cached."""
    return HttpAnswer(
        status,
        [
            (b"content-type", kind + b"; charset=utf-8"),
            (b"content-length", str(len(data)).encode()),
            (b"cache-control", b"private, no-store"),
            *more,
        ],
        data,
    )
