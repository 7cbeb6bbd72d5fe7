"""A browser's push address: a URL at its push service, and two keys."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from django.utils.translation import gettext as _

ENDPOINT = re.compile(r"[!-~]{1,1000}")
PUBLIC_KEY = re.compile(r"[A-Za-z0-9_-]{87}={0,1}")
SECRET = re.compile(r"[A-Za-z0-9_-]{22}={0,2}")


class BadAddress(Exception):
    """An invalid address; the sentence explains why nothing can be sent there."""


@dataclass(frozen=True)
class Address:
    endpoint: str
    p256dh: str
    auth: str

    @classmethod
    def given(cls, value: object) -> Address:
        """Read an address in a browser's form: ``PushSubscription.toJSON()``."""
        match value:
            case {"endpoint": str(endpoint), "keys": {"p256dh": str(p256dh), "auth": str(auth)}}:
                return cls(endpoint, p256dh, auth)
        raise BadAddress(_("This isn’t a browser’s push address."))

    @property
    def origin(self) -> str:
        parts = urlsplit(self.endpoint)
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def path(self) -> str:
        """The path of the URL, as the browser gave it."""
        return self.endpoint.removeprefix(self.origin).partition("#")[0] or "/"

    @property
    def public_key(self) -> ec.EllipticCurvePublicKey:
        return ec.EllipticCurvePublicKey.from_encoded_point(
            ec.SECP256R1(), from_base64(self.p256dh)
        )

    def check(self, services: Iterable[str]) -> None:
        """Refuse an address that is not at a known push service.

        Otherwise anyone could make this server send requests to any machine it can reach.
        """
        if not ENDPOINT.fullmatch(self.endpoint) or not self._is_known(services):
            raise BadAddress(_("This site doesn’t know this browser’s push service."))
        if not (PUBLIC_KEY.fullmatch(self.p256dh) and SECRET.fullmatch(self.auth)):
            raise BadAddress(_("The browser’s keys are incomplete."))
        try:
            self.public_key  # noqa: B018
        except ValueError as trouble:
            raise BadAddress(_("The browser’s keys are incomplete.")) from trouble

    def _is_known(self, services: Iterable[str]) -> bool:
        try:
            return any(is_at(self.origin, service) for service in services)
        except ValueError:  # for a host that is no valid address
            return False


def is_at(origin: str, service: str) -> bool:
    """True if an origin is this service; "https://*.example.com" matches all its hosts.

    >>> is_at("https://db5p.notify.windows.com", "https://*.notify.windows.com")
    True
    >>> is_at("https://notify.windows.com.example", "https://*.notify.windows.com")
    False
    """
    pattern = re.escape(service).replace(r"\*", "[a-z0-9-]+([.][a-z0-9-]+)*")
    return re.fullmatch(pattern, origin) is not None


def from_base64(text: str) -> bytes:
    """Decode the URL-safe base64 of addresses, with or without padding."""
    try:
        return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text) % 4))
    except binascii.Error as trouble:
        raise ValueError(text) from trouble


def to_base64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
