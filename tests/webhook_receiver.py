"""A program that receives webhooks and checks their signature as docs/webhooks.md describes."""

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ssl import SSLContext
from typing import Any

from tests.served import ROOT

HOST = "127.0.0.1"


@cache
def is_from_twenties() -> Callable[[str, dict[str, str], bytes], bool]:
    """The function that docs/webhooks.md tells programs to copy."""
    page = (ROOT / "docs/webhooks.md").read_text()
    found = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert found
    names: dict[str, Any] = {}
    exec(found[1], names)
    return names["is_from_twenties"]  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Got:
    """One request that was posted."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def key(self) -> str:
        return self.headers["webhook-id"]

    @property
    def payload(self) -> Any:
        return json.loads(self.body)

    def is_signed_with(self, secret: str) -> bool:
        return is_from_twenties()(secret, self.headers, self.body)


@dataclass
class Receiver:
    port: int
    got: list[Got] = field(default_factory=list)
    answer: Callable[[Got], int] = lambda _got: 204
    """Which status it gives."""
    reason: bytes = b""
    """What it writes below the status."""
    retry_after: str = ""

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.port}/hook"

    @property
    def types(self) -> list[str]:
        return [each.payload["type"] for each in self.got]


@contextmanager
def webhook_receiver(tls: SSLContext | None = None) -> Iterator[Receiver]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            got = Got(self.path, headers, body)
            status = receiver.answer(got)
            if status < 300:
                receiver.got.append(got)
            self.send_response(status)
            if 300 <= status < 400:
                self.send_header("Location", f"{receiver.address}/elsewhere")
            if receiver.retry_after:
                self.send_header("Retry-After", receiver.retry_after)
            self.send_header("Content-Length", str(len(receiver.reason)))
            self.end_headers()
            self.wfile.write(receiver.reason)

        def log_message(self, *_what: object) -> None:
            """Print nothing."""

    with ThreadingHTTPServer((HOST, 0), Handler) as server:
        if tls:
            server.socket = tls.wrap_socket(server.socket, server_side=True)
        receiver = Receiver(server.server_port)
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield receiver
        finally:
            server.shutdown()
            thread.join()
