"""Send a webhook: one signed text, posted to one address.

It is signed as in standardwebhooks.com, which has libraries for most languages: HMAC-SHA256
over the key, the time and the text, joined by dots.
"""

import hmac
import socket
import ssl
import threading
from base64 import b64decode, b64encode
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from hashlib import sha256
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from secrets import token_bytes
from typing import Any
from urllib.parse import SplitResult

from django.utils.encoding import iri_to_uri
from django.utils.translation import gettext as _

from leagues.push.public_addresses import PORTS, NotPublic, look_up, read_address

TIMEOUT = 10  # seconds, for connecting and for each part of an answer
AT_MOST = 20.0  # seconds in total: an answer may come a byte at a time
BEGINS = "whsec_"
NO_MORE = 410  # HTTP 410: permanently gone


@dataclass(frozen=True)
class SignedPost:
    """The text to send, and its address."""

    address: str
    secret: str
    key: str
    """The same for every attempt, so that the receiver can recognise a repeat."""
    body: str


@dataclass(frozen=True)
class ProgramAnswer:
    """The outcome: the status of the answer, or why there is none."""

    status: int | None = None
    trouble: str = ""
    is_final: bool = False
    """True if a retry makes no sense."""

    @property
    def is_taken(self) -> bool:
        return not self.trouble


def new_secret() -> str:
    return BEGINS + b64encode(token_bytes(32)).decode()


def sign_post(post: SignedPost, at: datetime) -> dict[str, str]:
    """Return the headers by which the receiver verifies sender and time."""
    time = str(int(at.timestamp()))
    text = f"{post.key}.{time}.{post.body}".encode()
    secret = b64decode(post.secret.removeprefix(BEGINS))
    made = b64encode(hmac.digest(secret, text, sha256)).decode()
    return {"webhook-id": post.key, "webhook-timestamp": time, "webhook-signature": f"v1,{made}"}


def tell_program(
    post: SignedPost, *, at: datetime, own: Collection[str], plain: bool
) -> ProgramAnswer:
    """Send once. Redirects are not followed, as they could lead anywhere."""
    try:
        parts = read_address(post.address, own=own, plain=plain)
        status = _send_request(parts, look_up(parts, own=own), post, sign_post(post, at))
    except NotPublic as why:
        return ProgramAnswer(trouble=str(why))
    except TimeoutError:
        return ProgramAnswer(trouble=_("It didn’t answer in time."))
    except (OSError, HTTPException, ValueError) as trouble:
        return ProgramAnswer(trouble=f"{type(trouble).__name__}: {trouble}")
    return _read_status(status)


def _read_status(status: int) -> ProgramAnswer:
    gaps = {"status": status}
    if 200 <= status < 300:
        return ProgramAnswer(status)
    if 300 <= status < 400:
        sentence = _("It answered %(status)s. Redirects to another address aren’t followed.")
        return ProgramAnswer(status, sentence % gaps)
    if status == NO_MORE:
        sentence = _("It answered %(status)s. It no longer accepts notifications.")
        return ProgramAnswer(status, sentence % gaps, is_final=True)
    return ProgramAnswer(status, _("It answered %(status)s.") % gaps)


def _send_request(parts: SplitResult, where: str, post: SignedPost, signed: dict[str, str]) -> int:
    """Return the status of the answer; its body is not read."""
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    is_safe = parts.scheme == "https"
    with _end_in_time(socket.create_connection((where, port), TIMEOUT)) as line:
        if is_safe:
            line.sock = _trust_context().wrap_socket(
                line.sock, server_hostname=host, do_handshake_on_connect=False
            )
            line.sock.do_handshake()
        connect = HTTPSConnection if is_safe else HTTPConnection
        connection = connect(host, port, timeout=TIMEOUT)
        connection.sock = line.sock
        connection.request(
            "POST",
            iri_to_uri(f"{parts.path or '/'}{'?' * bool(parts.query)}{parts.query}"),
            post.body.encode(),
            {"Content-Type": "application/json; charset=utf-8", "User-Agent": "Twenties", **signed},
        )
        return connection.getresponse().status


@dataclass
class ProgramLine:
    """An open connection."""

    sock: Any
    is_late: bool = False

    def end(self) -> None:
        self.is_late = True
        with suppress(OSError):  # it may be closed already
            socket.socket.shutdown(self.sock, socket.SHUT_RDWR)


@contextmanager
def _end_in_time(sock: socket.socket) -> Iterator[ProgramLine]:
    """Close the connection after ``AT_MOST`` seconds, however slowly data comes."""
    line = ProgramLine(sock)
    late = threading.Timer(AT_MOST, line.end)
    late.daemon = True
    late.start()
    try:
        yield line
    except (OSError, HTTPException) as trouble:
        if line.is_late:
            raise TimeoutError from trouble
        raise
    finally:
        late.cancel()
        line.sock.close()


@cache
def _trust_context() -> ssl.SSLContext:
    return ssl.create_default_context()
