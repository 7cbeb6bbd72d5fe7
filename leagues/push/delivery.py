"""Deliver one message to a browser's push service."""

import hashlib
import logging
from enum import Enum
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from django.conf import settings

from leagues.push.encryption import encrypt_message
from leagues.push.message import Message
from leagues.push.subscription import Address, BadAddress, to_base64
from leagues.push.vapid import authorization_header

TIMEOUT = 10  # seconds, for connecting and for each answer
GONE_STATUSES = {404, 410}

log = logging.getLogger(__name__)


class Delivery(Enum):
    SENT = "sent"
    GONE = "gone"
    FAILED = "failed"


def post_message(address: Address, message: Message) -> Delivery:
    """Send once, without retries: the page shows the same news. Follows no redirect."""
    try:
        address.check(settings.PUSH_SERVICES)
        status = _send_post(address, message)
    except BadAddress:
        return Delivery.GONE
    except (OSError, HTTPException) as trouble:
        log.warning("%s was not reached: %s", address.origin, trouble)
        return Delivery.FAILED
    if status in GONE_STATUSES:
        return Delivery.GONE
    if status >= 300:
        log.warning("%s refused a message with %s", address.origin, status)
        return Delivery.FAILED
    return Delivery.SENT


def _send_post(address: Address, message: Message) -> int:
    parts = urlsplit(address.origin)
    connect = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = connect(parts.netloc, timeout=TIMEOUT)
    try:
        connection.request(
            "POST",
            address.path,
            encrypt_message(message.as_bytes(), address),
            {
                "Authorization": authorization_header(
                    settings.PUSH_KEY, address.origin, settings.PUSH_CONTACT
                ),
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
                "TTL": str(message.lasts),
                "Urgency": "high" if message.is_own else "normal",
                "Topic": topic_of(message.about),
            },
        )
        return connection.getresponse().status
    finally:
        connection.close()


def topic_of(about: str) -> str:
    """Return the topic for a service: a later message with it replaces one that still waits."""
    return to_base64(hashlib.sha256(about.encode()).digest()[:24])
