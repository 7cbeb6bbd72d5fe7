"""Identify the sender (RFC 8292): the site's key, and a header signed with it."""

import hashlib
import json
import time
from functools import lru_cache

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from leagues.push.encryption import as_point
from leagues.push.subscription import to_base64

LASTS = 12 * 3600  # seconds; services refuse more than a day
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256


@lru_cache(maxsize=2)
def key_of(secret: str) -> ec.EllipticCurvePrivateKey:
    """Derive the key from the stored secret, which is plain text and a lot longer."""
    number = int.from_bytes(hashlib.sha512(secret.encode()).digest(), "big")
    return ec.derive_private_key(1 + number % (ORDER - 1), ec.SECP256R1())


def public_key(secret: str) -> str:
    """Return the public key for browsers, so that only this site can send to them."""
    return to_base64(as_point(key_of(secret).public_key()))


def authorization_header(secret: str, service: str, contact: str) -> str:
    """Return the ``Authorization`` header for a push service."""
    head = {"typ": "JWT", "alg": "ES256"}
    claims = {"aud": service, "exp": int(time.time()) + LASTS, "sub": contact}
    signed = ".".join(to_base64(json.dumps(part).encode()) for part in (head, claims))
    r, s = decode_dss_signature(key_of(secret).sign(signed.encode(), ec.ECDSA(SHA256())))
    signature = to_base64(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signed}.{signature}, k={public_key(secret)}"
