"""A browser that gets push messages, and the push service that it is reached at.

Messages are decrypted as a browser does it (RFC 8291, section 3), independently of the code
that sends them.
"""

import json
import os
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import digest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from leagues.push import Address

CURVE = ec.SECP256R1()


def from_base64(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def to_base64(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def public_point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


@dataclass
class Posted:
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Browser:
    """A browser that has subscribed at this service."""

    service: str
    name: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(CURVE))
    secret: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def address(self) -> Address:
        return Address(
            f"{self.service}/to/{self.name}",
            to_base64(public_point(self.key)),
            to_base64(self.secret),
        )

    @property
    def as_json(self) -> dict[str, Any]:
        """The subscription as ``PushSubscription.toJSON()`` gives it."""
        keys = {"p256dh": self.address.p256dh, "auth": self.address.auth}
        return {"endpoint": self.address.endpoint, "expirationTime": None, "keys": keys}

    def opens(self, body: bytes) -> Any:
        """Decrypt a message; raises if it was encrypted for another browser."""
        salt, length = body[:16], body[20]
        sender, encrypted = body[21 : 21 + length], body[21 + length :]
        shared = self.key.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender)
        )
        info = b"WebPush: info\x00" + public_point(self.key) + sender + b"\x01"
        secret = digest(digest(self.secret, shared, sha256), info, sha256)
        mixed = digest(salt, secret, sha256)
        key = digest(mixed, b"Content-Encoding: aes128gcm\x00\x01", sha256)[:16]
        nonce = digest(mixed, b"Content-Encoding: nonce\x00\x01", sha256)[:12]
        plain = AESGCM(key).decrypt(nonce, encrypted, None)
        assert plain[-1:] == b"\x02", "the last record ends with a two"
        return json.loads(plain[:-1])


@dataclass
class PushService:
    """A server that takes posts as the push services of browsers do."""

    origin: str
    posted: list[Posted] = field(default_factory=list)
    answers: dict[str, int] = field(default_factory=dict)

    def browser(self, name: str) -> Browser:
        return Browser(self.origin, name)

    def messages_to(self, browser: Browser) -> list[Any]:
        """The messages sent to this browser, decrypted."""
        at = f"/to/{browser.name}"
        return [browser.opens(each.body) for each in self.posted if each.path == at]


@contextmanager
def push_service() -> Iterator[PushService]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.posted.append(Posted(self.path, dict(self.headers), body))
            status = service.answers.get(self.path.removeprefix("/to/"), 201)
            self.send_response(status)
            if status in {301, 302, 307, 308}:
                self.send_header("Location", f"{service.origin}/to/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_what: object) -> None:
            """Print nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        service = PushService(f"http://127.0.0.1:{server.server_port}")
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield service
        finally:
            server.shutdown()
            thread.join()


def signed_by(authorization: str) -> tuple[str, dict[str, Any]]:
    """The key and the claims of a VAPID header, after its signature is verified."""
    parts = dict(part.split("=", 1) for part in authorization.removeprefix("vapid ").split(", "))
    head, claims, signature = parts["t"].split(".")
    assert json.loads(from_base64(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = from_base64(signature)
    r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, from_base64(parts["k"]))
    key.verify(encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    return parts["k"], json.loads(from_base64(claims))
