"""Encrypt a message for one browser (RFC 8291, in one record of RFC 8188)."""

import os

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from leagues.push.subscription import Address, from_base64

RECORD = 4096
LAST_RECORD = b"\x02"


def encrypt_message(plain: bytes, address: Address) -> bytes:
    """Encrypt with a key and a salt that are used once."""
    return encrypt_with(plain, address, ec.generate_private_key(ec.SECP256R1()), os.urandom(16))


def encrypt_with(
    plain: bytes, address: Address, own: ec.EllipticCurvePrivateKey, salt: bytes
) -> bytes:
    theirs, ours = as_point(address.public_key), as_point(own.public_key())
    shared = own.exchange(ec.ECDH(), address.public_key)
    secret = derive_key(32, from_base64(address.auth), b"WebPush: info\0" + theirs + ours, shared)
    key = derive_key(16, salt, b"Content-Encoding: aes128gcm\0", secret)
    nonce = derive_key(12, salt, b"Content-Encoding: nonce\0", secret)
    head = salt + RECORD.to_bytes(4, "big") + len(ours).to_bytes(1, "big") + ours
    return head + AESGCM(key).encrypt(nonce, plain + LAST_RECORD, None)


def as_point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def derive_key(length: int, salt: bytes, info: bytes, secret: bytes) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
