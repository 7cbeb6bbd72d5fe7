"""Send a webhook: one text, posted to one address.

Unless it goes to a chat, it is signed as in standardwebhooks.com, which has libraries for most languages: HMAC-SHA256
over the key, the time and the text, joined by dots.
"""

import hmac
import socket
import ssl
import threading
from base64 import b64decode, b64encode
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import cache
from hashlib import sha256
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
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
LONGEST_REASON = 200  # bytes of a refusal that are read and shown
JSON = "application/json; charset=utf-8"


@dataclass(frozen=True)
class WebhookPost:
    """The text to send, and its address."""

    address: str
    secret: str
    """The key of its signature; empty for a chat, which checks none."""
    key: str
    """The same for every attempt, so that the receiver can recognise a repeat."""
    body: str
    headers: Mapping[str, str] = field(default_factory=lambda: {"Content-Type": JSON})


@dataclass(frozen=True)
class ProgramAnswer:
    """The outcome: the status of the answer, or why there is none."""

    status: int | None = None
    trouble: str = ""
    is_final: bool = False
    """True if a retry makes no sense."""
    wait: timedelta | None = None
    """How long the receiver asks to wait before the next message; None if it doesn't."""

    @property
    def is_taken(self) -> bool:
        return not self.trouble


def new_secret() -> str:
    return BEGINS + b64encode(token_bytes(32)).decode()


def sign_post(post: WebhookPost, at: datetime) -> dict[str, str]:
    """Return the headers by which the receiver verifies sender and time; none without a secret."""
    if not post.secret:
        return {}
    time = str(int(at.timestamp()))
    text = f"{post.key}.{time}.{post.body}".encode()
    secret = b64decode(post.secret.removeprefix(BEGINS))
    made = b64encode(hmac.digest(secret, text, sha256)).decode()
    return {"webhook-id": post.key, "webhook-timestamp": time, "webhook-signature": f"v1,{made}"}


def tell_program(
    post: WebhookPost, *, at: datetime, own: Collection[str], plain: bool
) -> ProgramAnswer:
    """Send once. Redirects are not followed, as they could lead anywhere."""
    try:
        parts = read_address(post.address, own=own, plain=plain)
        headers = {"User-Agent": "Twenties", **post.headers, **sign_post(post, at)}
        return _send_request(parts, look_up(parts, own=own), post, headers, at)
    except NotPublic as why:
        return ProgramAnswer(trouble=str(why))
    except TimeoutError:
        return ProgramAnswer(trouble=_("It didn’t answer in time."))
    except (OSError, HTTPException, ValueError) as trouble:
        return ProgramAnswer(trouble=f"{type(trouble).__name__}: {trouble}")


def _send_request(
    parts: SplitResult, where: str, post: WebhookPost, headers: dict[str, str], at: datetime
) -> ProgramAnswer:
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
        path = iri_to_uri(f"{parts.path or '/'}{'?' * bool(parts.query)}{parts.query}")
        connection.request("POST", path, post.body.encode(), headers)
        return _read_answer(connection.getresponse(), path, at)


def _read_answer(response: HTTPResponse, path: str, at: datetime) -> ProgramAnswer:
    status = response.status
    gaps = {"status": status}
    if 200 <= status < 300:
        return ProgramAnswer(status)
    if 300 <= status < 400:
        sentence = _("It answered %(status)s. Redirects to another address aren’t followed.")
        return ProgramAnswer(status, sentence % gaps)
    if status == NO_MORE:
        sentence = _("It answered %(status)s. It no longer accepts notifications.")
        return ProgramAnswer(status, sentence % gaps, is_final=True)
    answered = _("It answered %(status)s.") % gaps
    trouble = f"{answered} {_read_reason(response, path)}".strip()
    wait = _read_wait(response.getheader("Retry-After", ""), at)
    return ProgramAnswer(status, trouble, wait=wait)


def _read_reason(response: HTTPResponse, path: str) -> str:
    """The first words of a refusal, without the address, which is often a secret. "" for HTML."""
    words = b""
    with suppress(OSError, HTTPException):  # the status is known already
        words = response.read(LONGEST_REASON)
    text = " ".join(words.decode(errors="replace").split())
    return "" if text.startswith("<") else text.replace(path, "…")


def _read_wait(retry_after: str, at: datetime) -> timedelta | None:
    """Read the header ``Retry-After``: seconds, or a date."""
    with suppress(ValueError, OverflowError):
        return max(timedelta(0), timedelta(seconds=float(retry_after)))
    with suppress(ValueError, TypeError):  # no date, or one without a time zone
        return max(timedelta(0), parsedate_to_datetime(retry_after) - at)
    return None


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
