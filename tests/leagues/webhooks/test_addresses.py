"""No webhook goes to this computer or its network, by whatever name."""

import socket
from typing import Any

import pytest

from leagues.push.public_addresses import LONGEST, NotPublic, is_public, look_up, read_address

NOT_PUBLIC = (
    *("127.0.0.1", "127.9.9.9", "10.0.0.1", "172.16.4.4", "192.168.1.20", "0.0.0.0"),
    *("169.254.169.254", "100.64.0.1", "192.0.2.1", "198.18.0.1", "224.0.0.1"),
    *("240.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1"),
    *("fd12:3456::1", "ff02::1", "2001:db8::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1"),
    *("::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::808:808"),
    *("fec0::1", "3fff::1", "192.88.99.1"),
    *("2002:7f00:1::1", "2002:808:808::1", "2001:0:7f00:1::", "club.example", ""),
)
PUBLIC = (*("8.8.8.8", "172.32.0.1", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"),)


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_an_address_that_is_not_of_the_internet(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_an_address_of_the_internet(address: str) -> None:
    assert is_public(address)


def fake_name_server(monkeypatch: pytest.MonkeyPatch, *found: str) -> list[str]:
    """Fake the name server's answers; returns the list of names it was asked for."""
    asked: list[str] = []

    def getaddrinfo(host: str, port: int, **_how: Any) -> list[Any]:
        asked.append(host)
        return [(0, 0, 0, "", (each, port)) for each in found]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


HOOK = "https://board.example/hook"


@pytest.mark.parametrize(
    "found", [("127.0.0.1",), ("::1",), ("::ffff:192.168.1.2",), ("8.8.8.8", "10.0.0.7")]
)
def test_a_name_that_leads_to_this_network(
    monkeypatch: pytest.MonkeyPatch, found: tuple[str, ...]
) -> None:
    fake_name_server(monkeypatch, *found)
    parts = read_address(HOOK, own=[], plain=False)
    with pytest.raises(NotPublic, match="isn’t on the public internet"):
        look_up(parts, own=[])
    assert look_up(parts, own=["board.example"]) == found[0]


def test_a_name_is_looked_up_once_and_what_was_checked_is_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = fake_name_server(monkeypatch, "8.8.8.8", "2606:4700::1111")

    assert look_up(read_address(HOOK, own=[], plain=False), own=[]) == "8.8.8.8"
    assert asked == ["board.example"]


@pytest.mark.parametrize("trouble", [socket.gaierror("?"), UnicodeError("label")])
def test_an_unknown_name_is_refused(monkeypatch: pytest.MonkeyPatch, trouble: Exception) -> None:
    def fail_to_resolve(*_what: Any, **_how: Any) -> None:
        raise trouble

    monkeypatch.setattr(socket, "getaddrinfo", fail_to_resolve)
    with pytest.raises(NotPublic, match=r"board\.example could not be found"):
        look_up(read_address(HOOK, own=[], plain=False), own=[])


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("http://board.example/", "could read what is sent"),
        ("https://127.0.0.1/", "isn’t on the public internet"),
        ("https://[::1]:8000/", "isn’t on the public internet"),
        ("https://[::ffff:127.0.0.1]/", "isn’t on the public internet"),
        ("https://localhost/", "isn’t on the public internet"),
        ("https://a.localhost/", "isn’t on the public internet"),
        ("https://printer.local/", "isn’t on the public internet"),
        ("ftp://board.example/", "must begin with https"),
        ("https:///hook", "must begin with https"),
        ("board.example", "must begin with https"),
        ("https://ann:secret@board.example/", "a user name or password"),
        ("https://board.example:port/", "isn’t a valid address"),
        ("https://[::1/", "isn’t a valid address"),
        ("https://board.example/a b", "isn’t a valid address"),
        ("https://board.example/\x7f", "isn’t a valid address"),
        (f"https://board.example/{'a' * LONGEST}", "isn’t a valid address"),
    ],
)
def test_an_address_that_is_none(address: str, message: str) -> None:
    with pytest.raises(NotPublic, match=message):
        read_address(address, own=[], plain=False)


def test_who_operates_the_site_may_allow_a_computer_of_the_hall() -> None:
    for address in ("http://192.168.1.40/", "http://printer.local/", "https://localhost/"):
        host = ["192.168.1.40", "printer.local", "localhost"]
        assert read_address(address, own=host, plain=False)
    assert read_address("http://board.example/", own=[], plain=True)
    with pytest.raises(NotPublic):
        read_address("http://192.168.1.41/", own=["192.168.1.40"], plain=True)
