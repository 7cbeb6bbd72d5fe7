"""Telling a browser something while its page is closed: Web Push, by RFC 8030, 8291 and 8292.

Knows no rows: an address and a message are values here. Nothing is sent anywhere but to
the push service of the browser that asked.
"""

from leagues.push.address import Address, BadAddress
from leagues.push.message import Message
from leagues.push.post import Delivery, post
from leagues.push.vapid import public_key

__all__ = ["Address", "BadAddress", "Delivery", "Message", "post", "public_key"]
