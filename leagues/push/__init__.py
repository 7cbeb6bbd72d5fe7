"""Web Push (RFC 8030, 8291 and 8292): notify a browser while its page is closed.

It doesn't use the models: an address and a message are values here. Messages are sent only to
the push service of the browser that asked for them.
"""

from leagues.push.delivery import Delivery, post_message
from leagues.push.message import Message
from leagues.push.subscription import Address, BadAddress
from leagues.push.vapid import public_key

__all__ = ["Address", "BadAddress", "Delivery", "Message", "post_message", "public_key"]
