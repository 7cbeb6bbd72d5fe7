"""A message encrypted for one browser, and the services it may go to."""

import socket
import time

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from pytest_django import Settings

from leagues.push import Address, Delivery, Message, background, post_message, public_key
from leagues.push.encryption import encrypt_with
from leagues.push.subscription import BadAddress, from_base64, to_base64
from tests.leagues.phones.push.service import Browser, PushService, signed_by

HELLO = Message("Board 4 is ready", "Westport Open", "/events/open/", "next-1", 900)


def test_a_message_is_encrypted_as_the_standard_shows() -> None:
    """RFC 8291, Appendix A, to the last letter."""
    own = ec.derive_private_key(
        int.from_bytes(from_base64("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")), ec.SECP256R1()
    )
    address = Address(
        "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )

    encrypted = encrypt_with(
        b"When I grow up, I want to be a watermelon",
        address,
        own,
        from_base64("DGv6ra1nlYgDCS1FRnbzlw"),
    )

    assert to_base64(encrypted) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_only_the_browser_it_was_encrypted_for_opens_a_message(
    service: PushService,
) -> None:
    ben, eve = service.browser("ben"), service.browser("eve")

    assert post_message(ben.address, HELLO) is Delivery.SENT

    assert service.messages_to(ben) == [
        {
            "title": "Board 4 is ready",
            "body": "Westport Open",
            "url": "/events/open/",
            "about": "next-1",
            "own": False,
        }
    ]
    with pytest.raises(Exception):  # noqa: B017, PT011
        eve.opens(service.posted[0].body)
    assert b"Board" not in service.posted[0].body


def test_the_service_learns_who_sends_and_how_long_it_is_news(service: PushService) -> None:
    post_message(service.browser("ben").address, HELLO)

    [posted] = service.posted
    key, claims = signed_by(posted.headers["Authorization"])
    assert key == public_key("a secret of this test")
    assert claims["aud"] == service.origin
    assert claims["sub"] == "mailto:olga@example.org"
    assert 0 < claims["exp"] - time.time() <= 24 * 3600
    assert posted.headers["TTL"] == "900"
    assert posted.headers["Content-Encoding"] == "aes128gcm"
    assert 0 < len(posted.headers["Topic"]) <= 32


def test_a_key_belongs_to_its_secret_and_differs_from_others() -> None:
    assert public_key("one") == public_key("one") != public_key("another")
    assert len(from_base64(public_key("one"))) == 65


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        (201, Delivery.SENT),
        (404, Delivery.GONE),
        (410, Delivery.GONE),
        (302, Delivery.FAILED),
        (413, Delivery.FAILED),
        (429, Delivery.FAILED),
        (500, Delivery.FAILED),
    ],
)
def test_what_a_service_answers(service: PushService, status: int, outcome: Delivery) -> None:
    service.answers["ben"] = status

    assert post_message(service.browser("ben").address, HELLO) is outcome
    assert len(service.posted) == 1, "no redirect is followed, nothing is sent twice"


def test_a_missing_push_service_harms_nothing(service: PushService, settings: Settings) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        nowhere = f"http://127.0.0.1:{unused.getsockname()[1]}"
        settings.PUSH_SERVICES = [nowhere]
        address = Browser(nowhere, "ben").address

        assert post_message(address, HELLO) is Delivery.FAILED


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://example.org/to/ben",
        "http://127.0.0.1:1/to/ben",
        "https://fcm.googleapis.com@example.org/",
        "https://fcm.googleapis.com:8080/",
        "https://fcm.googleapis.com.example.org/",
        "http://fcm.googleapis.com/",
        "https://FCM.googleapis.com/",
        "https://push.apple.com/",
        "https://[/",
        "https://fcm.googleapis.com/\n",
        "https://fcm.googleapis.com/ x",
        "https://fcm.googleapis.com/é",
        "https://fcm.googleapis.com/" + "x" * 1000,
        "file:///etc/passwd",
        "",
    ],
)
def test_nothing_is_sent_but_to_a_known_push_service(settings: Settings, endpoint: str) -> None:
    browser = Browser("https://fcm.googleapis.com", "ben")
    browser.address.check(settings.PUSH_SERVICES)
    lie = Address(endpoint, browser.address.p256dh, browser.address.auth)

    with pytest.raises(BadAddress):
        lie.check(settings.PUSH_SERVICES)
    assert post_message(lie, HELLO) is Delivery.GONE


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", ""),
        ("x" * 87, "A" * 22),
        ("B" + "A" * 86, "A" * 22),  # no point of the curve
        (Browser("x", "y").address.p256dh, "A" * 21),
        (Browser("x", "y").address.p256dh, "!" * 22),
    ],
    ids=["nothing", "not base64", "not on the curve", "too short", "not a secret"],
)
def test_keys_that_are_none_are_refused(settings: Settings, p256dh: str, auth: str) -> None:
    with pytest.raises(BadAddress):
        Address("https://fcm.googleapis.com/x", p256dh, auth).check(settings.PUSH_SERVICES)


@pytest.mark.django_db(transaction=True)
def test_it_is_sent_beside_the_request(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Messages are sent in other threads; the test joins the queue only to see the result."""
    monkeypatch.undo()
    background.run_in_background(lambda: 1 // 0)  # a job that fails takes none of the others along
    background.run_in_background(lambda: post_message(service.browser("ben").address, HELLO))
    background._waiting.join()

    assert len(service.posted) == 1
