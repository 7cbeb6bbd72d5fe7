"""Over HTTPS the program must prove its name, at the address that was checked."""

import socket
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from django.utils import timezone

from leagues.push import webhook_post
from leagues.push.webhook_post import ProgramAnswer, WebhookPost, new_secret, tell_program
from tests.webhook_receiver import HOST, Receiver, webhook_receiver

NAME = "board.example"
BORN, DIES = datetime(2026, 1, 1, tzinfo=UTC), datetime(2126, 1, 1, tzinfo=UTC)


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A certificate for board.example with its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    called = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    made = (
        x509.CertificateBuilder()
        .subject_name(called)
        .issuer_name(called)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(BORN - timedelta(days=365))
        .not_valid_after(DIES)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .sign(key, SHA256())
    )
    file = tmp_path / "board.pem"
    file.write_bytes(
        made.public_bytes(Encoding.PEM)
        + key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    )
    return file


@pytest.fixture
def program(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    """A program on this computer, by whatever name it is asked."""
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate)
    real = socket.getaddrinfo

    def getaddrinfo(_host: str, port: int, *more: Any, **how: Any) -> Any:
        return real(HOST, port, *more, **how)

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    with webhook_receiver(tls) as program:
        yield program


def post_to(port: int, secret: str, name: str = NAME) -> ProgramAnswer:
    post = WebhookPost(f"https://{name}:{port}/hook", secret, "1", "{}")
    return tell_program(post, at=timezone.now(), own=[name], plain=False)


def test_a_program_gets_its_post_at_the_address_checked_by_name(
    program: Receiver, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trusts = ssl.create_default_context(cafile=str(certificate))
    monkeypatch.setattr(webhook_post, "_trust_context", lambda: trusts)
    secret = new_secret()

    assert post_to(program.port, secret) == ProgramAnswer(204)
    [got] = program.got
    assert got.headers["host"] == f"{NAME}:{program.port}"
    assert got.is_signed_with(secret)
    wrong = post_to(program.port, secret, name="other.example")
    assert wrong.trouble.startswith("SSLCertVerificationError")


def test_an_impostor_gets_no_post(program: Receiver) -> None:
    answer = post_to(program.port, new_secret())

    assert answer.trouble.startswith("SSLCertVerificationError")
    assert program.got == []
